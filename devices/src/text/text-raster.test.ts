import { describe, expect, test } from "vitest";
import { missingCharacters } from "./fonts.ts";
import { SlipError } from "./slip-error.ts";
import { rasterizeText, type Raster, type RasterTextStyle } from "./text-raster.ts";

const style: RasterTextStyle = { sizeDots: 48, isBold: true, maxWidthDots: 576 };

function blackDots(bytes: Uint8Array): number {
  return Array.from(bytes, (byte) => byte.toString(2).replaceAll("0", "").length).reduce(
    (sum, count) => sum + count,
    0,
  );
}

function rowOf(raster: Raster, row: number): Uint8Array {
  const start = row * raster.widthBytes;
  return raster.data.subarray(start, start + raster.widthBytes);
}

/** How many columns have ink in them. */
function inkColumns(raster: Raster): number {
  const columns = Array.from({ length: raster.widthBytes * 8 }, (_, x) =>
    Array.from({ length: raster.height }, (__, y) => rowOf(raster, y)[x >> 3] ?? 0).some(
      (byte) => (byte & (0x80 >> (x & 7))) !== 0,
    ),
  );
  return columns.filter(Boolean).length;
}

function only(rasters: readonly Raster[]): Raster {
  const [raster, ...rest] = rasters;
  if (raster === undefined || rest.length > 0) throw new Error("expected one line");
  return raster;
}

describe("text drawn as a raster", () => {
  test.each([
    ["Devanagari", "क्षितिज त्रिपाठी र्कीं ड्ड्रू ट्ठृ"],
    ["Bengali", "কৃষ্ণ ভট্টাচার্য স্ত্রৃ"],
    ["Tamil", "ஸ்ரீ லக்ஷ்மி"],
    ["Telugu", "శ్రీ లక్ష్మ్యై స్త్ర్యై"],
    ["Gujarati", "ક્ષત્રિય શ્રીમતી ટ્ઠ"],
    ["Gurmukhi", "ਸ੍ਰੀ ਕ੍ਰਿਸ਼ਨ ਗੁਰਮੁਖੀ"],
    ["Kannada", "ಲಕ್ಷ್ಮೀ ಕ್ಷೇತ್ರ"],
    ["Malayalam", "ലക്ഷ്മി ശ്രീ സ്ത്രീ"],
    ["Odia", "ଶ୍ରୀ ଲକ୍ଷ୍ମୀ"],
    ["Urdu", "عائشہ ڈاکٹر گڑھے"],
    ["Cyrillic", "Владимир Ғани"],
    ["Greek", "Δημήτρης Ἀθηνᾶ"],
    ["Vietnamese", "Nguyễn Thị Hằng"],
    ["the rupee sign", "₹ 1,250 Ǻj"],
  ])("has ink for %s, and none is cut off at the top or the bottom", (_, text) => {
    const raster = only(rasterizeText(text, style));
    expect(blackDots(raster.data)).toBeGreaterThan(500);
    expect(blackDots(rowOf(raster, 0))).toBe(0);
    expect(blackDots(rowOf(raster, raster.height - 1))).toBe(0);
  });

  test("keeps the part of a first letter that reaches to the left", () => {
    const [alone, bar, both] = ["j", "l", "l j"].map((text) => only(rasterizeText(text, style)));
    if (alone === undefined || bar === undefined || both === undefined) throw new Error("no line");
    expect(inkColumns(alone)).toBe(inkColumns(both) - inkColumns(bar));
  });

  test("joins Devanagari conjuncts: क्ष is narrower than its letters with the joining broken", () => {
    const joined = only(rasterizeText("क्षि", style));
    const broken = only(rasterizeText("क्\u200cषि", style));
    expect(inkColumns(joined)).toBeLessThan(inkColumns(broken));
  });

  test("puts the short i of Devanagari before its consonant", () => {
    const word = only(rasterizeText("ति", style));
    const consonant = only(rasterizeText("त", style));
    const leftInk = (raster: Raster) =>
      blackDots(Uint8Array.from({ length: raster.height }, (_, y) => rowOf(raster, y)[0] ?? 0));
    expect(Buffer.from(word.data).equals(Buffer.from(consonant.data))).toBe(false);
    expect(leftInk(word)).toBeGreaterThan(leftInk(consonant));
  });

  test("breaks a long text between words and never wider than the paper", () => {
    const lines = rasterizeText("लक्ष्मी नारायण श्रीनिवास सुब्रह्मण्यम त्रिपाठी चतुर्वेदी", style);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.widthBytes * 8).toBeLessThanOrEqual(576);
  });

  test("breaks a word longer than the paper between graphemes", () => {
    const lines = rasterizeText("क्षि".repeat(30), style);
    expect(lines.length).toBeGreaterThan(1);
    const whole = lines.reduce((sum, line) => sum + inkColumns(line), 0);
    const one = inkColumns(only(rasterizeText("क्षि", style)));
    expect(whole).toBeGreaterThan(one * 25);
  });

  test.each([
    [["U+0D9A (Sinhala)"], "කක"],
    [["U+1F600 (emoji)"], "ward 😀"],
    [["U+75C5 (Han)", "U+9662 (Han)"], "病院"],
    [["U+E000"], "private \ue000 use"],
  ])("names %s, which no shipped font has, and does not repeat the text", (missing, text) => {
    const failure = (() => {
      try {
        return rasterizeText(text, style);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toBeInstanceOf(SlipError);
    expect(failure).toMatchObject({ code: "missing_glyph", details: missing });
    expect(String(failure)).not.toContain(text);
  });

  test("counts joiners as drawable although they have no ink", () => {
    expect(missingCharacters("क्\u200dष \u200b")).toEqual([]);
  });
});
