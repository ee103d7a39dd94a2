import { describe, expect, test } from "vitest";
import { rawStyles, tokensFile } from "./style-rules.ts";
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
