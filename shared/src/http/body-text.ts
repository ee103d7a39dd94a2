import { hash } from "node:crypto";

const texts = new WeakMap<object, string>();

/** Keeps the text that a request's body was read from, for those who ask what exactly was sent. */
export function keepBodyText(request: object, text: string): void {
  texts.set(request, text);
}

/** The text of a request's body where its reader has kept it. */
export function bodyTextOf(request: object): string | undefined {
  return texts.get(request);
}

/** SHA-256 of the text of a request's body, hex, where its reader has kept it. */
export function bodyHashOf(request: object): string | undefined {
  const text = texts.get(request);
  return text === undefined ? undefined : hash("sha256", text);
}
