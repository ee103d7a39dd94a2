import { takenTimes } from "@edgeward/shared/clinical/appointments/appointments.queries.ts";
import { takeQueuePlace } from "@edgeward/shared/clinical/appointments/appointments.queue.ts";
import {
  appointmentsTable,
  type AppointmentRow,
} from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { grantRequestsTable } from "@edgeward/shared/clinical/grant-requests/grant-requests.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { contextOf } from "./context.ts";
import { appointmentFields } from "./records.ts";
import type { SimHub } from "./sim-hub.ts";
import { editedValue, takeReading } from "./acts.ts";
import { staffOf } from "./nodes.ts";
import { tableNamed } from "./tables.ts";

const firstSlotMs = Date.parse("2026-11-24T09:00:00.000Z");
const slotMs = 15 * 60_000;
// Few, so that branches meet in them.
const slots = 3;

/** Values that only one patient may hold. */
export const abhaIds = ["91-1000-2000-3000", "91-1000-2000-3001"] as const;

interface Slot {
  readonly provider: string;
  readonly start: number;
  readonly end: number;
}

/** One of the few times of the two providers whom all branches share. */
function slotAt(one: number, two: number): Slot {
  const start = firstSlotMs + (one % slots) * slotMs;
  return { provider: staffOf(800 + (two % 2)), start, end: start + slotMs };
}

async function isFree(session: Session, tenantId: string, slot: Slot, ownId: string | null) {
  const taken = await takenTimes(session.kysely, tenantId, slot.provider, slot);
  return taken.every(({ appointmentId }) => appointmentId === ownId);
}

function timeFields({ provider, start, end }: Slot) {
  const times = { slot_time: isoInstant(start), end_time: isoInstant(end) };
  return { provider_id: provider, ...times };
}

interface Booking {
  readonly branchId: string;
  readonly patientId: string;
  readonly slot: Slot;
}

async function bookIn(write: Write, { branchId, patientId, slot }: Booking): Promise<void> {
  const { tenantId } = write.origin;
  if (!(await isFree(write.session, tenantId, slot, null))) return;
  write.insert(appointmentsTable, write.runtime.newId("apt"), {
    ...appointmentFields(branchId, patientId, isoInstant(slot.start)),
    ...timeFields(slot),
    source: "phone",
    status: "booked",
    is_overbook: false,
  });
}

/** An appointment at a time that is free as far as this branch knows. */
export async function book(branch: SimBranch, one: number, two: number): Promise<void> {
  const [patient] = await branch.rows(patientsTable);
  if (patient === undefined) return;
  const { branchId } = branch.identity;
  const booking = { branchId, patientId: patient.id, slot: slotAt(one, two) };
  await branch.write("appointment.create", (write) => bookIn(write, booking));
}

/** The same at the hub, for a branch. */
export async function bookAtHub(hub: SimHub, branchId: string, one: number, two: number) {
  const [patient] = await hub.rows(patientsTable);
  if (patient === undefined) return;
  const booking = { branchId, patientId: patient.id, slot: slotAt(one, two) };
  await hub.command("appointment.create", (write) => bookIn(write, booking));
}

async function pickBooked(branch: SimBranch, one: number): Promise<AppointmentRow | undefined> {
  const { tenantId, branchId } = branch.identity;
  const rows = await branch.session.kysely
    .selectFrom("appointments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "booked")
    .orderBy("id")
    .execute();
  return rows[rows.length === 0 ? 0 : one % rows.length];
}

function entered(write: Write, row: AppointmentRow, status: "cancelled" | "checked_in") {
  return {
    status,
    status_history: [
      ...row.status_history,
      { status, at: write.at, by: write.origin.actor.id, reason: null },
    ],
  };
}

/** An appointment moves to another time that is free here. */
export async function rebook(branch: SimBranch, one: number, two: number): Promise<void> {
  const row = await pickBooked(branch, one);
  if (row === undefined) return;
  const slot = slotAt(one + two + 1, two);
  await branch.write("appointment.reschedule", async (write, session) => {
    if (!(await isFree(session, write.origin.tenantId, slot, row.id))) return;
    write.update(appointmentsTable, row, timeFields(slot));
  });
}

/** An appointment is cancelled, and its time is free again. */
export async function cancel(branch: SimBranch, one: number): Promise<void> {
  const row = await pickBooked(branch, one);
  if (row === undefined) return;
  await branch.write("appointment.cancel", (write) => {
    write.update(appointmentsTable, row, entered(write, row, "cancelled"));
  });
}

/** Somebody who has an appointment comes, and gets a token. */
export async function checkIn(branch: SimBranch, one: number): Promise<void> {
  const row = await pickBooked(branch, one);
  // What it printed since the backup is nowhere in its files: no number before the hub has spoken.
  if (row === undefined || branch.isPutBack) return;
  let token = "";
  await branch.write("appointment.check_in", async (write, session) => {
    const { branchId, nodeId } = branch.identity;
    const ctx = contextOf({ session, write, branchId, callerId: nodeId, role: "node" });
    const place = await takeQueuePlace(ctx, { code: "general", department: null });
    token = `${place.token_code} of ${place.business_date}`;
    write.update(appointmentsTable, row, { ...place, ...entered(write, row, "checked_in") });
  });
  branch.printed.push(token);
}

/** A patient gets a value that only one may hold, or gives it up. @throws AppError where another has it here */
export async function claim(branch: SimBranch, one: number, two: number): Promise<void> {
  const rows = await branch.rows(patientsTable);
  const row = rows[rows.length === 0 ? 0 : one % rows.length];
  if (row === undefined) return;
  await branch.write("patient.update", (write) => {
    write.update(tableNamed("patients"), row, { abha_id: abhaIds[two] ?? null });
  });
}

/** Somebody asks for what other branches have of a patient. */
export async function ask(branch: SimBranch, one: number): Promise<void> {
  const rows = await branch.rows(patientsTable);
  const row = rows[rows.length === 0 ? 0 : one % rows.length];
  if (row === undefined) return;
  const wish = {
    branch_id: branch.identity.branchId,
    metadata: {},
    patient_id: row.id,
    grant_reason: "visit",
    grant_days: 30,
  };
  const asking = (write: Write) =>
    void write.insert(grantRequestsTable, write.runtime.newId("grq"), wish);
  await branch.write("grant_request.create", asking, { role: "doctor" });
}

/** A branch has a patient of another branch whom the hub does not know yet, or any more, and changes it. */
export async function changeHeardOf(branch: SimBranch, from: SimBranch, value: number) {
  const known = new Set((await branch.rows(patientsTable)).map(({ id }) => id));
  const heard = (await from.rows(patientsTable)).find(({ id }) => !known.has(id));
  if (heard === undefined) return;
  await branch.hear(patientsTable, heard);
  // With what waits here of it on top, where its own file had been lost.
  const here = (await branch.rows(patientsTable)).find(({ id }) => id === heard.id) ?? heard;
  await branch.write("patient.update", (write) => {
    write.update(tableNamed("patients"), here, {
      marital_status: editedValue("marital_status", value),
    });
  });
}

/** A busy hour: more than a page, a slice or a batch of the simulation takes at once. */
export async function takeManyReadings(branch: SimBranch, one: number): Promise<void> {
  for (let count = 0; count < 25; count += 1) await takeReading(branch, one, count);
}
