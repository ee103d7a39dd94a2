import * as z from "zod";
import { expect, test } from "vitest";
import { enumOf, idOf, int, str } from "./fields.ts";
import { issuesToFields } from "./issues.ts";

function fieldsOf(schema: z.ZodType, value: unknown) {
  const result = schema.safeParse(value);
  return result.success ? [] : issuesToFields(result.error);
}

const Shape = z.strictObject({
  name: str(1, 20),
  address: z.strictObject({ city: str(1, 5) }).optional(),
  identifiers: z.array(z.strictObject({ value: str(1, 5) })).optional(),
});

test("writes nested paths with dots, array positions included", () => {
  const found = fieldsOf(Shape, {
    name: "A",
    address: { city: "Bengaluru" },
    identifiers: [{ value: "ok" }, { value: "" }],
  });
  expect(found.map((issue) => issue.path)).toEqual(["address.city", "identifiers.1.value"]);
});

test("names every unknown property by its own path", () => {
  const found = fieldsOf(Shape, {
    name: "A",
    is_admin: true,
    role: "x",
    address: { city: "Pune", zip: 1 },
  });
  expect(found).toEqual([
    { path: "address.zip", code: "unknown_field", message: "is not a field here" },
    { path: "is_admin", code: "unknown_field", message: "is not a field here" },
    { path: "role", code: "unknown_field", message: "is not a field here" },
  ]);
});

test("says that a missing field is required", () => {
  expect(fieldsOf(Shape, {})).toEqual([
    { path: "name", code: "validation_error", message: "is required" },
  ]);
});

test("never repeats the value that was sent", () => {
  const found = fieldsOf(z.strictObject({ id: idOf("pat"), age: int(0, 130) }), {
    id: "Asha Rao",
    age: "Asha Rao",
  });
  expect(found.map((issue) => issue.code)).toEqual(["invalid_id", "validation_error"]);
  expect(JSON.stringify(found)).not.toContain("Asha");
});

test("repeats no more than 64 characters of a property's name", () => {
  expect(fieldsOf(z.strictObject({}), { ["x".repeat(1000)]: 1 })[0]?.path).toHaveLength(64);
});

test("judges a value that fits no shape of a union by the nearest shape", () => {
  const Either = z.union([
    z.strictObject({ a: str(1, 2), b: str(1, 2) }),
    z.strictObject({ a: str(1, 2) }),
  ]);
  expect(fieldsOf(z.strictObject({ part: Either }), { part: { a: "long" } })).toEqual([
    { path: "part.a", code: "validation_error", message: "must have at most 2 characters" },
  ]);
});

test("calls an unknown discriminator an unknown word", () => {
  const Either = z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("a") }),
    z.strictObject({ kind: enumOf(["b"]) }),
  ]);
  expect(fieldsOf(Either, { kind: "c" })).toMatchObject([{ path: "kind", code: "invalid_enum" }]);
});

test("ignores a machine code that the table does not have", () => {
  const Odd = z.string().refine(() => false, { message: "no", params: { code: "made_up" } });
  expect(fieldsOf(Odd, "x")).toEqual([{ path: "", code: "validation_error", message: "no" }]);
});
