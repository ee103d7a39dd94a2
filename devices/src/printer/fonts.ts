import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GlobalFonts } from "@napi-rs/canvas";
import { codePointsOfWoff } from "./font-coverage.ts";

// Family names of our own: a font that the machine happens to have must never change a slip.
const families = [
  "Edgeward Latin",
  "Edgeward Latin Ext",
  "Edgeward Devanagari",
  "Edgeward Bengali",
  "Edgeward Tamil",
  "Edgeward Telugu",
] as const;

// Regular, then bold. Written out whole, so that tools that follow imports see which packages are used.
const fontFiles: Readonly<Record<(typeof families)[number], () => readonly string[]>> = {
  "Edgeward Latin": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff"),
  ],
  "Edgeward Latin Ext": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff"),
  ],
  "Edgeward Devanagari": () => [
    import.meta
      .resolve("@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff"),
  ],
  "Edgeward Bengali": () => [
    import.meta
      .resolve("@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-700-normal.woff"),
  ],
  "Edgeward Tamil": () => [
    import.meta.resolve("@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-700-normal.woff"),
  ],
  "Edgeward Telugu": () => [
    import.meta
      .resolve("@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-700-normal.woff"),
  ],
};

const familyList = families.map((family) => `"${family}"`).join(", ");

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
  for (const family of families) {
    for (const url of fontFiles[family]()) {
      const bytes = readFileSync(fileURLToPath(url));
      if (GlobalFonts.register(bytes, family) === null) throw new Error(`unusable font: ${family}`);
      for (const codePoint of codePointsOfWoff(bytes)) codePoints.add(codePoint);
    }
  }
  return codePoints;
}
