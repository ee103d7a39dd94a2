import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect } from "vitest";
import * as z from "zod";
import { pressUntil, type Screen } from "./desk.ts";

const run = promisify(execFile);

/** Opens the panel, and the form of the documents of one type. */
export async function openTemplate(desk: Screen, type: string): Promise<void> {
  if ((await desk.at("templatesPanel").count()) === 0) await desk.at("templatesButton").click();
  const entry = desk.page.locator(`[data-document=${type}]`);
  await pressUntil(entry, desk.page.locator(`[data-document=${type}][aria-current=true]`));
}

const picturesShape = z.array(z.string());

/** The pictures of the document that is shown, as PNGs in base64, once all of them are drawn. */
export async function picturesOn(desk: Screen): Promise<readonly string[]> {
  await desk.at("templatePreview").locator("[aria-busy=false]").waitFor();
  await desk.at("previewPicture").first().waitFor();
  await desk
    .at("templatePreview")
    .getByText("The picture is being made")
    .waitFor({ state: "hidden" });
  const found = await desk.page.evaluate(`[
    ...document.querySelectorAll('[data-testid="template-preview"] [data-testid="preview-picture"]'),
  ].map((image) => image.src.replace("data:image/png;base64,", ""))`);
  return picturesShape.parse(found);
}

/** Waits until the document that is shown has changed. @returns its pictures */
export async function changedPictures(
  desk: Screen,
  before: readonly string[],
): Promise<readonly string[]> {
  await expect
    .poll(async () => (await picturesOn(desk)).join(), { timeout: 20_000 })
    .not.toBe(before.join());
  return picturesOn(desk);
}

/** Saves what was typed, and waits until the desk says that it is saved. */
export async function saveLook(desk: Screen): Promise<void> {
  await desk.at("saveLook").click();
  await desk.at("lookSaved").waitFor();
}

/** Prints the sample that is looked at, and waits until the desk says what became of it. */
export async function printSample(desk: Screen, outcome: string): Promise<void> {
  // The button stands below the picture, and moves with it until that is drawn.
  await picturesOn(desk);
  await desk.at("printSample").click();
  await desk.at("sampleJob").getByText(outcome).waitFor({ timeout: 20_000 });
}

/** The file that is offered for saving. */
export async function savedPdf(desk: Screen): Promise<Buffer> {
  const address = await desk.at("savePdf").getAttribute("href");
  return Buffer.from((address ?? "").replace("data:application/pdf;base64,", ""), "base64");
}

/** The pages of a PDF as another reader draws them. */
export async function pagesOf(pdf: Uint8Array): Promise<readonly Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), "edgeward-pages-"));
  try {
    await writeFile(join(folder, "paper.pdf"), pdf);
    await run("pdftoppm", ["-png", "-r", "72", join(folder, "paper.pdf"), join(folder, "page")]);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).toSorted();
    return await Promise.all(names.map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const grid = { width: 60, height: 84 } as const;

async function greyOf(png: Buffer): Promise<readonly number[]> {
  const picture = await loadImage(png);
  const context = createCanvas(grid.width, grid.height).getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, grid.width, grid.height);
  const { data } = context.getImageData(0, 0, grid.width, grid.height);
  return Array.from({ length: grid.width * grid.height }, (_, place) => data[place * 4] ?? 0);
}

/** How far two pictures are apart, seen from afar: the mean of 0 (the same) to 1. */
export async function distance(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([greyOf(one), greyOf(other)]);
  const apart = left.map((value, place) => Math.abs(value - (right[place] ?? 0)));
  return apart.reduce((sum, value) => sum + value, 0) / apart.length / 255;
}
