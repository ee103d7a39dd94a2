import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { BootstrapReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { FeedScope } from "#fleet/feed/scope.ts";
import { buildPackedSnapshot } from "./packed-snapshot.ts";
import type { SnapshotFile } from "./snapshot-notes.ts";

/** How long a file is given out; what has changed since comes by the feed. */
const freshMs = 10 * 60_000;
// A branch on a slow line may still be fetching the one before.
const keepMs = 6 * 60 * 60_000;

interface Entry {
  readonly scope: FeedScope;
  readonly madeAt: number;
  ready: SnapshotFile | null;
}

/** What making snapshots needs of the hub. */
export interface BootstrapsOptions {
  readonly store: Store;
  /** Emptied at the start: the files' keys were in memory. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: Logger;
}

/** The bootstrap files of this hub process: made when one is asked for, shared by whoever asks within ten minutes. */
export class Bootstraps {
  readonly #options: BootstrapsOptions;
  readonly #byVersion = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry>();

  constructor(options: BootstrapsOptions) {
    this.#options = options;
    rmSync(options.folder, { recursive: true, force: true });
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  /** The newest file of a scope; one is begun when there is none that is fresh. */
  get(scope: FeedScope): BootstrapReply {
    const { now } = this.#options;
    const known = this.#byVersion.get(scope.version);
    const isFresh = known !== undefined && known.madeAt + freshMs > now();
    const entry = isFresh ? known : this.#begin(scope);
    if (entry.ready === null) return { state: "building", file: null };
    const { sha256, size, key, cursor, path } = entry.ready;
    const url = `/fleet/bootstrap/${basename(path)}`;
    return { state: "ready", file: { url, sha256, size, key, cursor, form: packedForm } };
  }

  /** Begins another file in place of one whose place in the feed is of no use any more. */
  replace(scope: FeedScope, { cursor }: Pick<SnapshotFile, "cursor">): BootstrapReply {
    if (this.#byVersion.get(scope.version)?.ready?.cursor === cursor) this.#begin(scope);
    return this.get(scope);
  }

  /** The file of that name where it was made for that node, or null. */
  find(name: string, tenantId: string, nodeId: string): SnapshotFile | null {
    const entry = this.#byName.get(name);
    const isTheirs = entry?.scope.tenantId === tenantId && entry.scope.nodeId === nodeId;
    return isTheirs ? entry.ready : null;
  }

  #begin(scope: FeedScope): Entry {
    const { store, folder, now } = this.#options;
    const entry: Entry = { scope, madeAt: now(), ready: null };
    this.#byVersion.set(scope.version, entry);
    buildPackedSnapshot(store, scope, folder).then(
      (made) => this.#publish(entry, made),
      (error: unknown) => this.#failed(entry, error),
    );
    return entry;
  }

  #publish(entry: Entry, made: SnapshotFile): void {
    entry.ready = made;
    this.#byName.set(basename(made.path), entry);
    void this.#dropOld();
  }

  #failed(entry: Entry, error: unknown): void {
    this.#byVersion.delete(entry.scope.version);
    const { tenantId: tenant_id, branchId: branch_id } = entry.scope;
    this.#options.log.error("bootstrap_failed", { tenant_id, branch_id }, error);
  }

  async #dropOld(): Promise<void> {
    const before = this.#options.now() - keepMs;
    for (const [name, entry] of this.#byName) {
      if (entry.madeAt > before || entry.ready === null) continue;
      this.#byName.delete(name);
      await rm(entry.ready.path, { force: true });
    }
  }
}
