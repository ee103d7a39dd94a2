import { describe, expect, test } from "vitest";
import { KeyboardWedge, type KeyPress } from "./keyboard-wedge.ts";

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };

function key(name: string, timeStamp: number, more: Partial<KeyPress> = {}): KeyPress {
  return { ...plain, key: name, code: "", timeStamp, ...more };
}

/** What comes of keys pressed so many milliseconds apart. */
function scansOf(keys: readonly string[], gapMs: number, wedge = new KeyboardWedge()): string[] {
  return keys.flatMap((name, index) => {
    const step = wedge.press(key(name, 1_000 + index * gapMs));
    return step.kind === "scan" ? [step.text] : [];
  });
}

describe("a scanner that plays a keyboard", () => {
  test.each([1, 10, 30])("is known by keys %i ms apart with Enter behind", (gap) => {
    expect(scansOf([...Array.from("PUN1-001234-K"), "Enter"], gap)).toEqual(["PUN1-001234-K"]);
  });

  test("is known with Tab behind, too", () => {
    expect(scansOf([...Array.from("12345"), "Tab"], 5)).toEqual(["12345"]);
  });

  test.each([
    ["a quick typist", [...Array.from("savitri"), "Enter"], 60],
    ["keys just too slow for a scanner", [...Array.from("savitri"), "Enter"], 45],
    ["fewer than five letters", [...Array.from("1234"), "Enter"], 5],
    ["no end", Array.from("123456789"), 5],
    ["Enter alone", ["Enter"], 5],
    ["an arrow within", [...Array.from("123"), "ArrowLeft", ...Array.from("45"), "Enter"], 5],
  ])("is not seen in %s", (_, keys, gap) => {
    expect(scansOf(keys, gap)).toEqual([]);
  });

  test("is distinguished from the letters that somebody typed before", () => {
    const wedge = new KeyboardWedge();
    scansOf(Array.from("sav"), 120, wedge);
    const later = [...Array.from("98765"), "Enter"].map((name, index) =>
      key(name, 2_000 + index * 4),
    );
    const scans = later.map((press) => wedge.press(press)).filter((step) => step.kind === "scan");
    expect(scans).toEqual([{ kind: "scan", text: "98765" }]);
  });

  test("says which letter may be the first of a scan, so that a field can be put back", () => {
    const wedge = new KeyboardWedge();
    const kinds = [0, 5, 200, 205].map((at) => wedge.press(key("a", 1_000 + at)).kind);
    expect(kinds).toEqual(["begins", "continues", "begins", "continues"]);
  });

  test("is not a key that is held down", () => {
    const wedge = new KeyboardWedge();
    const held = Array.from("aaaaaaaa").map((name, index) =>
      key(name, index * 30, { repeat: index > 0 }),
    );
    for (const press of held) wedge.press(press);
    expect(wedge.press(key("Enter", 250)).kind).toBe("none");
  });

  test("sends capitals with Shift and the separator of GS1 as Ctrl and ]", () => {
    const wedge = new KeyboardWedge();
    const presses = [
      key("1", 0),
      key("0", 4),
      key("Shift", 6),
      key("A", 8, { shiftKey: true }),
      key("Control", 12, { ctrlKey: true }),
      key("]", 14, { ctrlKey: true, code: "BracketRight" }),
      key("2", 18),
      key("1", 22),
      key("7", 26),
    ];
    for (const press of presses) wedge.press(press);
    expect(wedge.press(key("Enter", 30))).toEqual({ kind: "scan", text: "10A\u001D217" });
  });

  test("is understood on a desk whose keyboard is set to Hindi", () => {
    const wedge = new KeyboardWedge();
    const presses = [
      key("फ", 0, { code: "KeyP", shiftKey: true }),
      key("ह", 4, { code: "KeyU", shiftKey: true }),
      key("१", 8, { code: "Digit1" }),
      key("-", 12, { code: "Minus" }),
      key("ः", 16, { code: "Minus", shiftKey: true }),
    ];
    for (const press of presses) wedge.press(press);
    expect(wedge.press(key("Enter", 20))).toEqual({ kind: "scan", text: "PU1-_" });
  });

  test("leaves shortcuts alone", () => {
    const wedge = new KeyboardWedge();
    for (const [index, name] of Array.from("12345").entries()) {
      wedge.press(key(name, index * 5, { ctrlKey: true }));
    }
    expect(wedge.press(key("Enter", 30)).kind).toBe("none");
  });
});
