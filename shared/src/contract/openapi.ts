import * as z from "zod";
import { errorCodes, type ErrorCode } from "#kernel/errors.ts";
import {
  isWriteEndpoint,
  type Contract,
  type Endpoint,
  type Home,
  type WriteEndpoint,
} from "./endpoint.ts";
import type { EventType } from "./event-types.ts";
import {
  errorSchema,
  eventSchema,
  headerParameters,
  responseHeaders,
  type JsonSchema,
  type Parameter,
} from "./openapi-components.ts";

interface Content {
  readonly "application/json": { readonly schema: JsonSchema };
}

/** One answer that an operation can give. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly content: Content;
}

/** One endpoint, as OpenAPI writes it. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** The operations of one address, by method in lower case. */
export type PathItem = Readonly<Record<string, Operation>>;

interface Webhook {
  readonly post: {
    readonly summary: string;
    readonly requestBody: { readonly required: true; readonly content: Content };
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** An OpenAPI 3.1 document, as far as this house writes one. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly components: JsonSchema;
}

/** What a document is made from. */
export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly serverUrl: string;
  /** By the name of the resource, which the operations' ids begin with. */
  readonly contracts: Readonly<Record<string, Contract>>;
  /** What receivers can subscribe to. */
  readonly events: readonly EventType[];
}

const everyEndpoint: readonly ErrorCode[] = [
  "missing_header",
  "unauthorized",
  "token_expired",
  "token_revoked",
  "forbidden",
  "tenant_forbidden",
  "branch_forbidden",
  "role_not_granted",
  "scope_missing",
  "method_not_allowed",
  "validation_error",
  "unknown_parameter",
  "rate_limited",
  "internal",
  "unavailable",
];
const everyWrite: readonly ErrorCode[] = [
  "bad_request",
  "idempotency_key_required",
  "idempotency_in_progress",
  "idempotency_key_reused",
];
const everyBody: readonly ErrorCode[] = [
  "malformed_json",
  "payload_too_large",
  "unsupported_media_type",
  "unknown_field",
  "read_only_field",
  "tenant_mismatch",
  "branch_mismatch",
  "aadhaar_not_allowed",
];
// What single values of a query or body are refused with: the envelope has the code where one alone is wrong.
const everyValue: readonly ErrorCode[] = [
  "invalid_enum",
  "invalid_id",
  "timezone_required",
  "pan_detected",
];
const everyHome: Readonly<Record<Home, readonly ErrorCode[]>> = {
  any: [],
  branch: ["owned_by_branch", "branch_mismatch"],
  hub: ["hub_only"],
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
}

function isEmpty(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length === 0;
}

// A number in a query travels as text; what a caller has to know is what it is read as.
function parametersIn(place: "path" | "query", shape: z.ZodObject): readonly Parameter[] {
  const options = { unrepresentable: "any", target: "draft-2020-12" } as const;
  const sent = z.toJSONSchema(shape, { ...options, io: "input" });
  const read = z.toJSONSchema(shape, { ...options, io: "output" });
  return Object.entries(read.properties ?? {}).map(([name, schema]): Parameter => {
    const isRequired = place === "path" || sent.required?.includes(name) === true;
    return {
      name,
      in: place,
      required: isRequired,
      schema: typeof schema === "object" ? { ...schema } : {},
    };
  });
}

// What a key is asked for, and can be a second time.
function needsKey(endpoint: Endpoint): boolean {
  return isWriteEndpoint(endpoint) && endpoint.leavesNothing !== true;
}

function writeCodes(endpoint: WriteEndpoint): readonly ErrorCode[] {
  return [
    ...(needsKey(endpoint) ? [...everyWrite, ...everyHome[endpoint.home]] : []),
    ...(endpoint.body === null ? [] : [...everyBody, ...everyValue]),
  ];
}

/** Every code that an endpoint can answer, declared or common to its kind. */
export function errorCodesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    ...everyEndpoint,
    ...(isWriteEndpoint(endpoint) ? writeCodes(endpoint) : []),
    ...(isEmpty(endpoint.query) ? [] : everyValue),
    ...(isEmpty(endpoint.params) ? [] : (["not_found"] as const)),
    ...endpoint.errors,
  ];
  return [...new Set(codes)];
}

function errorResponses(endpoint: Endpoint): Readonly<Record<string, ResponseObject>> {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => String(errorCodes[code]));
  const answers = [...byStatus].map(([status, codes]): readonly [string, ResponseObject] => [
    status,
    {
      description: codes.toSorted().join(", "),
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: "#/components/schemas/Error" },
              { properties: { error: { properties: { code: { enum: codes.toSorted() } } } } },
            ],
          },
        },
      },
    },
  ]);
  return Object.fromEntries(answers);
}

function successResponse(endpoint: Endpoint): ResponseObject {
  return {
    description: endpoint.status === 201 ? "Made" : "Done",
    headers: responseHeaders(needsKey(endpoint)),
    content: { "application/json": { schema: schemaOf(endpoint.response, "output") } },
  };
}

function existingResponse(endpoint: Endpoint): Readonly<Record<string, ResponseObject>> {
  if (!isWriteEndpoint(endpoint) || endpoint.existingStatus === undefined) return {};
  const answer = { ...successResponse(endpoint), description: "Was there already" };
  return { [endpoint.existingStatus]: answer };
}

const homes = {
  any: "May be written at the hub and at a branch.",
  branch:
    "Written at the branch that owns the record; the hub refuses it for a branch with a node.",
  hub: "Written at the hub only.",
} as const;

function descriptionOf(endpoint: Endpoint): string {
  const { resource, action } = endpoint.access;
  const need = `Needs the right to ${action} ${resource}.`;
  if (!isWriteEndpoint(endpoint)) return need;
  return endpoint.leavesNothing === true
    ? `${need} Changes nothing.`
    : `${need} ${homes[endpoint.home]}`;
}

function requestBodyOf(endpoint: Endpoint): Pick<Operation, "requestBody"> {
  if (!isWriteEndpoint(endpoint) || endpoint.body === null) return {};
  const schema = schemaOf(endpoint.body, "input");
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function operationOf(operationId: string, endpoint: Endpoint): Operation {
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    parameters: [
      ...parametersIn("path", endpoint.params),
      ...parametersIn("query", endpoint.query),
      ...headerParameters(needsKey(endpoint), !isEmpty(endpoint.params)),
    ],
    ...requestBodyOf(endpoint),
    responses: {
      [endpoint.status]: successResponse(endpoint),
      ...existingResponse(endpoint),
      ...errorResponses(endpoint),
    },
  };
}

type Named = readonly [operationId: string, endpoint: Endpoint];

function namedEndpoints(contracts: OpenApiOptions["contracts"]): readonly Named[] {
  return Object.entries(contracts).flatMap(([resource, contract]) =>
    Object.entries(contract).map(([name, endpoint]): Named => [`${resource}.${name}`, endpoint]),
  );
}

function pathsOf(endpoints: readonly Named[]): Readonly<Record<string, PathItem>> {
  const byPath = Map.groupBy(endpoints, ([, endpoint]) => endpoint.path);
  const items = [...byPath].map(([path, named]): readonly [string, PathItem] => [
    path,
    Object.fromEntries(
      named.map(([id, endpoint]) => [endpoint.method.toLowerCase(), operationOf(id, endpoint)]),
    ),
  ]);
  return Object.fromEntries(items);
}

function webhookOf(event: EventType): Webhook {
  const schema = eventSchema(event.type);
  return {
    post: {
      summary: event.meaning,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { "2XX": { description: "The receiver has taken the event." } },
    },
  };
}

/** The OpenAPI 3.1 document of some contracts, made from the very schemas that check the requests. */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const endpoints = namedEndpoints(options.contracts);
  const tags = [...new Set(endpoints.map(([, endpoint]) => endpoint.tag))];
  return {
    openapi: "3.1.0",
    info: { title: options.title, version: options.version },
    servers: [{ url: options.serverUrl }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name })),
    paths: pathsOf(endpoints),
    webhooks: Object.fromEntries(options.events.map((event) => [event.type, webhookOf(event)])),
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
