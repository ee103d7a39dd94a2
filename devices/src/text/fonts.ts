import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addedFonts, fontsVariable } from "./added-fonts.ts";
import { GlobalFonts } from "./canvas.ts";
import { codePointsOfWoff } from "./font-coverage.ts";
import { unpackWoff } from "./woff.ts";

// Family names of our own: a font that the machine happens to have must never change a slip.
const families = [
  "Edgeward Latin",
  "Edgeward Latin Ext",
  "Edgeward Vietnamese",
  "Edgeward Greek",
  "Edgeward Greek Ext",
  "Edgeward Cyrillic",
  "Edgeward Cyrillic Ext",
  "Edgeward Devanagari",
  "Edgeward Bengali",
  "Edgeward Gujarati",
  "Edgeward Gurmukhi",
  "Edgeward Kannada",
  "Edgeward Malayalam",
  "Edgeward Odia",
  "Edgeward Tamil",
  "Edgeward Telugu",
  "Edgeward Urdu",
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
  "Edgeward Vietnamese": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-vietnamese-700-normal.woff"),
  ],
  "Edgeward Greek": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-greek-700-normal.woff"),
  ],
  "Edgeward Greek Ext": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-greek-ext-700-normal.woff"),
  ],
  "Edgeward Cyrillic": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-cyrillic-700-normal.woff"),
  ],
  "Edgeward Cyrillic Ext": () => [
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans/files/noto-sans-cyrillic-ext-700-normal.woff"),
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
  "Edgeward Gujarati": () => [
    import.meta
      .resolve("@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-700-normal.woff"),
  ],
  "Edgeward Gurmukhi": () => [
    import.meta
      .resolve("@fontsource/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-700-normal.woff"),
  ],
  "Edgeward Kannada": () => [
    import.meta
      .resolve("@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-700-normal.woff"),
  ],
  "Edgeward Malayalam": () => [
    import.meta
      .resolve("@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-700-normal.woff"),
  ],
  "Edgeward Odia": () => [
    import.meta.resolve("@fontsource/noto-sans-oriya/files/noto-sans-oriya-oriya-400-normal.woff"),
    import.meta.resolve("@fontsource/noto-sans-oriya/files/noto-sans-oriya-oriya-700-normal.woff"),
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
  "Edgeward Urdu": () => [
    import.meta
      .resolve("@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff"),
    import.meta
      .resolve("@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-700-normal.woff"),
  ],
};

/** The files of the shipped fonts, with the names that the canvas knows them by. */
export function fontAddresses(): readonly {
  readonly family: string;
  readonly weight: 400 | 700;
  readonly url: string;
}[] {
  return families.flatMap((family) =>
    fontFiles[family]().map(
      (url, index) => ({ family, weight: index === 0 ? 400 : 700, url }) as const,
    ),
  );
}

/** The names of all fonts in the order in which they are asked for a character: the shipped ones, then those of a clinic. */
let familyList = "";

// Only used to say of what script a missing character is.
const nameableScripts = [
  ["Sinhala", /\p{Script=Sinhala}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Meetei Mayek", /\p{Script=Meetei_Mayek}/u],
  ["Ol Chiki", /\p{Script=Ol_Chiki}/u],
  ["Tibetan", /\p{Script=Tibetan}/u],
  ["Han", /\p{Script=Han}/u],
  ["emoji", /\p{Extended_Pictographic}/u],
] as const;

// Joiners and the like shape their neighbours and need no glyph of their own.
const invisible = /\p{Default_Ignorable_Code_Point}/u;

let coverage: ReadonlySet<number> | undefined;

/** Loads the fonts into the canvas, once a process, and returns the code points they cover together. */
export function loadFonts(): ReadonlySet<number> {
  coverage ??= registerAll();
  return coverage;
}

/** The canvas `font` value for a size in pixels over all fonts. */
export function canvasFont(sizePx: number, isBold: boolean): string {
  loadFonts();
  return `${isBold ? 700 : 400} ${sizePx}px ${familyList}`;
}

/**
 * The characters that no font can draw, each once, as `U+75C5 (Han)`: enough for a person to find it in a
 * text, and too little to give the text away. Empty when all of it can be drawn.
 */
export function missingCharacters(text: string): readonly string[] {
  const covered = loadFonts();
  const missing = Array.from(text).filter(
    (character) => !covered.has(character.codePointAt(0) ?? 0) && !invisible.test(character),
  );
  return [...new Set(missing)].map(nameOfCharacter).sort();
}

function nameOfCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const script = nameableScripts.find(([, pattern]) => pattern.test(character))?.[0];
  return script === undefined ? `U+${code}` : `U+${code} (${script})`;
}

function registerAll(): ReadonlySet<number> {
  const codePoints = new Set<number>();
  for (const { family, url } of fontAddresses()) {
    const bytes = readFileSync(fileURLToPath(url));
    const isTaken = GlobalFonts.register(unpackWoff(bytes), family) !== null;
    if (!isTaken) throw new Error(`unusable font: ${family}`);
    for (const codePoint of codePointsOfWoff(bytes)) codePoints.add(codePoint);
  }
  const names: string[] = [...families];
  const folder = process.env[fontsVariable] ?? "";
  for (const { family, bytes, codePoints: more } of folder === "" ? [] : addedFonts(folder).fonts) {
    if (!isRegistered(family, bytes)) continue;
    names.push(family);
    for (const codePoint of more) codePoints.add(codePoint);
  }
  familyList = [...new Set(names)].map((family) => `"${family}"`).join(", ");
  return codePoints;
}

// What a clinic has added may be whole by its list of characters and broken in its letters.
function isRegistered(family: string, bytes: Buffer): boolean {
  try {
    return GlobalFonts.register(unpackWoff(bytes), family) !== null;
  } catch {
    return false;
  }
}
