import { hash } from "node:crypto";
import { basename } from "node:path";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { BootstrapReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { FeedScope } from "#fleet/feed/scope.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { buildPackedSnapshot } from "./packed-snapshot.ts";
import { asSnapshot, SharedFiles, type NotedFile } from "./shared-files.ts";
import type { SnapshotFile } from "./snapshot-notes.ts";

/** How long a file is given out; what has changed since comes by the feed. */
const freshMs = 10 * 60_000;
// A branch on a slow line may still be fetching the one before.
const keepMs = 6 * 60 * 60_000;

const building: BootstrapReply = { state: "building", file: null };

/** What making snapshots needs of the hub. */
export interface BootstrapsOptions {
  readonly store: Store;
  /** Shared by all processes of the hub. */
  readonly folder: string;
  readonly secrets: Pick<Secrets, "seal" | "open">;
  readonly now: () => number;
  readonly log: Logger;
}

/** What a node needs a file of. */
export interface WantedFile {
  readonly scope: FeedScope;
  /** Of the hub's database. */
  readonly incarnation: string;
}

/**
 * The bootstrap files of a hub: made by the process that is asked for one, and given out for ten minutes by every process that
 * shares the folder, to whoever asks.
 */
export class Bootstraps {
  readonly #options: BootstrapsOptions;
  readonly #files: SharedFiles;

  constructor(options: BootstrapsOptions) {
    this.#options = options;
    const { folder, secrets, now } = options;
    this.#files = new SharedFiles({ folder, secrets, now, mostBuildMs: freshMs });
  }

  /** The newest file of a scope; one is begun when there is none that is fresh. */
  async get(wanted: WantedFile): Promise<BootstrapReply> {
    const file = await this.#files.newest(versionOf(wanted));
    const isFresh = file !== null && file.note.madeAt + freshMs > this.#options.now();
    if (isFresh) return replyOf(file);
    await this.#begin(wanted);
    return building;
  }

  /** Begins another file in place of one whose place in the feed is of no use any more. */
  async replace(
    wanted: WantedFile,
    { cursor }: Pick<SnapshotFile, "cursor">,
  ): Promise<BootstrapReply> {
    const file = await this.#files.newest(versionOf(wanted));
    if (file !== null && file.note.cursor !== cursor) return this.get(wanted);
    await this.#begin(wanted);
    return building;
  }

  /** The file of that name where it was made for that node, or null. */
  async find(name: string, tenantId: string, nodeId: string): Promise<SnapshotFile | null> {
    const note = await this.#files.find(name);
    const isTheirs = note?.tenantId === tenantId && note.nodeId === nodeId;
    return isTheirs ? asSnapshot(this.#files.pathOf(name), note) : null;
  }

  // Not awaited: whoever asked is answered that it is being built.
  async #begin(wanted: WantedFile): Promise<void> {
    if (!(await this.#files.begin(versionOf(wanted)))) return;
    void this.#build(wanted);
  }

  async #build(wanted: WantedFile): Promise<void> {
    const { store, folder, now } = this.#options;
    const { scope } = wanted;
    const version = versionOf(wanted);
    const madeAt = now();
    try {
      const { path, ...made } = await buildPackedSnapshot(store, scope, folder);
      const { tenantId, nodeId } = scope;
      await this.#files.publish(basename(path), { version, tenantId, nodeId, madeAt, ...made });
    } catch (error) {
      const { tenantId: tenant_id, branchId: branch_id } = scope;
      this.#options.log.error("bootstrap_failed", { tenant_id, branch_id }, error);
    }
    await this.#files.end(version);
    await this.#files.dropOld(now() - keepMs);
  }
}

// What a hub that was put back to a backup had given out before holds what it has lost.
function versionOf({ scope, incarnation }: WantedFile): string {
  return hash("sha256", `${scope.version} ${incarnation}`);
}

function replyOf({ name, note: { sha256, size, key, cursor } }: NotedFile): BootstrapReply {
  const url = `/fleet/bootstrap/${name}`;
  return { state: "ready", file: { url, sha256, size, key, cursor, form: packedForm } };
}
