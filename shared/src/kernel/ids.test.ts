import { expect, test } from "vitest";
import { createIdSource, encodeUlidPart, idPrefixes, isAnyId, isId } from "./ids.ts";

test("ids carry their time as a ULID does, and have the form of their kind", () => {
  const at = Date.parse("2026-03-02T03:00:00.123Z");
  const id = createIdSource(() => at)("pat");
  expect(isId("pat", id)).toBe(true);
  expect(id.slice(4, 14)).toBe(encodeUlidPart(BigInt(at), 10));
  const last = createIdSource(() => 2 ** 48 - 1)("pat");
  expect(last.slice(4, 14)).toBe("7zzzzzzzzz");
});

test("each kind of record has a prefix of its own, of an id's form", () => {
  const prefixes = Object.values(idPrefixes);
  expect(prefixes.filter((prefix, place) => prefixes.indexOf(prefix) !== place)).toEqual([]);
  const newId = createIdSource(Date.now);
  expect(prefixes.filter((prefix) => !isAnyId(newId(prefix)))).toEqual([]);
});

test("ids of one millisecond are all different and sort by the order they were made in", () => {
  const newId = createIdSource(() => 1_700_000_000_000);
  const made = Array.from({ length: 20_000 }, () => newId("evt"));
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
});

test("ids go on counting where half of their random bits is used up, and never run over", () => {
  const newId = createIdSource(
    () => 1_700_000_000_000,
    (bytes) => bytes.fill(0xff),
  );
  const first = newId("evt");
  const second = newId("evt");
  expect(first.slice(14)).toBe("fzzzzzzzzzzzzzzz");
  expect(second.slice(14)).toBe("g000000000000000");
  expect(second > first).toBe(true);
});

test("ids do not go back with the clock", () => {
  let now = 1_700_000_000_500;
  const newId = createIdSource(() => now);
  const first = newId("evt");
  now -= 400;
  expect(newId("evt") > first).toBe(true);
});
