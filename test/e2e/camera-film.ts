import { writeFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import type { SymbolSpec } from "@edgeward/devices/code/symbol.ts";
import { photograph } from "#support/photograph.ts";

const frames = 10;
const shot = { turned: 9, tilted: 0.1, blurred: 0, noisy: 20, shaded: 0.3 };

/** Films a code held before a camera, a little aside, as Chromium's stand-in for a camera plays it (motion JPEG). */
export function filmCode(file: string, spec: SymbolSpec): void {
  const pictures = Array.from({ length: frames }, (_, seed) => {
    const { data, width, height } = photograph(spec, { ...shot, seed });
    // The stand-in wants even sides.
    const canvas = createCanvas(width - (width % 2), height - (height % 2));
    const drawing = canvas.getContext("2d");
    const image = drawing.createImageData(width, height);
    image.data.set(data);
    drawing.putImageData(image, 0, 0);
    return canvas.toBuffer("image/jpeg", 90);
  });
  writeFileSync(file, Buffer.concat(pictures));
}
