import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { unpackWoff } from "@edgeward/devices/text/woff.ts";
import { hiBoard } from "#ui/i18n/floor/hi-board.ts";
import { languageNames } from "#ui/i18n/language-names.ts";
import { drawnOtherwise, glyphsOf, subsetFont } from "./subset-font.ts";

const weights = [400, 600] as const;

type Weight = (typeof weights)[number];

// What almost every English page consists of. The rest of Latin is fetched by the pages that show it.
const basicLatin = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0x20 + index)),
  "\u00A0©«°·»×–—‘’“”•…",
].join("");

function wholeFont(packageName: string, subset: string, weight: Weight): Uint8Array {
  const file = `${packageName}/files/${packageName.slice("@fontsource/".length)}-${subset}-${weight}-normal.woff`;
  return unpackWoff(readFileSync(createRequire(import.meta.url).resolve(file)));
}

interface Script {
  readonly packageName: string;
  readonly subset: string;
  readonly words: RegExp;
}

const devanagari: Script = {
  packageName: "@fontsource/noto-sans-devanagari",
  subset: "devanagari",
  words: /(?:\p{Script=Devanagari}|\u200C|\u200D|\u0964)+/gu,
};

const urdu: Script = {
  packageName: "@fontsource/noto-naskh-arabic",
  subset: "arabic",
  words: /\p{Script=Arabic}+/gu,
};

/** A font of just these sentences, which it draws as the whole one does. @throws Error where it does not */
async function wordsFont(
  script: Script,
  weight: Weight,
  texts: readonly string[],
): Promise<Uint8Array> {
  const whole = wholeFont(script.packageName, script.subset, weight);
  const words = texts.flatMap((text) => text.match(script.words) ?? []);
  const font = await subsetFont(whole, { text: words.join(""), glyphs: glyphsOf(whole, words) });
  const otherwise = drawnOtherwise(whole, font, words);
  if (otherwise.length === 0) return font;
  throw new Error(`the smaller font draws ${otherwise.join(", ")} otherwise`);
}

async function latinFont(weight: Weight): Promise<Uint8Array> {
  const whole = wholeFont("@fontsource/noto-sans", "latin", weight);
  return subsetFont(whole, { text: basicLatin, glyphs: null });
}

// Several builds may run at once, and nobody may read half of a file.
function put(folder: string, name: string, font: Uint8Array): void {
  const file = join(folder, name);
  if (existsSync(file) && readFileSync(file).equals(font)) return;
  const made = `${file}.${process.pid}`;
  writeFileSync(made, font);
  renameSync(made, file);
}

/**
 * Makes the fonts that a page's first picture needs: basic Latin, the names of the languages, and the board's Hindi
 * sentences. Names of people and everything else are drawn with the whole fonts, fetched when they are first shown.
 */
export async function makePageFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const names = Object.values(languageNames);
  for (const weight of weights) {
    put(folder, `latin-${weight}.ttf`, await latinFont(weight));
    put(folder, `names-${weight}.ttf`, await wordsFont(devanagari, weight, names));
    put(folder, `names-urdu-${weight}.ttf`, await wordsFont(urdu, weight, names));
  }
  put(folder, "board-600.ttf", await wordsFont(devanagari, 600, Object.values(hiBoard)));
}
