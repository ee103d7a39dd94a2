import { setTimeout as delay } from "node:timers/promises";
import type { FileCopyRow } from "@edgeward/shared/clinical/files/files.table.ts";
import { FileReading, type StoredBytes } from "@edgeward/shared/files/stored-bytes.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { LaneState } from "@edgeward/shared/files/file-lane.contract.ts";
import { HubRefusal, HubUnreachable } from "#sync/hub-client.ts";
import { retryDelay } from "#sync/link.ts";
import type { BranchCopies } from "./branch-copies.ts";
import type { CopyErasure } from "./copy-erasure.ts";
import type { LaneClient } from "./lane-client.ts";

const lookEveryMs = 5_000;
const askWantedEveryMs = 15_000;
const calmEveryMs = 100;
// A busy desk writes hundreds of times a second, and hardly ever a file: a look for each write took a thirtieth of it.
const gatherMs = 100;
// A file that the hub would not take stands back for the others.
const standBackMs = 30_000;

/** What sending files to the hub needs. */
export interface FileLaneOptions {
  readonly stored: StoredBytes;
  readonly copies: BranchCopies;
  readonly lane: LaneClient;
  readonly erasure: Pick<CopyErasure, "run">;
  /** Whether the hub can be reached at this moment and the clinical lane is at rest. */
  readonly isLinkAtRest: () => boolean;
}

/**
 * Sends the bytes of files to the hub: one chunk at a time, each only while nothing clinical waits. After a cut it goes
 * on with the chunks that the hub does not have.
 */
export class FileLane {
  readonly #options: FileLaneOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #end = new AbortController();
  readonly #standBack = new Map<string, number>();
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #gathering: NodeJS.Timeout | null = null;
  #failures = 0;
  #askedAt = -askWantedEveryMs;

  constructor(options: FileLaneOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), lookEveryMs);
    this.#timer.unref();
  }

  /** Says that there may be something to send. After a failure the retries keep their own pace. */
  wake(): void {
    if (this.#end.signal.aborted) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      this.#begin();
    }, gatherMs);
  }

  #begin(): void {
    if (this.#running !== null || this.#retry !== null || this.#end.signal.aborted) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Ends after the chunk under way; it is sent again after the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#retry !== null) clearTimeout(this.#retry);
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#end.abort();
    await this.#options.lane.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.#options.erasure.run();
      if (!this.#options.isLinkAtRest()) return;
      await this.#takeWishes();
      for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
        await this.#sendOrStandBack(next);
      }
      this.#failures = 0;
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (this.#end.signal.aborted) return;
    const isAway = error instanceof HubUnreachable || error instanceof HubRefusal;
    if (!isAway) this.#options.stored.log.error("file_lane_failed", {}, error);
    this.#failures += 1;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#begin();
    }, retryDelay(this.#failures));
  }

  async #next(): Promise<FileCopyRow | undefined> {
    const now = performance.now();
    const waiting = await this.#options.copies.toSend();
    return waiting.find((copy) => (this.#standBack.get(copy.sha256) ?? 0) <= now);
  }

  // What the hub has lost it is sent again from here, where it is.
  async #takeWishes(): Promise<void> {
    if (performance.now() - this.#askedAt < askWantedEveryMs) return;
    const { copies, lane } = this.#options;
    for (const sha256 of await lane.wanted()) {
      const copy = await copies.find(sha256);
      if (copy?.copy_state !== "here") continue;
      const bytes = { sha256, sizeBytes: copy.size_bytes };
      await copies.note("file.wanted", bytes, { lane_state: "to_send" });
    }
    this.#askedAt = performance.now();
  }

  async #sendOrStandBack(copy: FileCopyRow): Promise<void> {
    try {
      await this.#send(copy);
      this.#standBack.delete(copy.sha256);
    } catch (error) {
      // Its operation was not taken, or its bytes are damaged here too.
      if (!(error instanceof HubRefusal) && !(error instanceof AppError)) throw error;
      this.#options.stored.log.warn("file_stands_back", { code: error.code });
      this.#standBack.set(copy.sha256, performance.now() + standBackMs);
    }
  }

  async #send(copy: FileCopyRow): Promise<void> {
    const { copies, lane } = this.#options;
    await this.#rest();
    let state = await lane.state(copy.sha256);
    if (state.state !== "complete") {
      await this.#sendMissing(copy, state);
      await this.#rest();
      state = await lane.commit(copy.sha256);
    }
    if (state.state !== "complete") {
      throw new HubRefusal(409, "file_incomplete", "the hub lacks chunks of the file", {});
    }
    const bytes = { sha256: copy.sha256, sizeBytes: copy.size_bytes };
    await copies.note("file.sent", bytes, { lane_state: "sent" });
  }

  async #sendMissing(copy: FileCopyRow, state: LaneState): Promise<void> {
    const { stored, lane } = this.#options;
    const { tenant_id: tenantId, sha256, size_bytes: sizeBytes } = copy;
    const reading = new FileReading(stored, { tenantId, sha256, sizeBytes });
    const known = new Set(state.chunks);
    try {
      for (let index = 0; index < state.chunk_count; index += 1) {
        if (known.has(index)) continue;
        const bytes = await reading.chunk(index);
        await this.#rest();
        await lane.put(sha256, index, bytes);
      }
    } finally {
      await reading.close();
    }
  }

  /** Waits until nothing clinical waits. @throws HubUnreachable when the link is lost meanwhile, or at the end */
  async #rest(): Promise<void> {
    const { copies, isLinkAtRest } = this.#options;
    const { signal } = this.#end;
    while (!isLinkAtRest() || (await copies.isSomethingWaiting())) {
      if (signal.aborted) break;
      await delay(calmEveryMs, null, { signal }).catch(() => null);
    }
    if (signal.aborted) throw new HubUnreachable(new Error("the node is stopping"));
  }
}
