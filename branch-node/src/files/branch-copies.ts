import { sql } from "kysely";
import { noteCopy, type CopyPatch } from "@edgeward/shared/clinical/files/files.commands.ts";
import { copiesToSend, findCopy } from "@edgeward/shared/clinical/files/files.queries.ts";
import { fileCopiesTable, type FileCopyRow } from "@edgeward/shared/clinical/files/files.table.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { BytesName } from "@edgeward/shared/files/stored-bytes.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import { journalOpen } from "#db/branch.table.ts";
import { copiesToErase, forgetStatement, readState } from "#db/node-state.ts";
import { removeRows } from "#db/purge.ts";
import type { NodeIdentity } from "#node/identity.ts";

const atATime = 50;

type Own = Pick<NodeIdentity, "tenantId" | "branchId" | "nodeId">;

/** What this branch knows of the bytes that it holds. */
export class BranchCopies {
  readonly #store: Store;
  readonly #runtime: WriteRuntime;
  readonly #identity: Own;

  constructor(store: Store, runtime: WriteRuntime, identity: Own) {
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

  /** Whether records of other branches were taken away since this was asked last. */
  async wereRecordsTaken(): Promise<boolean> {
    const { tenantId } = this.#identity;
    const isNoted = (session: Session) => readState(session, copiesToErase);
    if ((await this.#store.read({ tenantId }, isNoted)) === null) return false;
    await this.#store.write({ tenantId }, (session) =>
      session.runAll([forgetStatement(copiesToErase)]),
    );
    return true;
  }

  /** Some hashes of bytes that came from the hub, and that no record here names any more. */
  async unnamed(): Promise<readonly string[]> {
    const { tenantId } = this.#identity;
    const rows = await this.#store.read({ tenantId }, (session) =>
      session.query(
        `SELECT sha256 FROM file_copies AS c WHERE c.tenant_id = ? AND c.lane_state = 'none'
          AND NOT EXISTS (SELECT 1 FROM blobs AS b WHERE b.tenant_id = c.tenant_id AND b.sha256 = c.sha256)
          ORDER BY c.created_at, c.id LIMIT ?`,
        [tenantId, atATime],
      ),
    );
    return rows.map((row) => String(row["sha256"]));
  }

  /**
   * Forgets bytes unless a record names them by now. @param erase takes them off the disk: within the transaction, as an
   * upload of the same bytes puts them there within its own
   */
  async forget(sha256: string, erase: () => Promise<void>): Promise<void> {
    const { tenantId, nodeId } = this.#identity;
    await this.#store.write({ tenantId }, async (session) => {
      const named = await session.query(
        "SELECT 1 FROM blobs WHERE tenant_id = ? AND sha256 = ? LIMIT 1",
        [tenantId, sha256],
      );
      if (named.length > 0) return;
      await erase();
      await removeRows(session, fileCopiesTable, tenantId, [sha256]);
      const origin = branchOrigin(this.#identity, nodeId, "system");
      const write = openWrite(session, this.#runtime, origin, "file.erase");
      write.audit({
        module: "files",
        action: "erase",
        outcome: "success",
        entity_type: fileCopiesTable.name,
        entity_id: sha256,
        patient_id: null,
        changes: [],
      });
      await write.flush([]);
    });
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
