import { beforeAll, describe, expect, test } from "vitest";
import {
  codesInFrame,
  readFrame,
  readPhotograph,
} from "@edgeward/branch-node/ui/scan/read-picture.ts";
import type { SymbolSpec } from "@edgeward/devices/code/symbol.ts";
import { readScannedCode } from "@edgeward/devices/scanner/scanned-code.ts";
import { formatUhid } from "@edgeward/shared/kernel/uhid.ts";
import { photograph, type Shot } from "#support/photograph.ts";
import { preparePictureReader } from "#support/picture-reader.ts";

const uhid = formatUhid("PUN1", 4711);
const card = JSON.stringify({
  hidn: "91-1234-5678-9012",
  hid: "savitri.p@abdm",
  name: "सावित्री फुले",
  gender: "F",
  dob: "03/01/1961",
  mobile: "9822012345",
  district_name: "PUNE",
  "state name": "MAHARASHTRA",
});
const wristband = [
  { ai: "8018", value: "890123456789000019" },
  { ai: "8019", value: "7" },
];

const codes: readonly (readonly [string, SymbolSpec, string])[] = [
  ["the QR code of an ABHA card", { kind: "qr", content: card }, card],
  ["the QR code of a patient's number", { kind: "qr", content: uhid }, uhid],
  ["the bars of a patient's number", { kind: "code128", content: uhid }, uhid],
  [
    "the DataMatrix of a tube",
    { kind: "data_matrix", content: "EW1:S:L26-000417" },
    "EW1:S:L26-000417",
  ],
  ["the bars of a trade item", { kind: "ean13", content: "4006381333931" }, "4006381333931"],
];

const straight: Shot = { turned: 0, tilted: 0, blurred: 0, noisy: 0, shaded: 0, seed: 1 };
const shots: readonly (readonly [string, Partial<Shot>])[] = [
  ["straight on", {}],
  ["upside down", { turned: 180 }],
  ["turned by 10 degrees, with noise", { turned: 10, noisy: 40 }],
  ["turned by 94 degrees, in the shade", { turned: 94, shaded: 0.6 }],
  // A QR code as small as a patient number has one mark less to find the angle by; from further aside it is not read.
  ["from the side, out of focus", { tilted: 0.18, blurred: 1, noisy: 15 }],
  ["badly in every way", { turned: 8, tilted: 0.15, blurred: 1, noisy: 35, shaded: 0.5 }],
];

beforeAll(preparePictureReader);

describe.each(codes)("%s", (_, spec, text) => {
  test.each(shots)("is read in a photograph taken %s", async (_name, shot) => {
    const read = await readPhotograph(photograph(spec, { ...straight, ...shot }));
    expect(read?.slice(3)).toBe(text);
  });
});

test("a wristband's GS1 code keeps its separators, and says that it is one", async () => {
  const picture = photograph({ kind: "gs1_data_matrix", elements: wristband }, straight);
  const read = await readFrame(picture);
  expect(read).toBe("]d28018890123456789000019\u001D80197");
  expect(readScannedCode(read ?? "", 2026)).toMatchObject({
    kind: "gs1",
    code: { recipient: "890123456789000019", elements: [{}, { identifier: "8019", value: "7" }] },
  });
});

test("a picture without a code gives nothing, and does not stop the reader", async () => {
  const spec = { kind: "qr", content: uhid } as const;
  const noise = photograph(spec, { ...straight, noisy: 4_000, seed: 7 });
  expect(await readFrame(noise)).toBeNull();
  expect(await readPhotograph(noise)).toBeNull();
  expect(await readFrame(photograph(spec, straight))).toContain(uhid);
});

describe("two codes in one picture", () => {
  const other = formatUhid("PUN1", 4712);
  const shot = (content: string) => photograph({ kind: "qr", content }, straight);

  /** Pictures beneath each other, on white. */
  function beneath(...contents: readonly (string | null)[]) {
    const pictures = contents.flatMap((content) => (content === null ? [] : [shot(content)]));
    const width = Math.max(...pictures.map((picture) => picture.width));
    const height = Math.max(...pictures.map((picture) => picture.height));
    const data = new Uint8ClampedArray(width * height * 4 * contents.length).fill(255);
    for (const [place, content] of contents.entries()) {
      if (content === null) continue;
      const one = shot(content);
      for (let row = 0; row < one.height; row += 1) {
        const from = one.data.subarray(row * one.width * 4, (row + 1) * one.width * 4);
        data.set(from, (place * height + row) * width * 4);
      }
    }
    return { data, width, height: height * contents.length };
  }

  test("are both seen, and neither is read where none is in the middle", async () => {
    const picture = beneath(uhid, other);
    const seen = await codesInFrame(picture);
    expect(seen.map(({ text }) => text.slice(3)).toSorted()).toEqual([uhid, other]);
    expect(await readFrame(picture)).toBeNull();
    expect(await readPhotograph(picture)).toBeNull();
  });

  test.each([
    ["lower", [uhid, other, null]],
    ["upper", [null, other, uhid]],
  ] as const)(
    "are not mixed up: the %s one, which is in the middle, is read",
    async (_, contents) => {
      const read = await readFrame(beneath(...contents));
      expect(read?.slice(3)).toBe(other);
    },
  );
});
