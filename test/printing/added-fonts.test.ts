import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { addedFonts, fontsVariable } from "@edgeward/devices/text/added-fonts.ts";

const child = fileURLToPath(new URL("added-fonts-child.ts", import.meta.url));
const thaiFont = import.meta
  .resolve("@fontsource/noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff");
const thaiFiles = dirname(fileURLToPath(thaiFont));
const thai = "สมชาย ใจดี";

interface Drawn {
  readonly missing: readonly string[];
  /** Bytes of the picture with a black dot in them. */
  readonly dots: number;
}

async function drawnWith(fonts: string, text: string): Promise<Drawn> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", child, text],
    { env: { ...process.env, [fontsVariable]: fonts } },
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only our own child writes there
  return JSON.parse(stdout) as Drawn;
}

function folderOf(make: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-fonts-"));
  make(folder);
  return folder;
}

test("a name in a script of a font that a clinic has added is drawn, and is said to be missing without it", async () => {
  expect(await drawnWith("", thai)).toMatchObject({
    missing: expect.arrayContaining(["U+0E2A"]),
    dots: 0,
  });
  const folder = folderOf((made) => {
    // As an unpacked package lies there.
    cpSync(thaiFiles, join(made, "package", "files"), { recursive: true, dereference: true });
  });
  const { missing, dots } = await drawnWith(folder, thai);
  expect(missing).toEqual([]);
  expect(dots).toBeGreaterThan(200);
  // What the shipped fonts can draw is drawn by them.
  expect(await drawnWith(folder, "लक्ष्मी")).toEqual(await drawnWith("", "लक्ष्मी"));
});

test("a font that is none is left out and named, and the others are used", async () => {
  const folder = folderOf((made) => {
    mkdirSync(join(made, "deep"));
    cpSync(fileURLToPath(thaiFont), join(made, "deep", "thai-700-normal.woff"));
    writeFileSync(join(made, "broken-400-normal.woff"), "wOFF, but no more");
    writeFileSync(join(made, "page-400-normal.woff"), "<html>");
    writeFileSync(join(made, "empty-400-normal.woff"), "");
    writeFileSync(join(made, "readme.txt"), "no font");
  });
  const { fonts, faults } = addedFonts(folder);
  expect(fonts.map(({ family }) => family)).toEqual(["Edgeward added thai"]);
  expect(faults.map(({ code, file }) => [code, file])).toEqual([
    ["not_woff", "broken-400-normal.woff"],
    ["not_woff", "empty-400-normal.woff"],
    ["not_woff", "page-400-normal.woff"],
  ]);
  expect(await drawnWith(folder, thai)).toMatchObject({ missing: [] });
});

test.each([
  ["that is not there", () => join(tmpdir(), "edgeward-no-such-folder"), "no_folder"],
  ["without a font", () => folderOf(() => undefined), "no_font"],
])("a folder %s is named, and all else is drawn", async (_title, folder, code) => {
  const place = folder();
  expect(addedFonts(place)).toEqual({ fonts: [], faults: [{ code, file: "" }] });
  expect(await drawnWith(place, "Asha आशा")).toMatchObject({ missing: [] });
});
