/** One line of a label stream; of a picture, what stands before its bytes, and these. */
export interface LabelLine {
  readonly text: string;
  readonly data: Uint8Array;
}

/** How a language of lines writes the bytes of a picture into them. */
export interface PictureForm {
  /** All that stands before the bytes; its last two groups are bytes in a row, and rows. */
  readonly head: RegExp;
  /** What may still become a head when more has been received. */
  readonly beginning: RegExp;
}

// Beyond these, a line or a picture is noise, and waiting for its end would be for ever.
const longestHead = 96;
const longestLine = 4_096;
const largestPicture = 4 * 1024 * 1024;
const none = new Uint8Array();

/** Cuts a stream in any chunking into lines. A picture's bytes are counted, and may be line ends as well. */
export function createLabelLineReader(form: PictureForm): {
  push(bytes: Uint8Array): readonly LabelLine[];
} {
  let pending: Uint8Array = none;
  return {
    push: (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      const lines: LabelLine[] = [];
      for (;;) {
        const read = firstLine(pending, form);
        if (read === null) break;
        if (read.line.text !== "") lines.push(read.line);
        pending = pending.subarray(read.length);
      }
      if (pending.length > longestLine + largestPicture) pending = none;
      return lines;
    },
  };
}

function firstLine(
  pending: Uint8Array,
  form: PictureForm,
): { readonly line: LabelLine; readonly length: number } | null {
  const begun = latin1(pending.subarray(0, longestHead));
  const head = form.head.exec(begun);
  if (head !== null) {
    const [text] = head;
    const [perRow = 0, rows = 0] = head.slice(-2).map(Number);
    const size = perRow * rows;
    if (size > largestPicture) return { line: { text, data: none }, length: text.length };
    const length = text.length + size;
    if (pending.length < length) return null;
    return { line: { text, data: Uint8Array.from(pending.subarray(text.length, length)) }, length };
  }
  if (begun.length < longestHead && form.beginning.test(begun)) return null;
  const end = pending.findIndex((byte) => byte === 0x0d || byte === 0x0a);
  if (end >= 0)
    return { line: { text: latin1(pending.subarray(0, end)), data: none }, length: end + 1 };
  if (pending.length <= longestLine) return null;
  return {
    line: { text: latin1(pending.subarray(0, longestHead)), data: none },
    length: pending.length,
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
