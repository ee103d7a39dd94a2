import { describe, expect, test } from "vitest";
import { createInterpreter, type InterpreterEvent } from "#virtual/escpos/interpreter.ts";
import { printoutText } from "#virtual/printout.ts";
import { canCarry, codePages, type CodePageName } from "./code-page.ts";
import { createEscposBuilder } from "./builder.ts";
import { epson80mm, generic80mm } from "#printer/profile.ts";

const names: readonly CodePageName[] = ["pc437", "pc858", "wpc1252"];

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
      if (event.kind === "printout") texts.push(printoutText(event.printout));
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

describe("a printer with Chinese firmware", () => {
  function textOf(bytes: Uint8Array): string {
    let text = "";
    const onEvent = (event: InterpreterEvent) => {
      if (event.kind === "printout") text = printoutText(event.printout);
    };
    createInterpreter({ readsTwoBytes: true, onEvent }).push(bytes);
    return text;
  }

  test.each(["pc437", "pc858", "wpc1252"] as const)("prints the letters of %s", (codePage) => {
    const builder = createEscposBuilder({ ...generic80mm, codePage });
    builder.text("José Gómez", { align: "left", isBold: false, scale: 1 });
    builder.cut();
    expect(textOf(builder.bytes())).toContain("José Gómez");
  });

  test("reads two bytes as one character where it is not set otherwise", () => {
    expect(textOf(Buffer.from("\u001b@Jos\u0082 G\u00a2mez\n\u001dV\0", "latin1"))).not.toContain(
      "José",
    );
  });
});

test("the euro sign and the capitals of Portuguese are in code page 858", () => {
  expect(canCarry("pc858", "€ 12 São João ÀÃÕ")).toBe(true);
  expect(canCarry("pc437", "ÀÃÕ")).toBe(false);
});
