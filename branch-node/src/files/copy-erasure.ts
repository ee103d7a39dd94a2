import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { BranchCopies } from "./branch-copies.ts";

interface CopyErasureOptions {
  readonly tenantId: string;
  readonly files: FileStore;
  readonly copies: BranchCopies;
  readonly log: Pick<Logger, "error">;
}

/**
 * Erases the files of records that were lent by other branches once they are lent no more: the records have gone from here,
 * and with them whatever opened the bytes.
 */
export class CopyErasure {
  readonly #options: CopyErasureOptions;
  // What a node left undone when it ended is found at the next start, whatever was noted.
  #isDue = true;

  constructor(options: CopyErasureOptions) {
    this.#options = options;
  }

  /** Erases what there is to erase; what fails is logged and tried again with the next call. */
  async run(): Promise<void> {
    try {
      if (await this.#options.copies.wereRecordsTaken()) this.#isDue = true;
      if (!this.#isDue) return;
      await this.#eraseAll();
      this.#isDue = false;
    } catch (error) {
      this.#options.log.error("file_erasure_failed", {}, error);
    }
  }

  async #eraseAll(): Promise<void> {
    const { tenantId, files, copies } = this.#options;
    for (;;) {
      const hashes = await copies.unnamed();
      for (const sha256 of hashes) await copies.forget(sha256, () => files.erase(tenantId, sha256));
      if (hashes.length === 0) return;
    }
  }
}
