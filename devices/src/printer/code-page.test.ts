import { expect, test } from "vitest";
import { createInterpreter } from "#virtual/interpreter.ts";
import { paperText } from "#virtual/paper.ts";
import { canCarry, codePages, type CodePageName } from "./code-page.ts";
import { createEscposBuilder } from "./escpos.ts";
import { epson80mm } from "./profile.ts";

const names: readonly CodePageName[] = ["pc437", "wpc1252"];

test.each(names)("every character of %s reaches the paper as itself", (codePage) => {
  const characters = codePages[codePage].upperHalf.filter(
    (character) => canCarry(codePage, character) && character.trim() !== "",
  );
  expect(characters.length).toBeGreaterThan(120);
  const builder = createEscposBuilder({ ...epson80mm, codePage });
  for (const character of characters) {
    builder.text(`<${character}>`, { align: "left", isBold: false, scale: 1 });
  }
  builder.cut();
  const texts: string[] = [];
  const interpreter = createInterpreter({
    onEvent: (event) => {
      if (event.kind === "paper") texts.push(paperText(event.paper));
    },
  });
  interpreter.push(builder.bytes());
  expect(texts).toEqual([characters.map((character) => `<${character}>`).join("\n")]);
});

test("the rupee sign, Devanagari and control characters are beyond every code page", () => {
  for (const name of names) {
    expect(canCarry(name, "₹")).toBe(false);
    expect(canCarry(name, "नाम")).toBe(false);
    expect(canCarry(name, "\u001b@")).toBe(false);
    expect(canCarry(name, "\u0081")).toBe(false);
  }
});
