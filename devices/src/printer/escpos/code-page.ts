// The upper half of code page 437 in byte order. Node's TextDecoder has no decoder for it.
const pc437UpperHalf =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

// Code page 858: 850 with the euro sign.
const pc858UpperHalf =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
  "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

const upperBytes = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);

/** The code pages we select on printers: their number in `ESC t` and the 128 characters above ASCII. */
export const codePages = {
  pc437: { number: 0, upperHalf: Array.from(pc437UpperHalf) },
  pc858: { number: 19, upperHalf: Array.from(pc858UpperHalf) },
  wpc1252: {
    number: 16,
    upperHalf: Array.from(new TextDecoder("windows-1252").decode(upperBytes)),
  },
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
