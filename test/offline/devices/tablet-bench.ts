import { webcrypto } from "node:crypto";
import * as z from "zod";
import { staffSessionsTable } from "@edgeward/branch-node/db/branch.table.ts";
import { deviceStaffSessionsTable } from "@edgeward/branch-node/db/tablet.table.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { registerTabletKey } from "@edgeward/branch-node/db/tablet-rows.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Change } from "@edgeward/shared/db/model.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { createHlc, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import {
  offlineBatchContract,
  type Batch,
  type BatchReply,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

/** One operation as a tablet sends it. */
export type Op = Batch["ops"][number];

interface Tablet {
  readonly id: string;
  readonly clock: HybridClock;
  readonly client: Client;
  sign(batch: Batch): Promise<string>;
}

/** What became of the operations of a batch, in their order. */
export function outcomes(reply: BatchReply): readonly string[] {
  return reply.results.map(({ outcome }) => outcome);
}

/** A branch with a tablet that sends it batches. */
export class TabletBench {
  readonly hub: TestHub;
  readonly branch: SyncedBranch;
  #tablet: Tablet | null = null;

  private constructor(hub: TestHub, branch: SyncedBranch) {
    this.hub = hub;
    this.branch = branch;
  }

  static async open(): Promise<TabletBench> {
    const hub = await startTestHub();
    return new TabletBench(hub, await startSyncedBranch(hub, hub.tenant.branchId));
  }

  async close(): Promise<void> {
    await this.branch.stop();
    await this.hub.stop();
  }

  /** The tablet that sends. */
  get tablet(): Tablet {
    if (this.#tablet === null) throw new Error("no tablet has been taken up");
    return this.#tablet;
  }

  /** Takes up a tablet that has sent nothing yet. */
  async takeUp(): Promise<void> {
    this.#tablet = await this.pairedTablet();
  }

  async pairedTablet(): Promise<Tablet> {
    const id = this.hub.runtime.newId("dev");
    const pair = await webcrypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
    const { x = "" } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
    const publicJwk = { kty: "OKP", crv: "Ed25519", x };
    const at = isoInstant(this.hub.clock.now());
    await this.branch.store.write({ tenantId: this.hub.tenant.id }, (session) =>
      registerTabletKey(session, { tenantId: this.hub.tenant.id, deviceId: id, publicJwk, at }),
    );
    for (const staffId of [this.hub.tenant.nurseId, this.hub.tenant.clerkId])
      await this.beginSession(id, staffId);
    return {
      id,
      clock: createHlc({ now: this.hub.clock.now, nodeTag: id }),
      client: await this.branch.client(["device"], { sub: id, did: id }),
      sign: (batch) =>
        signBatch(batch, { ...this.branch.identity, nodeId: id, privateKey: pair.privateKey }),
    };
  }

  /** A member of staff begins to work on a device; the session's id. */
  async beginSession(deviceId: string, staffId: string): Promise<string> {
    const { tenant, clock, runtime } = this.hub;
    const at = isoInstant(clock.now());
    const session = { id: runtime.newId("ses"), tenant_id: tenant.id, staff_id: staffId };
    await this.branch.store.write({ tenantId: tenant.id }, (database) =>
      database.runAll([
        insertStatement(database.dialect, staffSessionsTable, {
          ...session,
          refresh_hash: session.id,
          spent_hashes: null,
          rotated_at: null,
          created_at: at,
          expires_at: isoInstant(clock.now() + 12 * 3_600_000),
          ended_at: null,
        }),
        insertStatement(database.dialect, deviceStaffSessionsTable, {
          tenant_id: tenant.id,
          device_id: deviceId,
          session_id: session.id,
          staff_id: staffId,
          begun_at: at,
        }),
      ]),
    );
    return session.id;
  }

  operation(type: string, change: Omit<Change, "version"> & { readonly version?: number }): Op {
    const { tenant } = this.hub;
    return {
      op_id: this.hub.runtime.newId("op"),
      type,
      entity: change.table,
      entity_id: change.id,
      hlc: this.tablet.clock.tick(),
      at: isoInstant(this.hub.clock.now()),
      branch_id: tenant.branchId,
      actor: { id: tenant.nurseId, type: "staff", role: "nurse" },
      device_id: this.tablet.id,
      reason: null,
      schema: 1,
      changes: [{ version: 1, ...change, fields: { ...change.fields }, base: { ...change.base } }],
      events: [],
    };
  }

  /** A change of a patient's language, made on what the branch shows now. */
  async languageChange(patientId: string, language: string): Promise<Op> {
    const [row] = await this.branch.rows(
      "SELECT version, stamps FROM patients WHERE tenant_id = ? AND id = ?",
      this.hub.tenant.id,
      patientId,
    );
    const stamps = new Map(Object.entries(z.record(z.string(), z.string()).parse(row?.["stamps"])));
    const seen = stamps.get("preferred_language") ?? stamps.get("*") ?? "";
    return this.operation("patient.update", {
      table: "patients",
      id: patientId,
      kind: "update",
      fields: { preferred_language: language },
      base: { preferred_language: seen },
      version: Number(row?.["version"]) + 1,
    });
  }

  draft(form: Readonly<Record<string, unknown>> | number): Op {
    return this.operation("draft.create", {
      table: "drafts",
      id: this.hub.runtime.newId("drf"),
      kind: "insert",
      fields: {
        branch_id: this.hub.tenant.branchId,
        draft_kind: "vitals",
        subject_id: null,
        owner_id: this.hub.tenant.nurseId,
        device_id: this.tablet.id,
        form_state: form,
        draft_status: "open",
        expires_at: isoInstant(this.hub.clock.now() + 86_400_000),
        metadata: {},
      },
      base: {},
    });
  }

  batchOf(firstSeq: number, ops: readonly Op[]): Batch {
    return {
      batch_id: this.hub.runtime.newId("bat"),
      branch: this.hub.tenant.branchId,
      epoch: 1,
      first_seq: firstSeq,
      schema: 1,
      sent_at: isoInstant(this.hub.clock.now()),
      ops: [...ops],
    };
  }

  /** Sends a batch as the tablet, or with another signature, client or key. */
  async send(
    batch: Batch,
    more: { signature?: string; client?: Client; key?: string } = {},
  ): Promise<BatchReply> {
    const signature = more.signature ?? (await this.tablet.sign(batch));
    const client = more.client ?? this.tablet.client;
    const options = { idempotencyKey: more.key ?? batch.batch_id };
    return (
      await client.call(
        offlineBatchContract.offlineBatch,
        { body: { ...batch, signature } },
        options,
      )
    ).body;
  }

  async newPatient(): Promise<string> {
    const client = await this.branch.client(["front_desk"]);
    const body = { name: "Nandini Ghosh", gender: "female", dob: "1992-09-09" } as const;
    return (await client.call(patientsContract.create, { body })).body.id;
  }

  async languageAt(patientId: string): Promise<string | null> {
    const client = await this.branch.client(["front_desk"]);
    const { body } = await client.call(patientsContract.get, { params: { id: patientId } });
    return body.preferred_language;
  }

  async journaled(opId: string) {
    return this.branch.rows("SELECT operation FROM journal WHERE op_id = ?", opId);
  }
}
