import { extensionOf } from "#clinical/files/document-types.ts";

/** So much of a file's beginning is looked at: an office file says what it is in its first entry. */
const headBytes = 1_048_576;

// A page or a drawing with programs is text as well; what begins like one is no document.
const markup = /^[\s\uFEFF]*<[a-z!?/]/iu;
// What no editor writes into a text: a file with any of these is something else.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/u;

/** Looks at a file as it goes by: keeps its beginning, and whether all of it is text. */
export class ContentSeen {
  readonly #head: Uint8Array[] = [];
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #kept = 0;
  #isText = true;

  /** The file's beginning. */
  get head(): Buffer {
    return Buffer.concat(this.#head);
  }

  see(part: Uint8Array): void {
    if (this.#kept < headBytes) {
      const kept = part.subarray(0, headBytes - this.#kept);
      this.#head.push(kept);
      this.#kept += kept.length;
    }
    if (this.#isText) this.#isText = this.#reads(part, true);
  }

  /** The media type that the content shows, by whose name a text is a table or not; null for one that is not known. */
  async typeFor(filename: string): Promise<string | null> {
    const { head } = this;
    // Loaded with the first document, of which a node may see none for days.
    const { fileTypeFromBuffer } = await import("file-type");
    const seen = await fileTypeFromBuffer(head).catch(() => undefined);
    if (seen !== undefined) return seen.mime;
    const isText = this.#isText && this.#reads(new Uint8Array(0), false);
    if (!isText || markup.test(head.toString("utf8"))) return null;
    return extensionOf(filename) === "csv" ? "text/csv" : "text/plain";
  }

  #reads(part: Uint8Array, hasMore: boolean): boolean {
    try {
      return !unprintable.test(this.#decoder.decode(part, { stream: hasMore }));
    } catch {
      return false;
    }
  }
}
