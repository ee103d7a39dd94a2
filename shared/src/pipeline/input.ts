import type * as z from "zod";
import { issuesToFields } from "#contract/issues.ts";
import type { Endpoint, InputOf } from "#contract/endpoint.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import { header, type Call } from "./call.ts";

function issuesOf(
  schema: z.ZodType,
  value: unknown,
  unknownCode: "unknown_field" | "unknown_parameter",
): { readonly value: unknown; readonly fields: readonly FieldIssue[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, fields: [] };
  const fields = issuesToFields(result.error).map((issue) =>
    issue.code === "unknown_field" ? { ...issue, code: unknownCode } : issue,
  );
  return { value: null, fields };
}

function objectOf(body: unknown): unknown {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError("malformed_json", "The body must be a JSON object.");
}

/**
 * The parsed input. A path id of the wrong form is a 404: it names nothing. @param body as it was read
 * @throws AppError not_found, validation errors
 */
export function parseInput(endpoint: Endpoint, call: Call, body: unknown): InputOf<Endpoint> {
  const params = endpoint.params.safeParse(call.params);
  if (!params.success) throw new AppError("not_found", "There is no such record.");
  const query = issuesOf(endpoint.query, call.query, "unknown_parameter");
  const schema = "body" in endpoint ? endpoint.body : null;
  const parsed =
    schema === null
      ? { value: undefined, fields: [] }
      : issuesOf(schema, objectOf(body), "unknown_field");
  const fields = [...query.fields, ...parsed.fields];
  if (fields.length > 0) throw fieldError(...fields);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the endpoint's own schemas just above
  return { params: params.data, query: query.value, body: parsed.value } as InputOf<Endpoint>;
}

/** The version in `If-Match: "v3"`, or null. @throws AppError version_conflict for anything that names no version */
export function ifMatchVersion(call: Call): number | null {
  const value = header(call, "If-Match");
  if (value === null || value === "*") return null;
  const match = /^(?:W\/)?"?v(\d{1,15})"?$/.exec(value);
  if (match?.[1] === undefined) {
    throw new AppError("version_conflict", "If-Match must name a version as in an ETag.");
  }
  return Number(match[1]);
}

/** What a caller says of itself for the audit. */
export interface CallerNotes {
  readonly deviceId: string | null;
  readonly reason: string | null;
}

// What an operation can carry: the hub would refuse one that says more, long after it was answered.
const longest = { "X-Device-Id": 64, "X-Access-Reason": 500 } as const;

const extended = /^UTF-8''(.*)$/isu;

/** A header's text; in the form of RFC 8187 also one that has other letters than a header's own. */
function decoded(name: string, value: string | null): string | null {
  const coded = value === null ? undefined : extended.exec(value)?.[1];
  if (coded === undefined) return value;
  try {
    return decodeURIComponent(coded);
  } catch {
    throw fieldError({ path: name, code: "validation_error", message: "is not percent-encoded" });
  }
}

function note(call: Call, name: keyof typeof longest): string | null {
  const value = decoded(name, header(call, name));
  if (value === null || value.length <= longest[name]) return value;
  const message = `must have at most ${longest[name]} characters`;
  throw fieldError({ path: name, code: "validation_error", message });
}

/** The headers that go into the audit and into operations. @throws AppError validation_error */
export function callerNotes(call: Call): CallerNotes {
  return { deviceId: note(call, "X-Device-Id"), reason: note(call, "X-Access-Reason") };
}
