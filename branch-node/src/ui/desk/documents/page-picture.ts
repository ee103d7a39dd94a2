const quality = 0.9;

/** All that a camera sees, as a JPEG. @throws Error where the browser does not draw */
export function pagePicture(
  source: CanvasImageSource,
  width: number,
  height: number,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("the browser does not draw");
  drawing.drawImage(source, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the picture is empty")) : resolve(blob)),
      "image/jpeg",
      quality,
    );
  });
}
