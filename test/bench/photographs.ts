// Reads a folder of photographed codes with the pages' own reader, and says how many it can read and how long it takes.
// Beside each picture lies a text of the same name with what the code says.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import {
  readFrame,
  readPhotograph,
  type Picture,
} from "@edgeward/branch-node/ui/scan/read-picture.ts";
import { preparePictureReader } from "#support/picture-reader.ts";

const usage =
  "usage: npm run bench:scan -- FOLDER…   (pictures with a .txt of the same name beside each)";
const pictureEndings: ReadonlySet<string> = new Set([".png", ".jpg", ".webp"]);

async function pictureOf(file: string): Promise<Picture> {
  const image = await loadImage(file);
  const canvas = createCanvas(image.width, image.height);
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, image.width, image.height);
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.width, image.height);
  return { data: Uint8ClampedArray.from(data), width: image.width, height: image.height };
}

function expected(file: string): string | null {
  try {
    return readFileSync(file.slice(0, -extname(file).length) + ".txt", "utf8").trim();
  } catch {
    return null;
  }
}

interface Tally {
  frames: number;
  photographs: number;
  readonly times: number[];
  readonly missed: string[];
}

async function measure(file: string, text: string, tally: Tally): Promise<void> {
  const picture = await pictureOf(file);
  const began = performance.now();
  const atOnce = await readFrame(picture);
  tally.times.push(performance.now() - began);
  const isRight = (read: string | null) => read?.slice(3).trim() === text;
  if (isRight(atOnce)) tally.frames += 1;
  if (isRight(atOnce) || isRight(await readPhotograph(picture))) tally.photographs += 1;
  else tally.missed.push(file);
}

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

async function measureFolder(folder: string): Promise<void> {
  const tally: Tally = { frames: 0, photographs: 0, times: [], missed: [] };
  for (const name of readdirSync(folder).toSorted()) {
    const file = join(folder, name);
    const text = pictureEndings.has(extname(name)) ? expected(file) : null;
    if (text !== null) await measure(file, text, tally);
  }
  const total = tally.times.length;
  const share = (count: number) => `${count} of ${total} (${((100 * count) / total).toFixed(1)} %)`;
  process.stdout.write(
    `${folder}\n  at the first look ${share(tally.frames)}, with patience ${share(tally.photographs)}\n` +
      `  first look: p50 ${quantile(tally.times, 0.5)} ms, p95 ${quantile(tally.times, 0.95)} ms\n` +
      tally.missed.map((file) => `  not read: ${file}\n`).join(""),
  );
}

const folders = process.argv.slice(2);
if (folders.length === 0) process.stderr.write(`${usage}\n`);
process.exitCode = folders.length === 0 ? 2 : 0;
await preparePictureReader();
for (const folder of folders) await measureFolder(folder);
