import "./shipped-fonts-only.ts";

// The one way to the canvas for all that draws: whoever loaded it before would have the machine's fonts read.
export { createCanvas, GlobalFonts, loadImage, PDFDocument } from "@napi-rs/canvas";
