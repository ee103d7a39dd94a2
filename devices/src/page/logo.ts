import type { Image } from "@napi-rs/canvas";
import { loadImage } from "#text/canvas.ts";
import { SlipError } from "#text/slip-error.ts";
import { blankCanvas, rasterOfCanvas, type Raster } from "#text/text-raster.ts";

/** Reads a PNG. Throws {@link SlipError} `unreadable_logo`. */
export async function readLogo(png: Uint8Array): Promise<Image> {
  try {
    return await loadImage(Buffer.from(png));
  } catch (error) {
    throw new SlipError("unreadable_logo", [], error);
  }
}

/** The size at which a picture fills a box without being stretched, nor made larger than so many times. */
export function fitted(
  image: { readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  return { width: image.width * scale, height: image.height * scale };
}

// Half of white: a logo has areas, not the thin strokes of type.
const blackBelow = 128;

/** A logo in black and white, as large as fits. Throws {@link SlipError} `unreadable_logo`. */
export async function rasterizeLogo(
  png: Uint8Array,
  box: { readonly width: number; readonly height: number },
): Promise<Raster> {
  const image = await readLogo(png);
  const size = fitted(image, box);
  const canvas = blankCanvas(
    Math.max(1, Math.round(size.width)),
    Math.max(1, Math.round(size.height)),
  );
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return rasterOfCanvas(canvas, blackBelow);
}
