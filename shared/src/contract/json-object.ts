import { isStorableText } from "#kernel/storable.ts";

/** A JSON object whose members are not interpreted. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

const deepest = 8;
const mostKeys = 500;
const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function childrenOf(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : Object.values(value);
}

function scalarFault(value: unknown): string | undefined {
  if (typeof value === "string") return textFault(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : "holds a number out of range";
  return value === undefined || typeof value === "boolean"
    ? undefined
    : "holds what JSON cannot carry";
}

/** PostgreSQL's jsonb takes neither U+0000 nor half a surrogate pair. */
function textFault(text: string): string | undefined {
  return isStorableText(text) ? undefined : "holds a character that cannot be stored";
}

function keysFault(keys: readonly string[], keysSoFar: number): string | undefined {
  if (keysSoFar + keys.length > mostKeys) return `must have at most ${mostKeys} keys`;
  if (keys.some((key) => forbiddenKeys.has(key))) return "holds a forbidden key";
  return keys.map(textFault).find((fault) => fault !== undefined);
}

/** Walks level by level, so that no nesting, however deep, can exhaust the stack. */
function structureFault(root: JsonObject): string | undefined {
  let level: readonly unknown[] = [root];
  let keyCount = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    const containers = level.filter((value) => typeof value === "object" && value !== null);
    if (containers.length > 0 && depth > deepest) return `must be nested at most ${deepest} deep`;
    for (const container of containers) {
      const keys = Array.isArray(container) ? [] : Object.keys(container);
      const fault = keysFault(keys, keyCount);
      if (fault !== undefined) return fault;
      keyCount += keys.length;
    }
    const children = containers.flatMap(childrenOf);
    const fault = children
      .filter((child) => typeof child !== "object")
      .map(scalarFault)
      .find((found) => found !== undefined);
    if (fault !== undefined) return fault;
    level = children;
  }
  return undefined;
}

/** Why an object may not be stored as free JSON (too deep, too many keys, too large, keys that reach a prototype), or undefined. */
export function jsonFault(value: JsonObject, maxBytes: number): string | undefined {
  const fault = structureFault(value);
  if (fault !== undefined) return fault;
  const text = JSON.stringify(value);
  // No character of UTF-16 takes more than three bytes of UTF-8.
  if (text.length * 3 <= maxBytes) return undefined;
  const bytes = new TextEncoder().encode(text).length;
  return bytes > maxBytes ? `must have at most ${maxBytes} bytes` : undefined;
}
