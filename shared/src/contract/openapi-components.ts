import { errorCodes } from "#kernel/errors.ts";
import type { SurfaceRules } from "./surface-rules.ts";

/** A JSON Schema, or a part of the document that is not looked into. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

const text = { type: "string" } as const;

/** The one shape in which every failure is reported. */
export const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", enum: Object.keys(errorCodes) },
        message: text,
        doc_url: { type: "string", format: "uri" },
        request_id: text,
        details: {
          type: "object",
          properties: {
            fields: {
              type: "array",
              items: {
                type: "object",
                properties: { path: text, code: text, message: text },
                required: ["path", "code", "message"],
              },
            },
          },
        },
      },
      required: ["code", "message", "doc_url", "request_id", "details"],
    },
  },
  required: ["error"],
};

const eventFields = {
  id: text,
  api_version: text,
  tenant_id: text,
  environment: { type: "string", enum: ["live", "test"] },
  created_at: { type: "string", format: "date-time" },
  sequence: { type: "integer", description: "The record's version: an older one can be dropped." },
  data: {
    type: "object",
    properties: { object: { type: "object" }, previous_attributes: { type: ["object", "null"] } },
    required: ["object"],
  },
} as const;

/** The body of a delivery of one kind of event of a surface. */
export function eventSchema(type: string, surface: SurfaceRules["eventSurface"]): JsonSchema {
  const properties = { type: { const: type }, surface: { const: surface }, ...eventFields };
  return { type: "object", properties, required: Object.keys(properties) };
}

function header(name: string, required: boolean, description: string): Parameter {
  return { name, in: "header", required, description, schema: text };
}

const tenant = header("X-Tenant-Id", true, "The acting tenant: the token's own.");
const branch = header("X-Branch-Id", true, "The acting branch: one of the token's.");
const whoActs: readonly Parameter[] = [
  header("X-Actor-Role", false, "Narrows the caller to one of its roles."),
  header("X-Device-Id", false, "The device at which the caller works, for the audit."),
];
const version = header("If-Match", false, "The ETag of the version that the change was made from.");

/** What holds for the headers of one operation. */
export interface HeaderRules {
  readonly scope: SurfaceRules["scope"];
  /** Whether it takes an idempotency key, and whether it needs one. */
  readonly key: SurfaceRules["idempotency"];
  /** Whether it changes a record that its path names, which has versions. */
  readonly changesRecord: boolean;
}

/** The headers that a request carries. */
export function headerParameters({ scope, key, changesRecord }: HeaderRules): readonly Parameter[] {
  if (scope === "none") return [];
  const name = "Idempotency-Key";
  const meaning = "New for each intent; the same key gets the same answer again.";
  return [
    tenant,
    ...(scope === "branch" ? [branch] : []),
    ...whoActs,
    ...(key === "none" ? [] : [header(name, key === "required", meaning)]),
    ...(changesRecord ? [version] : []),
  ];
}

function described(description: string, schema: JsonSchema = text): JsonSchema {
  return { description, schema };
}

/** The headers that a success carries. @param isKeyed whether it can be the answer to a key that was used before */
export function responseHeaders(isKeyed: boolean): Readonly<Record<string, JsonSchema>> {
  const replay = {
    "Idempotent-Replayed": described("`true` where the answer is a stored one."),
    "Original-Request-Id": described("The request to which a stored answer was first given."),
  };
  return {
    "X-Request-Id": described("Names this request; quote it to support."),
    "X-Rate-Limit-Remaining": described("Calls that the plan leaves.", { type: "integer" }),
    ETag: described("The version of the one record that is answered."),
    ...(isKeyed ? replay : {}),
  };
}
