import type * as z from "zod";
import { errorCodes, type ErrorCode, type FieldIssue } from "#kernel/errors.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What a field that was left out is answered, whatever its type. */
export const requiredMessage = "is required";

/** A property's name comes from the caller, so no more of it than this is repeated. */
const longestKey = 64;

function dotted(path: Path): string {
  return path.map((part) => String(part).slice(0, longestKey)).join(".");
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorCodes, value);
}

function fieldIssue(path: Path, code: ErrorCode, message: string): FieldIssue[] {
  return [{ path: dotted(path), code, message }];
}

/** A value that fits none of several shapes is judged by the shape it came nearest to. */
function unionIssues(issue: z.core.$ZodIssueInvalidUnion, path: Path): FieldIssue[] {
  const [nearest] = issue.errors.toSorted((left, right) => left.length - right.length);
  if (nearest === undefined) return fieldIssue(path, "invalid_enum", issue.message);
  return nearest.flatMap((inner) => issueFields(inner, path));
}

/** Zod drops the input from its issues; that it was absent stands only in the sentence. */
function typeMessage(message: string): string {
  return message.endsWith("received undefined") ? requiredMessage : message;
}

function customCode(params: Readonly<Record<string, unknown>> | undefined): ErrorCode {
  const code = params?.["code"];
  return isErrorCode(code) ? code : "validation_error";
}

function issueFields(issue: Issue, parent: Path): FieldIssue[] {
  const path = [...parent, ...issue.path];
  const { code, message } = issue;
  if (code === "unrecognized_keys") {
    return issue.keys.flatMap((key) =>
      fieldIssue([...path, key], "unknown_field", "is not a field here"),
    );
  }
  if (code === "invalid_union") return unionIssues(issue, path);
  if (code === "custom") return fieldIssue(path, customCode(issue.params), message);
  if (code === "invalid_type") return fieldIssue(path, "validation_error", typeMessage(message));
  const isUnknownWord = code === "invalid_value" && message !== requiredMessage;
  return fieldIssue(path, isUnknownWord ? "invalid_enum" : "validation_error", message);
}

/** What zod found, as the error envelope writes it: one entry per wrong field, in the order found, never with the value sent. */
export function issuesToFields(error: z.ZodError): FieldIssue[] {
  return error.issues.flatMap((issue) => issueFields(issue, []));
}
