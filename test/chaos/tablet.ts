import { registerTabletKey } from "@edgeward/branch-node/db/tablet-rows.ts";
import { staffSessionsTable } from "@edgeward/branch-node/db/branch.table.ts";
import { deviceStaffSessionsTable } from "@edgeward/branch-node/db/tablet.table.ts";
import { HubRefusal, HubUnreachable } from "@edgeward/branch-node/sync/hub-client.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { Dialect } from "@edgeward/shared/db/dialect.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import { operationSchemaVersion, type Statement } from "@edgeward/shared/db/model.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { createHlc, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import { batchReplyShape, type Batch } from "@edgeward/shared/sync/wire/batch.contract.ts";
import * as z from "zod";
import type { SimBranch } from "./branch.ts";
import { simulationStart } from "./nodes.ts";

type SentOperation = Batch["ops"][number];
type SentChange = SentOperation["changes"][number];

/** What becomes of a tablet's batch on the way to its branch and back. */
export type TabletFate = "ok" | "request_lost" | "reply_lost" | "twice";

// Longer than any history, whatever a machine's clock says.
const shiftMs = 7 * 24 * 3_600_000;

const gapShape = z.object({ expected_seq: z.int() });

/**
 * A bedside tablet: it writes on what it last saw of its branch, keeps what it wrote, and hands it over in batches of
 * its own stream, as a branch does to the hub.
 */
export class SimTablet {
  readonly #branch: SimBranch;
  readonly #id: string;
  readonly #now: () => number;
  readonly #newId: IdSource;
  readonly #clock: HybridClock;
  readonly #made: SentOperation[] = [];
  readonly #lost = new Set<string>();
  #answered = 0;

  constructor(branch: SimBranch, id: string, now: () => number) {
    this.#branch = branch;
    this.#id = id;
    this.#now = now;
    this.#newId = createIdSource(now);
    this.#clock = createHlc({ now, nodeTag: id });
  }

  /** The operations that were made here, in their order, but those that went down with the branch's machine. */
  get made(): readonly string[] {
    return this.#made.map(({ op_id: opId }) => opId).filter((opId) => !this.#lost.has(opId));
  }

  /**
   * The branch that had taken them is back at an older state: what it had not handed on is as lost as its own. A tablet
   * with more to send learns of it by the gap, and sends all of it again.
   */
  async loseWhatBranchLost(isAtHub: (opId: string) => boolean): Promise<void> {
    const journal = new Set((await this.#branch.journal()).map((row) => row.op_id));
    for (const { op_id: opId } of this.#made.slice(0, this.#answered))
      if (!journal.has(opId) && !isAtHub(opId)) this.#lost.add(opId);
  }

  /** What was refused here lies in the branch's database alone, with the reason. */
  async forgetRefused(): Promise<void> {
    const rows = await this.#branch.session.query(
      "SELECT op_id FROM tablet_operations WHERE outcome IN ('held', 'rejected')",
      [],
    );
    for (const row of rows) this.#lost.add(String(row["op_id"]));
  }

  get hasUnsent(): boolean {
    return this.#answered < this.#made.length;
  }

  /** Gives the branch the key that the tablet signs with. */
  async pair(): Promise<void> {
    const { tenantId } = this.#branch.identity;
    const { publicJwk } = this.#branch.identity;
    const tablet = { tenantId, deviceId: this.#id, publicJwk, at: isoInstant(this.#now()) };
    const store = this.#branch.disk.store();
    await store.write({ tenantId }, (session) => registerTabletKey(session, tablet));
    await store.write({ tenantId }, (session) => session.runAll(this.#sessionOn(session.dialect)));
  }

  /** A change of another field of a patient. */
  async measure(one: number, value: number): Promise<void> {
    const patient = await this.#patient(one);
    if (patient === null) return;
    this.#make("patient.update", {
      table: patientsTable.name,
      id: patient.id,
      kind: "update",
      fields: { alternate_phone: `+9198300${10_000 + value}` },
      base: { alternate_phone: stampOf(patient, "alternate_phone") },
      version: patient.version + 1,
    });
  }

  /** A change of one field of a patient, on what the branch shows. */
  async edit(one: number, value: number): Promise<void> {
    const patient = await this.#patient(one);
    if (patient === null) return;
    this.#make("patient.update", {
      table: patientsTable.name,
      id: patient.id,
      kind: "update",
      fields: { email: `t${value}@example.org` },
      base: { email: stampOf(patient, "email") },
      version: patient.version + 1,
    });
  }

  /** Hands over what the branch has not answered yet. */
  async send(fate: TabletFate): Promise<void> {
    const ops = this.#made.slice(this.#answered);
    if (ops.length === 0 || fate === "request_lost") return;
    const batch: Batch = {
      batch_id: this.#newId("bat"),
      branch: this.#branch.identity.branchId,
      epoch: 1,
      first_seq: this.#answered + 1,
      schema: operationSchemaVersion,
      sent_at: isoInstant(this.#now()),
      ops,
    };
    const signature = await signBatch(batch, { ...this.#branch.identity, nodeId: this.#id });
    const reply = await this.#deliver(batch, signature);
    if (fate === "twice") await this.#deliver(batch, signature);
    if (fate === "reply_lost") throw new HubUnreachable("no answer");
    this.#answered = reply;
  }

  async #deliver(batch: Batch, signature: string): Promise<number> {
    try {
      const reply = await this.#branch.takeTabletBatch(this.#id, { ...batch, signature });
      return batchReplyShape.parse(reply).accepted_seq;
    } catch (error) {
      // A branch that came back from a backup has forgotten some: they go again.
      if (error instanceof HubRefusal && error.code === "sequence_gap")
        this.#answered = gapShape.parse(error.details).expected_seq - 1;
      throw error;
    }
  }

  /** That its branch's person has signed in on it. */
  #sessionOn(dialect: Dialect): readonly Statement[] {
    const { identity, authorId } = this.#branch;
    const about = { tenant_id: identity.tenantId, staff_id: authorId };
    const id = `${this.#id}-session`;
    const began = isoInstant(simulationStart - shiftMs);
    const expires = isoInstant(simulationStart + shiftMs);
    return [
      upsertStatement(dialect, staffSessionsTable, {
        ...about,
        id,
        refresh_hash: id,
        created_at: began,
        expires_at: expires,
      }),
      upsertStatement(dialect, deviceStaffSessionsTable, {
        ...about,
        device_id: this.#id,
        session_id: id,
        begun_at: began,
      }),
    ];
  }

  async #patient(place: number) {
    const rows = await this.#branch.rows(patientsTable);
    return rows.length === 0 ? null : (rows[place % rows.length] ?? null);
  }

  #make(type: string, change: SentChange): void {
    // What it has been shown comes before what it writes on it.
    for (const stamp of Object.values(change.base)) this.#clock.receive(stamp.replace(/_+$/u, ""));
    this.#made.push({
      op_id: this.#newId("op"),
      type,
      entity: change.table,
      entity_id: change.id,
      hlc: this.#clock.tick(),
      at: isoInstant(this.#now()),
      branch_id: this.#branch.identity.branchId,
      actor: { id: this.#branch.authorId, type: "staff", role: null },
      device_id: this.#id,
      reason: null,
      schema: operationSchemaVersion,
      changes: [change],
      events: [],
    });
  }
}
