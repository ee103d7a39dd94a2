import { describe, expect, test } from "vitest";
import { physicalSides, rawStyles, tokensFile } from "./style-rules.ts";
import { filesMatching, textOf } from "./sources.ts";

const styled = filesMatching("branch-node/src/ui/**/*.{css,tsx}").filter(
  (path) => path !== tokensFile,
);

describe("colours and sizes of type", () => {
  test("stand in one file, and every other takes them from there", () => {
    expect(textOf(tokensFile)).toContain("--accent:");
    expect(styled).toContain("branch-node/src/ui/kit/kit.css");
    expect(styled.flatMap((path) => rawStyles(path, textOf(path)))).toEqual([]);
  });

  test.each([
    ["a.css", "  color: #fff;"],
    ["a.css", "  box-shadow: 0 1px 2px rgb(0 0 0 / 8%);"],
    ["a.css", "  border: 1px solid grey;"],
    ["a.css", "  font-size: 15px;"],
    ["a.css", "  font: 700 clamp(1rem, 2vw, 3rem) serif;"],
    ["a.tsx", '<path fill="#0b6472" />'],
    ["a.tsx", "<p style={{ fontSize: 13 }}>"],
  ])("in %s, `%s` would be found", (path, line) => {
    expect(rawStyles(path, `/* #fff */\n${line}\n`)).toEqual([`${path}:2`]);
  });

  test.each([
    ["a.css", "  color: var(--text);"],
    ["a.css", "  font-size: var(--t-sm);"],
    ["a.css", "  white-space: nowrap;"],
    ["a.tsx", 'import { Icon } from "#ui/kit/icon.tsx";'],
  ])("in %s, `%s` passes", (path, line) => {
    expect(rawStyles(path, line)).toEqual([]);
  });
});

describe("left and right", () => {
  test("are said by no style: start and end hold for every direction of reading", () => {
    expect(styled.flatMap((path) => physicalSides(path, textOf(path)))).toEqual([]);
  });

  test.each([
    ["a.css", "  margin-left: 4px;"],
    ["a.css", "  border-right: 1px solid var(--line);"],
    ["a.css", "  border-left-color: var(--line);"],
    ["a.css", "  border-top-left-radius: var(--r-md);"],
    ["a.css", "  left: 0;"],
    ["a.css", "  text-align: right;"],
    ["a.css", "  float: left;"],
    ["a.css", "  padding: 2px 4px 2px 12px;"],
    ["a.css", "  margin: 0 0 0 calc(-1 * var(--s4));"],
    ["a.css", "  inset: auto 16px 16px auto;"],
    ["a.css", "  border-radius: var(--r-md) 0 0 var(--r-md);"],
    ["a.css", "  transform: translateX(-50%);"],
    ["a.css", "  background: linear-gradient(to right, var(--bg), var(--line));"],
    ["a.tsx", "<p style={{ marginLeft: 13 }}>"],
  ])("in %s, `%s` would be found", (path, line) => {
    expect(physicalSides(path, `/* left: 0; */\n${line}\n`)).toEqual([`${path}:2`]);
  });

  test.each([
    ["a.css", "  margin-inline-start: 4px;"],
    ["a.css", "  margin: 0 calc(-1 * var(--s4)) -6px;"],
    ["a.css", "  padding: 2px 4px 6px 4px;"],
    ["a.css", "  border-radius: 0 0 var(--r-lg) var(--r-lg);"],
    ["a.css", ".look-setting.is-left {"],
    ["a.css", "  text-align: start;"],
    ["a.tsx", "const left = order.find(({ id }) => id === leftId);"],
  ])("in %s, `%s` passes", (path, line) => {
    expect(physicalSides(path, line)).toEqual([]);
  });
});
