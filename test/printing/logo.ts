import { createCanvas } from "@napi-rs/canvas";

/** A logo in black and white: a cross in a ring, wider than high. */
export function sampleLogo(): Uint8Array {
  const canvas = createCanvas(240, 160);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 240, 160);
  context.fillStyle = "#000";
  context.beginPath();
  context.arc(120, 80, 76, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#fff";
  context.fillRect(104, 24, 32, 112);
  context.fillRect(64, 64, 112, 32);
  return canvas.toBuffer("image/png");
}
