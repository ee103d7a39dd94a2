import { createHmac } from "node:crypto";
import { join } from "node:path";
import { branchOrigin } from "@edgeward/branch-node/node/branch-origin.ts";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore, type SqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { tokenReactor } from "@edgeward/branch-node/printing/token-reactor.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { bookAppointment } from "@edgeward/shared/clinical/appointments/appointments.commands.ts";
import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { createPatient } from "@edgeward/shared/clinical/patients/patients.commands.ts";
import type { PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { PrintJobRow } from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { found, openWrite } from "@edgeward/shared/write/write.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { testSeal } from "#support/value-seal.ts";

/** Where a branch's database lies: enough for another process to open it. */
export interface BranchPlace {
  readonly folder: string;
  /** Hexadecimal. */
  readonly key: string;
}

/** Whose patients come to the desk. */
export interface Desk {
  readonly tenantId: string;
  readonly branchId: string;
  readonly doctorId: string;
}

/** A branch's database with the reactor that makes slips. */
export interface PrintingBranch {
  readonly store: SqliteStore;
  readonly runtime: WriteRuntime;
}

/** Opens a branch on its encrypted file, which is made when there is none. */
export async function openPrintingBranch(place: BranchPlace): Promise<PrintingBranch> {
  const key = Buffer.from(place.key, "hex");
  const store = openSqliteStore({ file: join(place.folder, "branch.db"), key });
  await migrateBranch(store.handle);
  const newId = createIdSource(Date.now);
  const nodeId = newId("nod");
  const hlc = createHlc({ now: Date.now, nodeTag: nodeId });
  const runtime: WriteRuntime = {
    nodeId,
    kind: "branch",
    now: Date.now,
    newId,
    tick: () => hlc.tick(),
    hashValue: (tenantId, text) =>
      createHmac("sha256", key).update(tenantId).update(text).digest("hex"),
    valueSeal: testSeal,
    sink: journalSink(() => 1),
    reactors: [tokenReactor],
  };
  return { store, runtime };
}

const systemCaller = {
  id: "system",
  type: "staff",
  branchIds: "*",
  roles: ["front_desk"],
  scopes: null,
  clientId: null,
  sessionId: null,
  deviceId: null,
  expiresAt: 0,
} as const;

/** Runs a command as the desk, in one transaction. */
function asDesk<T>(
  { store, runtime }: PrintingBranch,
  desk: Desk,
  command: (ctx: WriteContext) => Promise<T>,
): Promise<T> {
  const { tenantId, branchId } = desk;
  return store.write({ tenantId }, async (session) => {
    const write = openWrite(session, runtime, branchOrigin(desk, "system", "system"), "test.desk");
    const result = await command({
      tenantId,
      branch: found(await findBranchSettings(session.kysely, tenantId, branchId)),
      caller: { ...systemCaller, tenantId },
      role: "front_desk",
      requestId: "req_desk",
      node: { id: runtime.nodeId, kind: runtime.kind },
      now: runtime.now,
      cursors: createCursorCodec(new Uint8Array(32), runtime.now),
      valueSeal: runtime.valueSeal(tenantId),
      reason: null,
      db: session.kysely,
      session,
      write,
      newId: runtime.newId,
      ifMatch: null,
    });
    await write.flush([]);
    return result;
  });
}

/** A patient who has got a place in the queue. */
export interface CheckIn {
  readonly patient: PatientRow;
  readonly appointment: AppointmentRow;
}

/** Registers somebody and gives them a place in the queue, as the desk does for who walks in. */
export function checkIn(
  branch: PrintingBranch,
  desk: Desk,
  name: string,
  channel: "in_person" | "video" = "in_person",
): Promise<CheckIn> {
  return asDesk(branch, desk, async (ctx) => {
    const patient = await createPatient(ctx, { name, gender: "female", age_years: 40 });
    const appointment = await bookAppointment(ctx, {
      patient_id: patient.id,
      provider_id: desk.doctorId,
      source: "walk_in",
      channel,
    });
    return { patient, appointment };
  });
}

/** The print jobs of an appointment, oldest first. */
export function jobsOf(
  { store }: Pick<PrintingBranch, "store">,
  desk: Pick<Desk, "tenantId">,
  appointmentId: string,
): Promise<readonly PrintJobRow[]> {
  return store.read(desk, ({ kysely }) =>
    kysely
      .selectFrom("print_jobs")
      .selectAll()
      .where("tenant_id", "=", desk.tenantId)
      .where("source_id", "=", appointmentId)
      .orderBy("id")
      .execute(),
  );
}
