import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GlobalFonts } from "@napi-rs/canvas";
import { codePointsOfWoff } from "./font-coverage.ts";

// Family names of our own: a font that the machine happens to have must never change a slip.
const fontFiles = [
  ["Edgeward Latin", "@fontsource/noto-sans/files/noto-sans-latin"],
  ["Edgeward Latin Ext", "@fontsource/noto-sans/files/noto-sans-latin-ext"],
  ["Edgeward Devanagari", "@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari"],
  ["Edgeward Bengali", "@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali"],
  ["Edgeward Tamil", "@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil"],
  ["Edgeward Telugu", "@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu"],
] as const;

const weights = [400, 700] as const;

const familyList = fontFiles.map(([family]) => `"${family}"`).join(", ");

// Scripts of India and its neighbours that a name may be written in; only used to say what is missing.
const nameableScripts = [
  ["Gujarati", /\p{Script=Gujarati}/u],
  ["Gurmukhi", /\p{Script=Gurmukhi}/u],
  ["Kannada", /\p{Script=Kannada}/u],
  ["Malayalam", /\p{Script=Malayalam}/u],
  ["Odia", /\p{Script=Oriya}/u],
  ["Sinhala", /\p{Script=Sinhala}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Tibetan", /\p{Script=Tibetan}/u],
  ["Han", /\p{Script=Han}/u],
  ["emoji", /\p{Extended_Pictographic}/u],
] as const;

// Joiners and the like shape their neighbours and need no glyph of their own.
const invisible = /\p{Default_Ignorable_Code_Point}/u;

let coverage: ReadonlySet<number> | undefined;

/** Loads the shipped Noto fonts into the canvas, once a process, and returns the code points they cover together. */
export function loadFonts(): ReadonlySet<number> {
  coverage ??= registerAll();
  return coverage;
}

/** The canvas `font` value for a size in pixels over all shipped fonts. */
export function canvasFont(sizePx: number, isBold: boolean): string {
  return `${isBold ? 700 : 400} ${sizePx}px ${familyList}`;
}

/** The scripts of which the text has characters that no shipped font can draw; empty when it can be drawn. */
export function missingScripts(text: string): readonly string[] {
  const covered = loadFonts();
  const missing = Array.from(text).filter(
    (character) => !covered.has(character.codePointAt(0) ?? 0) && !invisible.test(character),
  );
  const names = missing.map(
    (character) => nameableScripts.find(([, pattern]) => pattern.test(character))?.[0] ?? "other",
  );
  return [...new Set(names)].sort();
}

function registerAll(): ReadonlySet<number> {
  const codePoints = new Set<number>();
  for (const [family, file] of fontFiles) {
    for (const weight of weights) {
      const path = fileURLToPath(import.meta.resolve(`${file}-${weight}-normal.woff`));
      const bytes = readFileSync(path);
      if (GlobalFonts.register(bytes, family) === null) throw new Error(`unusable font: ${file}`);
      for (const codePoint of codePointsOfWoff(bytes)) codePoints.add(codePoint);
    }
  }
  return codePoints;
}
