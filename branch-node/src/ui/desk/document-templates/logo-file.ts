/** Why a file cannot be a logo. */
export type LogoFault = "look.logoNoPng" | "look.logoTooFine";

/** A logo as documents carry it, or why the file cannot be one. */
export type LogoFile = { readonly png: string } | { readonly fault: LogoFault };

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// As wide as a receipt printer prints, and half as high: more than that no document shows.
const box = { width: 576, height: 288 } as const;
// What a template takes: every job that waits carries a copy.
const longestBase64 = 16_384;
const shares = [1, 0.75, 0.5, 0.35] as const;
// Half of white, as printers of receipts and labels divide it.
const blackBelow = 128;

/** Makes a logo of a PNG file: in black and white, no larger than documents show it. */
export async function readLogoFile(file: Blob): Promise<LogoFile> {
  const picture = (await isPng(file)) ? await createImageBitmap(file).catch(() => null) : null;
  if (picture === null) return { fault: "look.logoNoPng" };
  const fitting = Math.min(1, box.width / picture.width, box.height / picture.height);
  const drawn = shares
    .map((share) => inBlackAndWhite(picture, fitting * share))
    .find((png) => png.length <= longestBase64);
  return drawn === undefined ? { fault: "look.logoTooFine" } : { png: drawn };
}

async function isPng(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, signature.length).arrayBuffer());
  return signature.every((byte, place) => head[place] === byte);
}

function inBlackAndWhite(picture: ImageBitmap, scale: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser does not draw");
  // What is clear lets the paper through.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const dots = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let place = 0; place < dots.data.length; place += 4) {
    const [red = 0, green = 0, blue = 0] = dots.data.subarray(place, place + 3);
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    dots.data.fill(light < blackBelow ? 0 : 255, place, place + 3);
  }
  context.putImageData(dots, 0, 0);
  return canvas.toDataURL("image/png").replace("data:image/png;base64,", "");
}
