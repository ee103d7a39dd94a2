/** The media types in which documents are kept, with how the names of such files end. */
export const documentTypes: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "image/tiff": ["tif", "tiff"],
  "image/heic": ["heic", "heif"],
  "image/heif": ["heif", "heic"],
  "application/dicom": ["dcm", "dicom"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "text/plain": ["txt"],
  "text/csv": ["csv"],
  "video/mp4": ["mp4", "m4v"],
  "video/webm": ["webm"],
};

/** What people call the types above, for a sentence that lists them. */
export const documentTypeNames =
  "PDF, JPEG, PNG, WebP, TIFF, HEIC, DICOM, DOCX, XLSX, CSV, plain text, MP4 or WebM";

/** How a file's name ends, in small letters and without its dot; empty where it does not. */
export function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,10})$/u.exec(filename)?.[1]?.toLowerCase() ?? "";
}

/** Whether a document of that type may have that name. */
export function agreesWithName(contentType: string, filename: string): boolean {
  return documentTypes[contentType]?.includes(extensionOf(filename)) === true;
}

/** Whether documents of that type are pictures, of which a browser draws every point. */
export function isPicture(contentType: string): boolean {
  return contentType.startsWith("image/");
}
