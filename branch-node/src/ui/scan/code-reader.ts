import type { SeenCode } from "./code-choice.ts";
import type { Picture } from "./read-picture.ts";

/** A picture that is looked at in the worker. */
export interface LookQuestion {
  readonly picture: Picture;
  /** Whether to look with all patience, which takes some three times as long. */
  readonly isPatient: boolean;
}

/** What the worker has seen, or why it could not look. */
export type LookAnswer = { readonly seen: readonly SeenCode[] } | { readonly fault: string };

/**
 * Reads codes in a worker of its own: a look takes a slow tablet up to half a second, and the moving picture and whatever is
 * touched meanwhile must not wait for it.
 */
export class CodeReader {
  readonly #worker = new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module" });

  /**
   * One look at a picture, whose data is handed over and is empty afterwards. One look at a time. Rejects where the decoder
   * could not be loaded.
   */
  look(picture: Picture, isPatient: boolean): Promise<readonly SeenCode[]> {
    return new Promise((resolve, reject) => {
      const said = ({ data }: MessageEvent<LookAnswer>) => {
        if ("seen" in data) resolve(data.seen);
        else reject(new Error(data.fault));
      };
      this.#worker.addEventListener("message", said, { once: true });
      this.#worker.addEventListener("error", ({ message }) => reject(new Error(message)), {
        once: true,
      });
      const question: LookQuestion = { picture, isPatient };
      this.#worker.postMessage(question, [picture.data.buffer]);
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}
