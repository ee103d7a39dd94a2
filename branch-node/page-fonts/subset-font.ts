import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Buffer as Shaped, Face, Font, shape } from "harfbuzzjs";

/** What a smaller font keeps of a whole one. */
export interface FontPart {
  /** Every character of it. */
  readonly text: string;
  /** These glyphs and no others that the characters can become; null: all of them. */
  readonly glyphs: ReadonlySet<number> | null;
}

// The numbers of HarfBuzz (hb-subset.h, hb-blob.h).
const noLayoutClosure = 0x200;
const writableMemory = 2;

async function openHarfBuzz() {
  const program = createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(program));
  const { memory } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error("HarfBuzz has no memory");
  const call = (name: string, ...values: readonly number[]): number => {
    const named = instance.exports[name];
    if (typeof named !== "function") throw new Error(`HarfBuzz has no ${name}`);
    const result: unknown = Reflect.apply(named, undefined, values);
    return typeof result === "number" ? result : 0;
  };
  call("_initialize");
  return { call, bytes: () => new Uint8Array(memory.buffer) };
}

type HarfBuzz = Awaited<ReturnType<typeof openHarfBuzz>>;

function openFace({ call, bytes }: HarfBuzz, font: Uint8Array): number {
  const place = call("malloc", font.length);
  bytes().set(font, place);
  return call(
    "hb_face_create",
    call("hb_blob_create", place, font.length, writableMemory, 0, 0),
    0,
  );
}

/** A font with a part of another one's characters. */
export async function subsetFont(
  font: Uint8Array,
  { text, glyphs }: FontPart,
): Promise<Uint8Array> {
  // A program for each font: what it leaves behind in its memory goes with it.
  const harfBuzz = await openHarfBuzz();
  const { call, bytes } = harfBuzz;
  const input = call("hb_subset_input_create_or_fail");
  const characters = call("hb_subset_input_unicode_set", input);
  for (const character of text) call("hb_set_add", characters, character.codePointAt(0) ?? 0);
  const kept = call("hb_subset_input_glyph_set", input);
  for (const glyph of glyphs ?? []) call("hb_set_add", kept, glyph);
  if (glyphs !== null) call("hb_subset_input_set_flags", input, noLayoutClosure);
  const made = call("hb_subset_or_fail", openFace(harfBuzz, font), input);
  if (made === 0) throw new Error("HarfBuzz could not make the smaller font");
  const blob = call("hb_face_reference_blob", made);
  const start = call("hb_blob_get_data", blob, 0);
  return bytes().slice(start, start + call("hb_blob_get_length", blob));
}

function fontOf(bytes: Uint8Array): Font {
  return new Font(new Face(new Blob(bytes)));
}

function shaped(font: Font, text: string): Shaped {
  const buffer = new Shaped();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  return buffer;
}

const joiner = "\u200D";
// Longer than any consonants that stand together with their vowel.
const longestCluster = 6;

function partsOf(word: string): readonly string[] {
  return Array.from({ length: word.length }, (_, from) =>
    Array.from({ length: longestCluster }, (__, more) => word.slice(from, from + more + 1)),
  ).flat();
}

/**
 * The glyphs by which words are drawn, and those that they pass through on the way: a conjunct is put together step by
 * step, and each step needs its glyph.
 */
export function glyphsOf(bytes: Uint8Array, words: readonly string[]): ReadonlySet<number> {
  const font = fontOf(bytes);
  const parts = new Set(words.flatMap((word) => [word, ...partsOf(word)]));
  const texts = [...parts].flatMap((part) => [part, part + joiner]);
  const glyphs = texts.flatMap((text) =>
    shaped(font, text)
      .getGlyphInfos()
      .map((info) => info.codepoint),
  );
  return new Set(glyphs);
}

function drawing(font: Font, word: string): string {
  const buffer = shaped(font, word);
  const outlines = buffer.getGlyphInfos().map((info) => font.glyphToPath(info.codepoint));
  return JSON.stringify([outlines, buffer.getGlyphPositions()]);
}

/** Those of the words that two fonts draw otherwise. */
export function drawnOtherwise(
  one: Uint8Array,
  other: Uint8Array,
  words: readonly string[],
): readonly string[] {
  const fonts = [fontOf(one), fontOf(other)] as const;
  return words.filter((word) => drawing(fonts[0], word) !== drawing(fonts[1], word));
}
