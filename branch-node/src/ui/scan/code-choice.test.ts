import { describe, expect, test } from "vitest";
import { CodeChoice, type SeenCode, type Sight } from "./code-choice.ts";

const code = (text: string, fromMiddle = 0): SeenCode => ({ text: `]Q1${text}`, fromMiddle });

/** What comes of the same pictures every 120 ms. */
function shown(
  choice: CodeChoice,
  pictures: readonly (readonly SeenCode[])[],
  from = 0,
): readonly Sight[] {
  return pictures.map((seen, index) => choice.look(seen, from + index * 120));
}

const times = <T>(count: number, value: T): readonly T[] =>
  Array.from({ length: count }, () => value);
const codesOf = (sights: readonly Sight[]) =>
  sights.flatMap((sight) => (sight.kind === "code" ? [sight.text.slice(3)] : []));

describe("a code alone", () => {
  test("is taken when it is seen again, wherever it is held", () => {
    const sights = shown(new CodeChoice(), times(3, [code("A", 0.9)]));
    expect(sights.map(({ kind }) => kind)).toEqual(["nothing", "nothing", "code"]);
  });

  test("that is seen once on the way to another is not taken", () => {
    expect(codesOf(shown(new CodeChoice(), [[code("A")], ...times(3, [code("B")])]))).toEqual([
      "B",
    ]);
  });
});

describe("of two codes in view", () => {
  const two = [code("upper", 0.6), code("lower", 0.1)];

  test("the one in the middle is taken after a moment, whichever the decoder found first", () => {
    for (const order of [two, two.toReversed()]) {
      const sights = shown(new CodeChoice(), times(6, order));
      expect(sights.slice(0, 5).map(({ kind }) => kind)).toEqual(times(5, "several"));
      expect(codesOf(sights)).toEqual(["lower"]);
    }
  });

  test.each([
    ["is in the middle", 0.6, 0.7],
    ["is alone in the middle", 0.2, 0.25],
  ])("none is taken where none %s", (_why, one, other) => {
    const sights = shown(new CodeChoice(), times(20, [code("A", one), code("B", other)]));
    expect(new Set(sights.map(({ kind }) => kind))).toEqual(new Set(["several"]));
  });

  test("the wrong one is not taken when the other cannot be read for a moment", () => {
    const upper = [code("upper", 0.6)];
    const sights = shown(new CodeChoice(), [two, upper, upper, two, upper, upper, upper]);
    expect(codesOf(sights)).toEqual([]);
  });

  test("the one that is left is taken some time after the other has gone", () => {
    const choice = new CodeChoice();
    shown(choice, [two]);
    const sights = shown(choice, times(4, [code("upper", 0.6)]), 2_000);
    expect(codesOf(sights)[0]).toBe("upper");
  });

  test("which say the same, one is taken as if it were alone", () => {
    const same = [code("A", 0.8), code("A", 0.9)];
    expect(codesOf(shown(new CodeChoice(), times(3, same)))).toEqual(["A"]);
  });
});

describe("a text in several symbols", () => {
  const part = (index: number, text: string): SeenCode => ({
    ...code(text, 0.5),
    part: { of: "77", index, count: 3 },
  });

  test("is refused as long as one is missing, and says how many have been seen", () => {
    const sights = shown(new CodeChoice(), times(10, [part(0, "one "), part(2, "three")]));
    expect(sights.at(-1)).toEqual({ kind: "parts", seen: 2, count: 3 });
    expect(codesOf(sights)).toEqual([]);
  });

  test("is joined in its order, in whichever they are seen", () => {
    const pictures = [[part(2, "three")], [part(0, "one ")], ...times(3, [part(1, "two ")])];
    expect(codesOf(shown(new CodeChoice(), pictures))[0]).toBe("one two three");
  });

  test("is not joined from parts that were seen long ago", () => {
    const choice = new CodeChoice();
    choice.look([part(0, "one ")], 0);
    choice.look([part(1, "two ")], 40_000);
    expect(choice.look([part(2, "three")], 40_100)).toMatchObject({ kind: "parts", seen: 2 });
  });
});
