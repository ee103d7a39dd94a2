import * as z from "zod";
import { errorCodes } from "#kernel/errors.ts";
import { errorCodesOf, isEmpty, keyOf } from "./endpoint-codes.ts";
import {
  isCommand,
  isFileContent,
  isWriteEndpoint,
  type Contract,
  type Endpoint,
} from "./endpoint.ts";
import type { EventType } from "./event-types.ts";
import { clinicalRules, type SurfaceRules } from "./surface-rules.ts";
import {
  errorSchema,
  eventSchema,
  headerParameters,
  responseHeaders,
  type JsonSchema,
  type Parameter,
} from "./openapi-components.ts";

interface Content {
  readonly [contentType: string]: { readonly schema: JsonSchema };
}

/** One answer that an operation can give. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  /** Left out where there is no body. */
  readonly content?: Content;
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
  /** Only where a surface is not the document's first, whose callers say otherwise who they are. */
  readonly security?: OpenApiDocument["security"];
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
  /** The first one's callers are the document's; the others say who theirs are. */
  readonly surfaces: readonly DescribedSurface[];
}

/** A surface with what it serves. */
export interface DescribedSurface {
  readonly rules: SurfaceRules;
  /** By the name of the resource, which the operations' ids begin with. */
  readonly contracts: Readonly<Record<string, Contract>>;
  /** The events that receivers can subscribe to; none where it is left out. */
  readonly eventTypes?: readonly EventType[];
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
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

function errorResponses(
  endpoint: Endpoint,
  rules: SurfaceRules,
): Readonly<Record<string, ResponseObject>> {
  const byStatus = Map.groupBy(errorCodesOf(endpoint, rules), (code) =>
    String(rules.statuses[code] ?? errorCodes[code]),
  );
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

const successes = {
  200: "Done",
  201: "Made",
  202: "Taken, and done later",
  204: "Done; there is no body",
} as const;

function contentOf({ response }: Endpoint): Pick<ResponseObject, "content"> {
  if (response === null) return {};
  if (!isFileContent(response)) {
    return { content: { "application/json": { schema: schemaOf(response, "output") } } };
  }
  // OpenAPI 3.1: the bytes of a body that is no text have no schema of their own.
  return {
    content: Object.fromEntries(response.contentTypes.map((type) => [type, { schema: {} }])),
  };
}

function successResponse(endpoint: Endpoint, rules: SurfaceRules): ResponseObject {
  return {
    description: successes[endpoint.status],
    headers: responseHeaders(keyOf(endpoint, rules) !== "none"),
    ...contentOf(endpoint),
  };
}

function existingResponse(
  endpoint: Endpoint,
  rules: SurfaceRules,
): Readonly<Record<string, ResponseObject>> {
  if (!isWriteEndpoint(endpoint) || endpoint.existingStatus === undefined) return {};
  const answer = { ...successResponse(endpoint, rules), description: "Was there already" };
  return { [endpoint.existingStatus]: answer };
}

const homes = {
  any: "May be written at the hub and at a branch.",
  branch:
    "Written at the branch that owns the record; the hub refuses it for a branch with a node.",
  hub: "Written at the hub only.",
} as const;

function needOf({ access }: Endpoint, { security }: SurfaceRules): string {
  if (access !== null) return `Needs the right to ${access.action} ${access.resource}.`;
  const [scheme] = Object.keys(security);
  return scheme === undefined ? "Needs no token." : `Needs a token (${scheme}), and no role.`;
}

function descriptionOf(endpoint: Endpoint, rules: SurfaceRules): string {
  const need = needOf(endpoint, rules);
  if (!isWriteEndpoint(endpoint)) return need;
  if (!isCommand(endpoint)) return `${need} Changes nothing.`;
  return rules.scope === "branch" ? `${need} ${homes[endpoint.home]}` : need;
}

function requestBodyOf(endpoint: Endpoint): Pick<Operation, "requestBody"> {
  if (!isWriteEndpoint(endpoint) || endpoint.body === null) return {};
  const sent = endpoint.sent ?? { contentType: "application/json", schema: endpoint.body };
  const schema = sent.schema === null ? {} : schemaOf(sent.schema, "input");
  return { requestBody: { required: true, content: { [sent.contentType]: { schema } } } };
}

function operationOf({ operationId, endpoint, rules }: Named): Operation {
  const key = keyOf(endpoint, rules);
  const changesRecord = isCommand(endpoint) && rules.scope !== "none" && !isEmpty(endpoint.params);
  return {
    operationId,
    tags: [`${rules.tagPrefix}${endpoint.tag}`],
    summary: endpoint.summary,
    description: descriptionOf(endpoint, rules),
    parameters: [
      ...parametersIn("path", endpoint.params),
      ...parametersIn("query", endpoint.query),
      ...headerParameters({ scope: rules.scope, key, changesRecord }),
    ],
    ...requestBodyOf(endpoint),
    responses: {
      [endpoint.status]: successResponse(endpoint, rules),
      ...existingResponse(endpoint, rules),
      ...errorResponses(endpoint, rules),
    },
  };
}

interface Named {
  readonly operationId: string;
  readonly endpoint: Endpoint;
  readonly rules: SurfaceRules;
}

function namedEndpoints({ rules, contracts }: DescribedSurface): readonly Named[] {
  return Object.entries(contracts).flatMap(([resource, contract]) =>
    Object.entries(contract).map(([name, endpoint]): Named => {
      return { operationId: `${resource}.${name}`, endpoint, rules };
    }),
  );
}

function pathsOf(
  endpoints: readonly Named[],
  first: SurfaceRules,
): Readonly<Record<string, PathItem>> {
  const securityOf = ({ rules }: Named) =>
    rules.security === first.security ? {} : { security: securityFor(rules) };
  const byPath = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path);
  const items = [...byPath].map(([path, named]): readonly [string, PathItem] => [
    path,
    Object.fromEntries(
      named.map((one) => [
        one.endpoint.method.toLowerCase(),
        { ...operationOf(one), ...securityOf(one) },
      ]),
    ),
  ]);
  return Object.fromEntries(items);
}

// Any one of a surface's schemes is enough.
function securityFor(rules: SurfaceRules): OpenApiDocument["security"] {
  return Object.keys(rules.security).map((name) => ({ [name]: [] }));
}

function webhookOf(event: EventType, { eventSurface }: SurfaceRules): Webhook {
  const schema = eventSchema(event.type, eventSurface);
  return {
    post: {
      summary: event.meaning,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { "2XX": { description: "The receiver has taken the event." } },
    },
  };
}

function webhooksOf(surfaces: OpenApiOptions["surfaces"]): Readonly<Record<string, Webhook>> {
  const all = surfaces.flatMap(({ rules, eventTypes = [] }) =>
    eventTypes.map((event) => [event.type, webhookOf(event, rules)] as const),
  );
  return Object.fromEntries(all);
}

/** The OpenAPI 3.1 document of some surfaces, made from the very schemas that check the requests. */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const { title, version, serverUrl, surfaces } = options;
  const endpoints = surfaces.flatMap(namedEndpoints);
  const tags = new Set(endpoints.map(({ rules, endpoint }) => `${rules.tagPrefix}${endpoint.tag}`));
  const schemes = surfaces.flatMap(({ rules: { security } }) => Object.entries(security));
  const { rules } = surfaces[0] ?? { rules: clinicalRules };
  return {
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: serverUrl }],
    security: securityFor(rules),
    tags: [...tags].map((name) => ({ name })),
    paths: pathsOf(endpoints, rules),
    webhooks: webhooksOf(surfaces),
    components: { schemas: { Error: errorSchema }, securitySchemes: Object.fromEntries(schemes) },
  };
}
