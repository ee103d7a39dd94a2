import { decode } from "iconv-lite";

const upperBytes = Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index));

function upperHalfIn(encoding: string): readonly string[] {
  return Array.from(decode(upperBytes, encoding));
}

/** The code pages we select on printers: their number in `ESC t` and the 128 characters above ASCII, in byte order. */
export const codePages = {
  pc437: { number: 0, upperHalf: upperHalfIn("cp437") },
  pc858: { number: 19, upperHalf: upperHalfIn("cp858") },
  wpc1252: { number: 16, upperHalf: upperHalfIn("windows-1252") },
} as const;

/** The name of a code page we select. */
export type CodePageName = keyof typeof codePages;

const printableAscii = /^[\u0020-\u007e]$/;
const control = /^\p{Cc}$/u;

/** Whether every character of the text exists in the code page, so that the printer can draw it with its own font. */
export function canCarry(codePage: CodePageName, text: string): boolean {
  const { upperHalf } = codePages[codePage];
  return Array.from(text).every(
    (character) =>
      printableAscii.test(character) || (!control.test(character) && upperHalf.includes(character)),
  );
}

/** The character a printer draws for a byte from 0x20 on, or U+FFFD when the selected page is not one of ours. */
export function decodeByte(codePageNumber: number, byte: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  const page = Object.values(codePages).find(({ number }) => number === codePageNumber);
  return page?.upperHalf[byte - 0x80] ?? "\ufffd";
}
