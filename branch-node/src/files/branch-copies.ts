import { sql } from "kysely";
import { noteCopy, type CopyPatch } from "@edgeward/shared/clinical/files/files.commands.ts";
import { copiesToSend, findCopy } from "@edgeward/shared/clinical/files/files.queries.ts";
import type { FileCopyRow } from "@edgeward/shared/clinical/files/files.table.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { BytesName } from "@edgeward/shared/files/stored-bytes.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import { journalOpen } from "#db/branch.table.ts";
import type { NodeIdentity } from "#node/identity.ts";

const atATime = 50;

/** What this branch knows of the bytes that it holds. */
export class BranchCopies {
  readonly #store: Store;
  readonly #runtime: WriteRuntime;
  readonly #identity: NodeIdentity;

  constructor(store: Store, runtime: WriteRuntime, identity: NodeIdentity) {
    this.#store = store;
    this.#runtime = runtime;
    this.#identity = identity;
  }

  /** The copies that the hub has to be sent, the oldest first. */
  toSend(): Promise<readonly FileCopyRow[]> {
    const { tenantId } = this.#identity;
    return this.#store.read({ tenantId }, (session) =>
      copiesToSend(session.kysely, tenantId, atATime),
    );
  }

  /** Whether something clinical waits to be sent, before which no file goes. */
  async isSomethingWaiting(): Promise<boolean> {
    const { tenantId } = this.#identity;
    const row = await this.#store.read({ tenantId }, (session) =>
      session.kysely
        .selectFrom("journal")
        .select("seq")
        .where(sql<boolean>`${sql.raw(journalOpen)}`)
        .where("journal_state", "=", "pending")
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** This branch's copy, or undefined. */
  find(sha256: string): Promise<FileCopyRow | undefined> {
    const { tenantId } = this.#identity;
    return this.#store.read({ tenantId }, (session) => findCopy(session.kysely, tenantId, sha256));
  }

  /** Notes what has become of bytes. @param why the name of what happened */
  async note(
    why: "file.arrive" | "file.damaged" | "file.sent" | "file.wanted",
    bytes: Pick<BytesName, "sha256" | "sizeBytes">,
    patch: CopyPatch,
  ): Promise<void> {
    const { tenantId, branchId, nodeId } = this.#identity;
    await this.#store.write({ tenantId }, async (session) => {
      const origin = branchOrigin(this.#identity, nodeId, "system");
      const write = openWrite(session, this.#runtime, origin, why);
      const named = { sha256: bytes.sha256, size_bytes: bytes.sizeBytes };
      await noteCopy(write, branchId, named, patch);
      await write.flush([]);
    });
  }
}
