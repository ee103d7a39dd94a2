import * as z from "zod";
import type { ErrorCode } from "#kernel/errors.ts";

/** Why a value is refused: a machine code, and a sentence that does not repeat the value. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Reads a text as sent: the form to store, or why it is refused. */
export type Reader = (sent: string) => string | Refusal;

/** A refusal that needs no code of its own. */
export function invalid(message: string): Refusal {
  return { code: "validation_error", message };
}

/** Records a refusal where zod collects them; `path` leads on from the value checked. */
export function refuse(
  payload: z.core.ParsePayload,
  { code, message }: Refusal,
  path: string[] = [],
): void {
  payload.issues.push({ code: "custom", input: payload.value, params: { code }, message, path });
}

/** A text field that is read once: the stored form replaces what was sent, and stays what it is when read again. */
export function textField(read: Reader, schema: Readonly<Record<string, unknown>>): z.ZodString {
  return z
    .string()
    .check((payload) => {
      const result = read(payload.value);
      if (typeof result === "string") payload.value = result;
      else refuse(payload, result);
    })
    .meta(schema);
}

/** A text field of one form; `pattern` has no `g` flag. */
export function patternField(
  pattern: RegExp,
  message: string,
  stored: (sent: string) => string = (sent) => sent,
): z.ZodString {
  const read: Reader = (sent) => (pattern.test(sent) ? stored(sent) : invalid(message));
  return textField(read, { pattern: pattern.source });
}
