/** What something looks like: what is where, and of which kind. */
export type Shape = Readonly<Record<string, string>>;

// HTTP's own: they say how the bytes travel, and the server adds them by itself.
const transport = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

const absent = Symbol("absent");

function kindOf(value: unknown): string {
  if (value === absent) return "absent";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === "object";
}

function addShapes(path: string, values: readonly unknown[], shape: Map<string, string>): void {
  shape.set(path === "" ? "." : path, [...new Set(values.map(kindOf))].toSorted().join(" or "));
  const objects = values.filter(isMembers);
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  for (const name of [...names].toSorted()) {
    const members = objects.map((object) => (Object.hasOwn(object, name) ? object[name] : absent));
    addShapes(path === "" ? name : `${path}.${name}`, members, shape);
  }
  const items = values.filter(Array.isArray).flat(1);
  if (items.length > 0) addShapes(`${path}[]`, items, shape);
}

/** What an answer says, as far as its shape is concerned. */
export interface SaidText {
  readonly text: string;
  readonly headers: Headers;
}

// A file is of no form of ours.
function valueOf({ text, headers }: SaidText): unknown {
  if (text === "") return absent;
  return headers.get("content-type")?.includes("json") === false ? text : JSON.parse(text);
}

/** The paths of JSON texts and the kinds of what stands there, and nothing of the values themselves. */
export function bodyShape(answers: readonly SaidText[]): Shape {
  const shape = new Map<string, string>();
  const values = answers.map(valueOf);
  addShapes("", values, shape);
  return Object.fromEntries(shape);
}

/** The names of the headers that answers carry, and whether each of the answers does. */
export function headersShape(answers: readonly Headers[]): Shape {
  const names = answers.flatMap((headers) => [...headers.keys()]);
  const reported = [...new Set(names)].filter((name) => !transport.has(name)).toSorted();
  return Object.fromEntries(
    reported.map((name) => [
      name,
      answers.every((headers) => headers.has(name)) ? "always" : "sometimes",
    ]),
  );
}

/** What one shape has and another has not, a line each: `- was`, `+ is`. */
export function shapeChanges(was: Shape, now: Shape): readonly string[] {
  const paths = [...new Set([...Object.keys(was), ...Object.keys(now)])].toSorted();
  return paths.flatMap((path) => {
    if (was[path] === now[path]) return [];
    const line = (sign: string, shape: Shape) =>
      shape[path] === undefined ? [] : [`${sign} ${path}: ${shape[path]}`];
    return [...line("-", was), ...line("+", now)];
  });
}
