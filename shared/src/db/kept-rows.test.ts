import { expect, test } from "vitest";
import { KeptRows, isKept } from "./kept-rows.ts";

const row = (id: string, name = "Asha") => ({ id, name, names: [{ name }] });

test("gives a row again as it was kept, and no other table's of the same id", () => {
  const rows = new KeptRows();
  const kept = row("1");
  rows.keep("people", "1", "a", kept);
  expect(rows.find("people", "1")).toMatchObject({ stamp: "a", row: kept });
  expect(rows.find("places", "1")).toBeUndefined();
  expect([isKept(kept), isKept(row("1"))]).toEqual([true, false]);
});

test("lets nobody change what others will be given", () => {
  const rows = new KeptRows();
  const kept = row("1");
  rows.keep("people", "1", "a", kept);
  const [inner] = kept.names;
  expect(() => Object.assign(kept, { name: "Usha" })).toThrow(TypeError);
  expect(() => Object.assign(inner ?? {}, { name: "Usha" })).toThrow(TypeError);
});

test("keeps no more than it may, and those that were asked for last", () => {
  const rows = new KeptRows(350);
  for (const id of ["1", "2", "3"]) rows.keep("people", id, "a", row(id, "n".repeat(40)));
  rows.find("people", "1");
  rows.keep("people", "4", "a", row("4", "n".repeat(40)));
  const left = ["1", "2", "3", "4"].filter((id) => rows.find("people", id) !== undefined);
  expect(left).toEqual(["1", "3", "4"]);
});

test("counts a row once that is kept anew", () => {
  const rows = new KeptRows(350);
  rows.keep("people", "1", "a", row("1", "n".repeat(40)));
  for (const stamp of ["b", "c", "d"]) rows.keep("people", "2", stamp, row("2", "n".repeat(40)));
  expect(rows.find("people", "1")).toBeDefined();
  expect(rows.find("people", "2")?.stamp).toBe("d");
});

test("keeps no row that is larger than all that it may keep", () => {
  const rows = new KeptRows(100);
  rows.keep("people", "1", "a", row("1", "n".repeat(200)));
  expect(rows.find("people", "1")).toBeUndefined();
});

test("expects rows to be here where most of late were", () => {
  const rows = new KeptRows();
  for (let turn = 0; turn < 200; turn += 1) rows.count("people", true);
  expect([rows.isLikely("people"), rows.isLikely("places")]).toEqual([true, false]);
  for (let turn = 0; turn < 200; turn += 1) rows.count("people", false);
  expect(rows.isLikely("people")).toBe(false);
});
