import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isSealed, keptIndex, valueSealOf } from "./value-seal.ts";

const seal = valueSealOf(randomBytes(32));
const texts = ["Z1234567", "z-123 4567", "आईडी ७", "-", "a".repeat(64), '"\\\n'];

describe("a sealed value", () => {
  test.each(texts)("shows nothing of %j and is opened again", (text) => {
    const sealed = seal.seal(text);
    expect(isSealed(sealed)).toBe(true);
    // A sign by itself stands in many a seal by chance.
    expect(sealed.split(text).length > 1 && text.length > 1).toBe(false);
    expect(seal.open(sealed)).toBe(text);
  });

  test("is the same for one text, stays what it is, and is another one for every other text and key", () => {
    const all = texts.map((text) => seal.seal(text));
    expect(texts.map((text) => seal.seal(text))).toEqual(all);
    expect(all.map((sealed) => seal.seal(sealed))).toEqual(all);
    expect(new Set(all).size).toBe(texts.length);
    const other = valueSealOf(randomBytes(32));
    expect(other.seal("Z1234567")).not.toBe(seal.seal("Z1234567"));
    expect(other.open(seal.seal("Z1234567"))).toBeNull();
  });

  test("is what a node of any version makes of it", () => {
    const known = valueSealOf(new Uint8Array(32).fill(7));
    expect(known.indexOf("98765 43210")).toBe("1fAnYzSyC1CqQhMggin4Yg");
    // The nonce comes first of what follows the mark and the index.
    expect(known.seal("9876543210")).toMatch(/^~s1\.1fAnYzSyC1CqQhMggin4Yg\.JfXnqZKoZtLE9WkV/u);
  });

  test("by an older program, which knew no digits of other scripts, is opened and stays", () => {
    const known = valueSealOf(new Uint8Array(32).fill(7));
    const older = "~s1..iqyUwY4BmF4vyTVXRqN_NbgMgSqk7yLe-TnkFC6kE9jYERrIcp_r1eltR5YIFcIHw8A";
    expect(known.open(older)).toBe("आईडी ७८९");
    expect(known.seal(older)).toBe(older);
    expect(known.seal("आईडी ७८९")).not.toBe(older);
    expect(known.indexOf("आईडी ७८९")).toBe(known.indexOf("789"));
  });

  test("is found by its number however that is written, and by no other", () => {
    const index = keptIndex(seal.seal("Z1234567"));
    expect([seal.indexOf("z-123 4567"), seal.indexOf("Z1234568")]).toEqual([
      index,
      expect.not.stringMatching(index),
    ]);
    expect(keptIndex("z-123 4567")).toBe("Z1234567");
    // Numbers without a letter or digit that is compared would all be one.
    expect([seal.indexOf("-"), keptIndex(seal.seal("-"))]).toEqual(["", ""]);
  });

  test("that somebody has put together opens nothing, and is sealed like any text", () => {
    const [one, other] = [seal.seal("Z1234567"), seal.seal("Z1234568")];
    const exchanged = one.replace(keptIndex(one), keptIndex(other));
    const cut = `${one.slice(0, -2)}${one.endsWith("AA") ? "BB" : "AA"}`;
    for (const made of [exchanged, cut]) {
      expect(seal.open(made)).toBeNull();
      expect(seal.open(seal.seal(made))).toBe(made);
    }
  });

  test("is opened wherever it stands in a text of JSON, and what was not sealed here stays", () => {
    const foreign = valueSealOf(randomBytes(32)).seal("X1");
    const document = { list: texts.map((value) => ({ value })), note: "~s1.", foreign };
    const kept = { ...document, list: texts.map((value) => ({ value: seal.seal(value) })) };
    expect(JSON.parse(seal.openIn(JSON.stringify(kept)))).toEqual(document);
  });
});
