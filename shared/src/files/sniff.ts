/** So much of a file's beginning says what it is. */
const decidingBytes = 132;

interface Signature {
  readonly type: string;
  readonly at: number;
  readonly bytes: Uint8Array;
}

function signature(type: string, text: string, at = 0): Signature {
  return { type, at, bytes: Buffer.from(text, "latin1") };
}

// Of files that care comes in and that programs open by themselves. The specifications' own first bytes.
const signatures: readonly Signature[] = [
  signature("image/png", "\x89PNG\r\n\x1a\n"),
  signature("image/jpeg", "\xff\xd8\xff"),
  signature("image/gif", "GIF87a"),
  signature("image/gif", "GIF89a"),
  signature("image/webp", "WEBP", 8),
  signature("image/tiff", "II*\0"),
  signature("image/tiff", "MM\0*"),
  signature("application/pdf", "%PDF-"),
  signature("application/dicom", "DICM", 128),
];
const known: ReadonlySet<string> = new Set(signatures.map(({ type }) => type));

// What a browser runs or draws by programs of its own: nobody's report is kept as that.
const active =
  /^(?:text\/(?:html|xml|javascript)|image\/svg\+xml|.*\/(?:.*\+)?xml|.*\/.*javascript)$/u;
const unknownType = "application/octet-stream";

function beginsAs(head: Uint8Array, { at, bytes }: Signature): boolean {
  return bytes.every((byte, index) => head[at + index] === byte);
}

/**
 * The media type under which a file is kept: what its first bytes say that it is. Its sender's word stands where they say
 * nothing, unless it says a type that they would show, or one that a browser runs.
 */
export function typeByContent(head: Uint8Array, claimed: string): string {
  const seen = signatures.find((one) => beginsAs(head, one));
  if (seen !== undefined) return seen.type;
  return known.has(claimed) || active.test(claimed) ? unknownType : claimed;
}

/** Keeps the beginning of a file while it goes by. */
export class FileHead {
  #bytes: Uint8Array = new Uint8Array(0);

  /** As much as has come, and as says something. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  see(part: Uint8Array): void {
    const missing = decidingBytes - this.#bytes.length;
    if (missing > 0) this.#bytes = Buffer.concat([this.#bytes, part.subarray(0, missing)]);
  }
}
