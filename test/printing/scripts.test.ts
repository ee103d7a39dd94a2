import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEscposBuilder } from "@edgeward/devices/printer/escpos/builder.ts";
import { fontAddresses } from "@edgeward/devices/text/fonts.ts";
import { epson80mm } from "@edgeward/devices/printer/profile.ts";
import { rasterizeText } from "@edgeward/devices/text/text-raster.ts";
import { openBrowser } from "#support/browser.ts";
import { bitmapOf, type Bitmap } from "./bitmap.ts";

// Names and words with the joins that printers without shaping get wrong; the last column breaks one of them.
const lines = [
  ["Hindi", "श्रीमती लक्ष्मी त्रिपाठी क्षितिज र्कीं ₹ 1,250", "श्रीमती लक्ष्मी", "श्‌रीमती लक्‌ष्‌मी"],
  ["Tamil", "ஸ்ரீ லக்ஷ்மி கொண்டையா கௌரி", "ஸ்ரீ லக்ஷ்மி", "ஸ்‌ரீ லக்‌ஷ்‌மி"],
  ["Bengali", "কৃষ্ণ ভট্টাচার্য স্ত্রী রক্ষা কৌশিক", "কৃষ্ণ ভট্টাচার্য", "কৃষ্‌ণ ভট্‌টাচার্‌য"],
  ["Telugu", "శ్రీ లక్ష్మి స్వామి స్త్ర్యై కృష్ణ", "శ్రీ లక్ష్మి", "శ్‌రీ లక్‌ష్‌మి"],
  ["Gujarati", "શ્રીમતી ક્ષમા ત્રિવેદી કૃષ્ણ", "શ્રીમતી ક્ષમા", "શ્‌રીમતી ક્‌ષમા"],
  ["Punjabi", "ਸ੍ਰੀ ਕ੍ਰਿਸ਼ਨ ਗੁਰਮੁਖੀ ਪ੍ਰੀਤ", "ਸ੍ਰੀ ਕ੍ਰਿਸ਼ਨ", "ਸ੍‌ਰੀ ਕ੍‌ਰਿਸ਼ਨ"],
  ["Kannada", "ಶ್ರೀ ಲಕ್ಷ್ಮೀ ಕ್ಷೇತ್ರ ಕೃಷ್ಣ", "ಶ್ರೀ ಲಕ್ಷ್ಮೀ", "ಶ್‌ರೀ ಲಕ್‌ಷ್‌ಮೀ"],
  ["Malayalam", "ശ്രീ ലക്ഷ്മി സ്ത്രീ കൃഷ്ണൻ", "ശ്രീ ലക്ഷ്മി", "ശ്‌രീ ലക്‌ഷ്‌മി"],
  ["Odia", "ଶ୍ରୀ ଲକ୍ଷ୍ମୀ ତ୍ରିପାଠୀ କୃଷ୍ଣ", "ଶ୍ରୀ ଲକ୍ଷ୍ମୀ", "ଶ୍‌ରୀ ଲକ୍‌ଷ୍‌ମୀ"],
  ["Urdu", "ڈاکٹر عائشہ خان ہسپتال گڑھے", "ڈاکٹر عائشہ", "ڈ‌ا‌ک‌ٹ‌ر ع‌ا‌ئ‌ش‌ہ"],
] as const;

const sizeDots = 48;
let browser: Browser | null = null;
let fault = "";
let page: Page;

async function fontFaces(): Promise<string> {
  const faces = fontAddresses().map(async ({ family, weight, url }) => {
    const data = (await readFile(new URL(url))).toString("base64");
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff;base64,${data})}`;
  });
  return (await Promise.all(faces)).join("\n");
}

beforeAll(async () => {
  const opened = await openBrowser([], null, true);
  browser = opened.browser;
  fault = opened.fault ?? "";
  if (browser === null) return;
  page = await browser.newPage({ viewport: { width: 1_600, height: 200 } });
  const families = [...new Set(fontAddresses().map(({ family }) => `"${family}"`))].join(", ");
  const style = `body{margin:0;background:#fff;color:#000}p{margin:40px;white-space:nowrap;font:${sizeDots}px ${families}}`;
  await page.setContent(`<style>${await fontFaces()}${style}</style><p></p>`);
});

afterAll(() => browser?.close());

async function drawnByChromium(text: string): Promise<Bitmap> {
  const setText = `document.querySelector("p").textContent = ${JSON.stringify(text)}`;
  await page.evaluate(`${setText}; document.fonts.ready.then(() => true)`);
  return cropped(await bitmapOf(await page.screenshot()));
}

async function drawnByUs(text: string): Promise<Bitmap> {
  const [raster] = rasterizeText(text, { sizeDots, isBold: false, maxWidthDots: 1_600 });
  if (raster === undefined) throw new Error("no line");
  const width = raster.widthBytes * 8;
  const dots = Uint8Array.from({ length: width * raster.height }, (_, dot) => {
    const byte = raster.data[Math.floor(dot / width) * raster.widthBytes + ((dot % width) >> 3)];
    return ((byte ?? 0) >> (7 - (dot & 7))) & 1;
  });
  return cropped({ width, height: raster.height, dots });
}

/** A picture without the white around its ink. */
function cropped({ width, dots }: Bitmap): Bitmap {
  const inked = Array.from(dots.keys()).filter((dot) => dots[dot] === 1);
  const columns = inked.map((dot) => dot % width);
  const rows = inked.map((dot) => Math.floor(dot / width));
  const edge = (of: readonly number[], pick: "min" | "max") =>
    of.reduce((one, other) => Math[pick](one, other), of[0] ?? 0);
  const [left, top] = [edge(columns, "min"), edge(rows, "min")];
  const [right, bottom] = [edge(columns, "max"), edge(rows, "max")];
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const within = Uint8Array.from({ length: size.width * size.height }, (_, dot) => {
    const y = top + Math.floor(dot / size.width);
    return dots[y * width + left + (dot % size.width)] ?? 0;
  });
  return { ...size, dots: within };
}

/** The share of one picture's ink that has ink of the other within a dot and a half of it. */
function covered(one: Bitmap, other: Bitmap): number {
  let ink = 0;
  let met = 0;
  for (const [dot, isInk] of one.dots.entries()) {
    if (isInk === 0) continue;
    ink += 1;
    const [x, y] = [dot % one.width, Math.floor(dot / one.width)];
    const near = [-1, 0, 1].some((down) =>
      [-1, 0, 1].some((across) => {
        const [column, row] = [x + across, y + down];
        const isInside = column >= 0 && column < other.width && row < other.height && row >= 0;
        return isInside && other.dots[row * other.width + column] === 1;
      }),
    );
    if (near) met += 1;
  }
  return ink === 0 ? 0 : met / ink;
}

const similarity = (one: Bitmap, other: Bitmap) =>
  Math.min(covered(one, other), covered(other, one));

describe("scripts on paper", () => {
  test("a browser is there where every test has to run", () => {
    if (fault !== "") console.warn(`skipped the comparison with a browser: ${fault}`);
    expect(fault === "" || process.env["CI"] === undefined).toBe(true);
  });

  test.each(lines)("%s is shaped as a browser shapes it", async (_script, line) => {
    if (browser === null) return;
    const [ours, theirs] = [await drawnByUs(line), await drawnByChromium(line)];
    expect(Math.abs(ours.width - theirs.width)).toBeLessThanOrEqual(4);
    expect(similarity(ours, theirs)).toBeGreaterThan(0.97);
  });

  test.each(lines)(
    "%s with its joins broken is seen to be wrong by the same measure",
    async (_script, _line, whole, broken) => {
      if (browser === null) return;
      const [ours, theirs] = [await drawnByUs(broken), await drawnByChromium(whole)];
      expect(similarity(ours, theirs)).toBeLessThan(0.9);
    },
  );

  test.each(lines)("%s goes to the printer as a picture, without one question mark", (_s, line) => {
    const builder = createEscposBuilder(epson80mm);
    builder.text(line, { align: "left", isBold: false, scale: 1 });
    const bytes = Buffer.from(builder.bytes());
    const picture = bytes.indexOf(Buffer.from([0x1d, 0x76, 0x30]));
    expect(picture).toBeGreaterThan(0);
    // What stands before and after pictures is all that the printer sets in its own type.
    const [widthBytes, height] = [bytes.readUInt16LE(picture + 4), bytes.readUInt16LE(picture + 6)];
    const rest = [
      ...bytes.subarray(0, picture),
      ...bytes.subarray(picture + 8 + widthBytes * height),
    ];
    expect(rest).not.toContain("?".charCodeAt(0));
  });
});
