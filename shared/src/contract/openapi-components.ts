import { errorCodes } from "#kernel/errors.ts";

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

/** The one shape in which every failure is told. */
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
  surface: { type: "string", enum: ["clinical", "booking", "account"] },
  created_at: { type: "string", format: "date-time" },
  sequence: { type: "integer", description: "The record's version: an older one can be dropped." },
  data: {
    type: "object",
    properties: { object: { type: "object" }, previous_attributes: { type: ["object", "null"] } },
    required: ["object"],
  },
} as const;

/** The body of a delivery of one kind of event. */
export function eventSchema(type: string): JsonSchema {
  return {
    type: "object",
    properties: { type: { const: type }, ...eventFields },
    required: ["type", ...Object.keys(eventFields)],
  };
}

function header(name: string, required: boolean, description: string): Parameter {
  return { name, in: "header", required, description, schema: text };
}

const everyRequest: readonly Parameter[] = [
  header("X-Tenant-Id", true, "The acting tenant: the token's own."),
  header("X-Branch-Id", true, "The acting branch: one of the token's."),
  header("X-Actor-Role", false, "Narrows the caller to one of its roles."),
  header("X-Device-Id", false, "The device at which the caller works, for the audit."),
];

/** The headers that a request carries. @param namesRecord whether its path names a record, which has versions */
export function headerParameters(isWrite: boolean, namesRecord: boolean): readonly Parameter[] {
  const key = header(
    "Idempotency-Key",
    true,
    "New for each intent; the same key gets the same answer again.",
  );
  const version = header(
    "If-Match",
    false,
    "The ETag of the version that the change was made from.",
  );
  return [...everyRequest, ...(isWrite ? [key] : []), ...(isWrite && namesRecord ? [version] : [])];
}

function described(description: string, schema: JsonSchema = text): JsonSchema {
  return { description, schema };
}

/** The headers that a success carries. */
export function responseHeaders(isWrite: boolean): Readonly<Record<string, JsonSchema>> {
  const replay = {
    "Idempotent-Replayed": described("`true` where the answer is a stored one."),
    "Original-Request-Id": described("The request to which a stored answer was first given."),
  };
  return {
    "X-Request-Id": described("Names this request; quote it to support."),
    "X-Rate-Limit-Remaining": described("Calls that the plan leaves.", { type: "integer" }),
    ETag: described("The version of the one record that is answered."),
    ...(isWrite ? replay : {}),
  };
}
