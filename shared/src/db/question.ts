import type { CompiledQuery, Kysely } from "kysely";
import type { Database } from "./database.ts";
import type { Reader } from "./session.ts";
import { inList } from "./statements.ts";

/** What a question is asked with: texts, and lists of texts of which each is looked for. */
type Given = Readonly<Record<string, string | readonly string[]>>;

/** The same of an interface, which has no index. */
type GivenAs<Asked> = { readonly [Name in keyof Asked]: string | readonly string[] };

/** A query as the builder has put it together. */
interface Built<Row> {
  compile(): CompiledQuery<Row>;
}

/** A text with the places at which the values of each question stand. */
interface Kept<Row> {
  readonly query: CompiledQuery<Row>;
  readonly valuesOf: (given: Given) => readonly unknown[];
}

// No value of a request has it: it stands for one while the text is made.
const mark = "\u0000";

function marked(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "string"
        ? `${mark}${name}`
        : value.map((_, place) => `${mark}${name}${mark}${place}`),
    ]),
  );
}

/** What puts a value in place of its mark; what is no mark is of the question itself. */
function placed(parameter: unknown): (given: Given) => unknown {
  if (Array.isArray(parameter)) {
    const each = parameter.map(placed);
    return (given) => [...new Set(each.map((one) => one(given)))];
  }
  if (typeof parameter !== "string" || !parameter.startsWith(mark)) return () => parameter;
  const [, name = "", place] = parameter.split(mark);
  return place === undefined ? (given) => given[name] : (given) => given[name]?.[Number(place)];
}

function namesIn(parameter: unknown): readonly string[] {
  if (Array.isArray(parameter)) return parameter.flatMap(namesIn);
  const isMark = typeof parameter === "string" && parameter.startsWith(mark);
  return isMark ? [parameter.split(mark)[1] ?? ""] : [];
}

function kept<Row>(query: CompiledQuery<Row>, given: Given): Kept<Row> {
  const found = new Set(query.parameters.flatMap(namesIn));
  const lost = Object.keys(given).filter((name) => !found.has(name));
  if (lost.length > 0)
    throw new Error(`a question stands for every value, and asks with ${lost.join(", ")} itself`);
  const places = query.parameters.map(placed);
  return { query, valuesOf: (values) => places.map((place) => place(values)) };
}

/** What an engine answers a text with. */
type Asking = (text: string, values: readonly unknown[]) => readonly unknown[];

const directly = new WeakMap<object, Asking>();

/**
 * Has the questions of an engine that answers at once asked of it, past the builder's executor: it makes five promises for
 * what takes a few microseconds. @param db of the engine, without plugins
 */
export function askDirectly(db: object, ask: Asking): void {
  directly.set(db, ask);
}

/**
 * A question that is put together once and asked with other values each time: the builder and its compiler took a third of
 * what a command's questions cost, 40 us each. @param build must not look into the values, and asks with each of them
 */
export function question<Asked extends GivenAs<Asked>, Row>(
  build: (db: Reader, given: Asked) => Built<Row>,
): (db: Reader, given: Asked) => Promise<readonly Row[]> {
  const known = new Map<unknown, Map<string, Kept<Row>>>();
  return async (db, given) => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a reader is the query builder, seen as what it may do
    const engine = db as unknown as Kysely<Database>;
    const { constructor: kind } = engine.getExecutor().adapter;
    const ofEngine = known.get(kind) ?? new Map<string, Kept<Row>>();
    known.set(kind, ofEngine);
    const values: Record<string, string | readonly string[]> = {};
    let shape = "";
    for (const name in given) {
      const value: string | readonly string[] = given[name];
      const list = typeof value === "string" ? null : inList(value);
      values[name] = list ?? value;
      if (list !== null) shape += `${list.length} `;
    }
    let text = ofEngine.get(shape);
    if (text === undefined) {
      const marks = marked(values);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- of the same names, with texts in place of texts
      text = kept(build(db, marks as unknown as Asked).compile(), marks);
      ofEngine.set(shape, text);
    }
    const ask = directly.get(engine);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the engine's rows are those that the text selects
    if (ask !== undefined) return ask(text.query.sql, text.valuesOf(values)) as readonly Row[];
    const asked = { ...text.query, parameters: text.valuesOf(values) };
    return (await engine.executeQuery<Row>(asked)).rows;
  };
}
