const side = 480;
const quality = 0.85;

/** A picture's middle as a square, no larger than a face is shown: JPEG. @throws Error where the browser does not draw */
export function squarePicture(
  source: CanvasImageSource,
  width: number,
  height: number,
): Promise<Blob> {
  const cut = Math.min(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.min(side, cut));
  canvas.height = canvas.width;
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("the browser does not draw");
  const [x, y] = [(width - cut) / 2, (height - cut) / 2];
  drawing.fillStyle = "white";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(source, x, y, cut, cut, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the picture is empty")) : resolve(blob)),
      "image/jpeg",
      quality,
    );
  });
}

/** The square picture of a file; null where the file is no picture. */
export async function squareOfFile(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    return await squarePicture(picture, picture.width, picture.height);
  } finally {
    picture.close();
  }
}

/** A picture as an address that a page may show. */
export async function addressOfPicture(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
  return `data:${picture.type};base64,${btoa(text)}`;
}
