import type { JsonKind } from "./json-kinds.ts";

// One dimension, whether there are nulls, the type; then how many there are, counted from 1.
const headBytes = 20;
const emptyBytes = 12;
const lengthBytes = 4;
/** How an engine's type of JSON is sent: by its number, with what stands before each text. */
const forms = {
  // Of several forms of which one is the text.
  json: { type: 3802, before: [1] },
  document: { type: 114, before: [] },
} as const satisfies Readonly<Record<JsonKind, object>>;

type Form = (typeof forms)[keyof typeof forms];
const noValue = -1;

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  throw new TypeError(`a list of JSON texts has no form for ${typeof value}`);
}

function head(bytes: Buffer, { type }: Form, hasNulls: boolean, count: number): number {
  let at = bytes.writeInt32BE(1, 0);
  at = bytes.writeInt32BE(Number(hasNulls), at);
  at = bytes.writeInt32BE(type, at);
  at = bytes.writeInt32BE(count, at);
  return bytes.writeInt32BE(1, at);
}

function put(bytes: Buffer, { before }: Form, at: number, text: string | null): number {
  if (text === null) return bytes.writeInt32BE(noValue, at);
  const from = at + lengthBytes;
  const start = before.reduce((place, byte) => bytes.writeUInt8(byte, place), from);
  const end = start + bytes.write(text, start);
  bytes.writeInt32BE(end - from, at);
  return end;
}

/**
 * A list of JSON texts as PostgreSQL reads an array in its binary form. In the other form every quote of a text has a sign
 * before it, which is put there here and taken off there: an operation took 13 us, and takes 1.7. For short texts and
 * numbers the other form is the quicker one. @param kind of the column @throws TypeError for what is neither text nor nothing
 */
export function jsonArray(values: readonly unknown[], kind: JsonKind): Buffer {
  const form: Form = forms[kind];
  const texts = values.map(textOf);
  if (texts.length === 0) {
    const empty = Buffer.alloc(emptyBytes);
    empty.writeInt32BE(form.type, 8);
    return empty;
  }
  const size = texts.reduce(
    (sum, text) =>
      sum + lengthBytes + (text === null ? 0 : form.before.length + Buffer.byteLength(text)),
    headBytes,
  );
  const bytes = Buffer.allocUnsafe(size);
  let at = head(bytes, form, texts.includes(null), texts.length);
  for (const text of texts) at = put(bytes, form, at, text);
  return bytes;
}
