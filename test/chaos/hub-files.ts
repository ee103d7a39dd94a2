import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scopeOfNode } from "@edgeward/hub/fleet/feed/scope.ts";
import { buildPackedSnapshot } from "@edgeward/hub/fleet/bootstrap/packed-snapshot.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { BootstrapReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { SimNode } from "./hub.ts";

/** The bootstrap files of a simulated hub: the product's own, given out as they were made, also long after. */
export class HubFiles {
  readonly #store: Store;
  readonly #tenantId: string;
  readonly #files = new Map<string, Buffer>();

  constructor(store: Store, tenantId: string) {
    this.#store = store;
    this.#tenantId = tenantId;
  }

  /** Makes a file of all that a node may have. @param now an instant */
  async make(node: SimNode, now: string): Promise<BootstrapReply> {
    const scope = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
      scopeOfNode(session, this.#tenantId, node.branchId, node.nodeId, now),
    );
    const folder = mkdtempSync(join(tmpdir(), "edgeward-chaos-file-"));
    try {
      const made = await buildPackedSnapshot(this.#store, scope, folder);
      const { path, sha256, size, key, cursor } = made;
      this.#files.set(sha256, await readFile(path));
      return {
        state: "ready",
        file: { url: `/${sha256}`, sha256, size, key, cursor, form: packedForm },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Hands a file over in two parts, so that it can be cut between them. */
  async download(
    path: string,
    from: number,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<boolean> {
    const bytes = this.#files.get(path.slice(1));
    if (bytes === undefined) return false;
    const middle = Math.max(from, Math.floor(bytes.length / 2));
    if (from < middle) await onChunk(bytes.subarray(from, middle));
    await onChunk(bytes.subarray(middle));
    return true;
  }
}
