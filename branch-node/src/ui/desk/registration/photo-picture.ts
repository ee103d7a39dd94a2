const side = 480;
const quality = 0.85;
// A draft holds 64 kB: what is typed beside the photo has room for the rest.
const mostKept = 44_000;
/** Smaller and smaller: a face is still known by the last of them. */
const smaller = [
  [480, 0.7],
  [400, 0.6],
  [320, 0.6],
  [240, 0.5],
  [160, 0.5],
] as const;

/** A photo as an address that holds all of it. */
export const pictureAddress = /^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/u;

interface Looks {
  readonly most: number;
  readonly quality: number;
}

/** A picture's middle as a square, no larger than a face is shown: JPEG. @throws Error where the browser does not draw */
export function squarePicture(
  source: CanvasImageSource,
  width: number,
  height: number,
): Promise<Blob> {
  return squareOf(source, Math.min(width, height), [width, height], { most: side, quality });
}

function squareOf(
  source: CanvasImageSource,
  cut: number,
  [width, height]: readonly [number, number],
  looks: Looks,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.min(looks.most, cut));
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
      looks.quality,
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

/** A square photo as an address that is short enough to be kept with what is typed: a heavy one is drawn smaller. */
export async function keptPicture(photo: Blob): Promise<string> {
  const whole = await addressOfPicture(photo);
  if (whole.length <= mostKept) return whole;
  const picture = await createImageBitmap(photo);
  try {
    let address = whole;
    for (const [most, lower] of smaller) {
      const { width, height } = picture;
      const looks = { most, quality: lower };
      address = await addressOfPicture(await squareOf(picture, width, [width, height], looks));
      if (address.length <= mostKept) break;
    }
    return address;
  } finally {
    picture.close();
  }
}

/** The photo that such an address holds; null where it holds none. */
export function pictureOfAddress(address: string): Blob | null {
  if (!pictureAddress.test(address)) return null;
  const text = atob(address.slice(address.indexOf(",") + 1));
  return new Blob([Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)], {
    type: "image/jpeg",
  });
}
