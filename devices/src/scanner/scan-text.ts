/** Bytes as the characters of the same numbers. */
export function latinText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** A scan's bytes as text: UTF-8, as scanners of today send it; what is none is read as Latin-1, so that no scan is lost. */
export function scanText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return latinText(bytes);
  }
}
