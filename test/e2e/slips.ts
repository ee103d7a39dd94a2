import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import jsQr from "jsqr";

/** The pictures of the printouts that came out of the printer, oldest first. */
export function slipPictures(productFolder: string): readonly string[] {
  const folder = join(productFolder, "printouts");
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

/** What a scanner reads from a slip; null when it finds no code. */
export async function scanSlip(file: string): Promise<string | null> {
  const picture = await loadImage(file);
  const context = createCanvas(picture.width, picture.height).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  return jsQr.default(data, picture.width, picture.height)?.data ?? null;
}
