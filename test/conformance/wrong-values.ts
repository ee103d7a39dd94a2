import * as z from "zod";
import { type Endpoint, isWriteEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { membersOf } from "./requests.ts";

type Schema = Readonly<Record<string, unknown>>;

/** A field or parameter with a value that its schema does not take. */
export interface WrongValue {
  readonly name: string;
  readonly value: unknown;
}

const options = { unrepresentable: "any", target: "draft-2020-12" } as const;

function alternatives(schema: Schema): readonly Schema[] {
  const either = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(either) ? either.map(membersOf).flatMap(alternatives) : [schema];
}

function typesOf(schema: Schema): ReadonlySet<unknown> {
  return new Set<unknown>(
    alternatives(schema).flatMap((one) => {
      if (Array.isArray(one["enum"])) return ["string"];
      const type: unknown = one["type"];
      return [type].flat();
    }),
  );
}

const candidates: readonly (readonly [type: string, value: unknown])[] = [
  ["boolean", true],
  ["number", 12.5],
  ["string", "§"],
  ["array", [[]]],
  ["object", { nonsense: 1 }],
  ["null", null],
];

/** Values of JSON types that a field of a body does not take. One that takes anything has none. */
export function wrongFields(endpoint: Endpoint): readonly WrongValue[] {
  if (!isWriteEndpoint(endpoint) || endpoint.body === null) return [];
  const schema = membersOf(z.toJSONSchema(endpoint.body, { ...options, io: "input" }));
  return Object.entries(membersOf(schema["properties"])).flatMap(([name, field]) => {
    const types = typesOf(membersOf(field));
    if (types.has(undefined)) return [];
    return candidates
      .filter(([type]) => !types.has(type) && !(type === "number" && types.has("integer")))
      .map(([, value]) => ({ name, value }));
  });
}

function wrongText(schema: Schema): string {
  const [first = {}] = alternatives(schema);
  if (Array.isArray(first["enum"])) return "no_such_word";
  if (first["type"] === "integer") return "1.5";
  if (first["format"] !== undefined) return "tomorrow";
  if (first["pattern"] !== undefined) return "not of this form!";
  const longest = first["maxLength"];
  return typeof longest === "number" ? "y".repeat(longest + 1) : "no_such_word";
}

/** Parameters of a query with values that they do not take. */
export function wrongParameters(endpoint: Endpoint): readonly WrongValue[] {
  const schema = membersOf(z.toJSONSchema(endpoint.query, { ...options, io: "output" }));
  return Object.entries(membersOf(schema["properties"])).map(([name, field]) => ({
    name,
    value: wrongText(membersOf(field)),
  }));
}

/** Whether the endpoint is a list that is read page by page. */
export function isList(endpoint: Endpoint): boolean {
  return Object.hasOwn(endpoint.query.shape, "cursor");
}

/** Whether the endpoint's path names a record. */
export function namesRecord(endpoint: Endpoint): boolean {
  return endpoint.path.includes("{id}");
}
