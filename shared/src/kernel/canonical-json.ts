function canonicalText(text: string): string {
  if (!text.isWellFormed())
    throw new TypeError("canonical JSON has no form for half a surrogate pair");
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value))
    throw new TypeError("canonical JSON has no form for a number that is not finite");
  // RFC 8785 takes its numbers from ECMAScript, so this is its form by definition; -0 becomes 0.
  return JSON.stringify(value);
}

function canonicalObject(value: object, path: ReadonlySet<object>): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError("canonical JSON has no form for an object of a class");
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // The order of UTF-16 code units, which is what RFC 8785 asks for and what < compares.
  const sorted = members.toSorted(([left], [right]) => (left < right ? -1 : 1));
  const written = sorted.map(
    ([key, member]) => `${canonicalText(key)}:${canonicalValue(member, path)}`,
  );
  return `{${written.join(",")}}`;
}

function canonicalContainer(value: object, path: ReadonlySet<object>): string {
  if (path.has(value))
    throw new TypeError("canonical JSON has no form for a value that holds itself");
  const inner = new Set([...path, value]);
  if (!Array.isArray(value)) return canonicalObject(value, inner);
  const items: readonly unknown[] = value;
  return `[${items.map((item) => canonicalValue(item, inner)).join(",")}]`;
}

function canonicalValue(value: unknown, path: ReadonlySet<object>): string {
  if (value === null) return "null";
  if (typeof value === "string") return canonicalText(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "object") return canonicalContainer(value, path);
  throw new TypeError(`canonical JSON has no form for ${typeof value}`);
}

/**
 * The one text of a JSON value (RFC 8785): members sorted, no spaces, so that equal values have equal hashes and signatures on every node.
 * Members that are undefined are left out. Throws TypeError for what JSON cannot carry: non-finite numbers, half surrogate pairs, undefined in a list, objects of a class, bigint.
 */
export function canonicalJson(value: unknown): string {
  return canonicalValue(value, new Set());
}

/** Whether two values are the same JSON, whatever the order of their members: an engine may keep objects in its own. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  return canonicalJson(one) === canonicalJson(other);
}
