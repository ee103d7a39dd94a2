/** What was read has not the form that this page knows. */
class UnreadableError extends Error {
  constructor(expected: string) {
    super(`what was read is no ${expected}`);
    this.name = "UnreadableError";
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object's members. @throws UnreadableError */
export function readFields(value: unknown): Fields {
  if (isFields(value)) return value;
  throw new UnreadableError("object");
}

/** A text. @throws UnreadableError */
export function readText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new UnreadableError("text");
}

/** A number. @throws UnreadableError */
export function readNumber(value: unknown): number {
  if (typeof value === "number") return value;
  throw new UnreadableError("number");
}

/** A list, each of its items read. @throws UnreadableError */
export function readList<T>(value: unknown, readItem: (item: unknown) => T): readonly T[] {
  if (Array.isArray(value)) return value.map((item) => readItem(item));
  throw new UnreadableError("list");
}

/** What may be missing: null in its place. @throws UnreadableError when it is there and cannot be read */
export function readMissing<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

/** What a reader makes of a value; null where it cannot read it. */
export function tryRead<T>(value: unknown, read: (value: unknown) => T): T | null {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}
