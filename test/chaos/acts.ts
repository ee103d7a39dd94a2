import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { encounterStates } from "@edgeward/shared/clinical/encounters/encounters.states.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { patientEvents } from "@edgeward/shared/clinical/patients/patients.events.ts";
import type { EventType } from "@edgeward/shared/contract/event-types.ts";
import { nextInSeries } from "@edgeward/shared/write/series.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { SimBranch } from "./branch.ts";
import type { SimHub } from "./sim-hub.ts";
import {
  tableNamed,
  billsTable,
  readingsTable,
  referralsTable,
  referralWays,
  stockTable,
} from "./tables.ts";
import { simEvents } from "./sim-commands.ts";
import { appointmentFields, clientFields, encounterFields, patientFields } from "./records.ts";

/** Fields of a patient that are plain registers. */
export const editableFields = ["phone", "email", "blood_group", "marital_status"] as const;

function picked<T>(rows: readonly T[], place: number): T | undefined {
  return rows[rows.length === 0 ? 0 : place % rows.length];
}

/** Every known row of a table, or null when the branch has none. */
async function pickRow(
  branch: SimBranch,
  table: TableDeclaration,
  place: number,
): Promise<RecordRow | null> {
  return picked(await branch.rows(table), place) ?? null;
}

function notify(write: Write, table: TableDeclaration, row: RecordRow, event: EventType): void {
  write.emit(event, table, row, {});
}

function change(
  write: Write,
  table: TableDeclaration,
  row: RecordRow,
  patch: Readonly<Record<string, unknown>>,
): void {
  write.update(table, row, patch);
}

/** A record as a change leaves it, as far as an event says. */
function nextOf(row: RecordRow): RecordRow {
  return { ...row, version: row.version + 1 };
}

/** A new patient. */
export function register(branch: SimBranch, ordinal: number): Promise<void> {
  return branch.write("patient.create", (write) => {
    const fields = patientFields(branch.identity.branchId, ordinal);
    const row = write.insert(patientsTable, write.runtime.newId("pat"), fields);
    notify(write, patientsTable, row, patientEvents.created);
  });
}

const bloodGroups = ["A+", "B+", "O-", "AB+"] as const;
const maritalStatuses = ["single", "married", "divorced", "widowed"] as const;

/** What an editable field may hold, by a number. */
export function editedValue(field: (typeof editableFields)[number], value: number): string {
  if (field === "phone") return `+9198200${10_000 + value}`;
  if (field === "email") return `p${value}@example.org`;
  const words = field === "blood_group" ? bloodGroups : maritalStatuses;
  return words[value % words.length] ?? "unknown";
}

function fieldPatch(field: number, value: number): Readonly<Record<string, unknown>> {
  const name = editableFields[field];
  if (name === undefined) return { name: `Name ${value}`, name_key: `name ${value}` };
  return { [name]: editedValue(name, value) };
}

/** A change of one field of a patient. */
export async function edit(branch: SimBranch, one: number, field: number, value: number) {
  const row = await pickRow(branch, patientsTable, one);
  if (row === null) return;
  await branch.write("patient.update", (write) => {
    change(write, tableNamed("patients"), row, fieldPatch(field, value));
    notify(write, patientsTable, nextOf(row), patientEvents.updated);
  });
}

/** One more allergy. */
export async function addAllergy(branch: SimBranch, one: number, ordinal: number) {
  const row = await pickRow(branch, patientsTable, one);
  if (row === null) return;
  const known = Array.isArray(row["allergies"]) ? row["allergies"] : [];
  await branch.write("patient.update", (write) => {
    change(write, patientsTable, row, {
      allergies: [...known, { substance: `s${ordinal}`, criticality: "low" }],
    });
  });
}

/** A visit: appointment and encounter in one operation. */
export async function visit(branch: SimBranch, one: number) {
  const patient = await pickRow(branch, patientsTable, one);
  if (patient === null) return;
  await branch.write("visit.create", (write) => {
    const { branchId } = branch.identity;
    const appointmentId = write.runtime.newId("apt");
    const times = appointmentFields(branchId, patient.id, isoInstant(write.runtime.now()));
    write.insert(appointmentsTable, appointmentId, times);
    const fields = encounterFields(branchId, patient.id, appointmentId);
    const row = write.insert(encountersTable, write.runtime.newId("enc"), fields);
    notify(write, encountersTable, row, simEvents.visited);
  });
}

/** An encounter goes on by one of the ways from its state. */
export async function progress(branch: SimBranch, one: number, way: number) {
  const all = await branch.rows(encountersTable);
  // What another branch has lent may be read, not changed.
  const row = picked(
    all.filter((encounter) => encounter.branch_id === branch.identity.branchId),
    one,
  );
  if (row === undefined) return;
  const status = String(row["visit_status"]);
  const machine: Readonly<Record<string, readonly string[]>> = encounterStates("OPD").transitions;
  const to = picked(machine[status] ?? [], way);
  if (to === undefined) return;
  await branch.write("encounter.progress", (write) => {
    const past = Array.isArray(row["status_history"]) ? row["status_history"] : [];
    const entry = { status: to, at: write.at, by: branch.authorId, reason: null };
    const patch = { visit_status: to, status_history: [...past, entry], started_at: write.at };
    change(write, encountersTable, row, patch);
    notify(write, encountersTable, nextOf(row), simEvents.progressed);
  });
}

/** A measurement. */
export async function takeReading(branch: SimBranch, one: number, value: number) {
  const patient = await pickRow(branch, patientsTable, one);
  if (patient === null) return;
  await branch.write("reading.create", (write) => {
    const { branchId } = branch.identity;
    const fields = { branch_id: branchId, metadata: {}, patient_id: patient.id, pulse: 60 + value };
    write.insert(readingsTable, write.runtime.newId("evt"), fields);
  });
}

/** A referral that every branch may move on. */
export async function refer(branch: SimBranch, one: number) {
  const patient = await pickRow(branch, patientsTable, one);
  if (patient === null) return;
  await branch.write("referral.create", (write) => {
    const fields = { branch_id: branch.identity.branchId, metadata: {}, patient_id: patient.id };
    write.insert(referralsTable, write.runtime.newId("svc"), { ...fields, status: "asked" });
  });
}

/** A referral goes on by one of the ways from its state. */
export async function moveReferral(branch: SimBranch, one: number, way: number) {
  const row = await pickRow(branch, referralsTable, one);
  const to = row === null ? undefined : picked(referralWays[String(row["status"])] ?? [], way);
  if (row === null || to === undefined) return;
  await branch.write("referral.move", (write) => {
    change(write, referralsTable, row, { status: to });
  });
}

/** A move of stock. */
export function moveStock(branch: SimBranch, item: number, quantity: number): Promise<void> {
  return branch.write("stock.move", (write) => {
    const fields = { branch_id: branch.identity.branchId, metadata: {}, item: `item${item}` };
    const row = write.insert(stockTable, write.runtime.newId("svc"), { ...fields, quantity });
    notify(write, stockTable, row, simEvents.moved);
  });
}

/** A bill with the next number of the branch's series. */
export async function bill(branch: SimBranch, code: string, total: number) {
  // What it printed since is on paper and nowhere in its files: no program could know before the hub has spoken.
  if (!branch.hasSeries) return;
  const place = {
    branchCode: code,
    till: 1,
    epoch: branch.identity.epoch,
    businessDate: "2026-11-23",
    yearStartMonth: 4,
  };
  await branch.write("bill.finalise", async (write) => {
    const { text } = await nextInSeries(write, place);
    const fields = { branch_id: branch.identity.branchId, metadata: {}, bill_no: text, total };
    write.insert(billsTable, write.runtime.newId("svc"), fields);
  });
}

/** A change by a newer program: it carries a field that no other node of the simulation knows. */
export async function editAsNewer(branch: SimBranch, one: number, value: number) {
  const row = await pickRow(branch, patientsTable, one);
  if (row === null) return;
  const future = `f${value}`;
  await branch.write(
    "patient.update",
    (write) => {
      change(write, patientsTable, row, { preferred_language: `l${value}` });
    },
    {
      after: async ({ operation, rows }, session) => {
        const [first] = operation.changes;
        const after = rows[0]?.after;
        if (first === undefined || after === undefined) return;
        const fields = { ...first.fields, future };
        const base = { ...first.base, future: stampOf(row, "future") };
        const changes = [{ ...first, fields, base }];
        const stamps = { ...after.stamps, future: operation.hlc };
        const schema = operation.schema + 1;
        const text = JSON.stringify({ ...operation, changes, schema });
        await session.query("UPDATE journal SET operation = ? WHERE op_id = ?", [
          text,
          operation.op_id,
        ]);
        const kept = [{ ...after.unknown_fields, future }, stamps].map((part) =>
          JSON.stringify(part),
        );
        await session.query("UPDATE patients SET unknown_fields = ?, stamps = ? WHERE id = ?", [
          ...kept,
          row.id,
        ]);
      },
    },
  );
}

/** An operation that the hub must refuse: it makes central reference, beside a patient or a change of one. */
export async function poison(branch: SimBranch, one: number, isNew: boolean, ordinal: number) {
  const row = await pickRow(branch, patientsTable, one);
  await branch.write("client.create", (write) => {
    if (isNew || row === null) {
      const fields = patientFields(branch.identity.branchId, ordinal);
      write.insert(patientsTable, write.runtime.newId("pat"), fields);
    } else
      change(write, patientsTable, row, { blood_group: row["blood_group"] === "B-" ? "A-" : "B-" });
    write.insert(clientsTable, write.runtime.newId("cli"), clientFields(ordinal));
  });
}

/** What stands in a forged field. */
export const forgedValue = "forged";

/** A forged change of another branch's record, as it stands there or, where the branch has it, here. */
export async function forge(branch: SimBranch, table: TableDeclaration, there: RecordRow) {
  const row = (await branch.rows(table)).find(({ id }) => id === there.id) ?? there;
  const isBooking = table.name === appointmentsTable.name;
  await branch.write(isBooking ? "forged.rebook" : "forged.update", (write) => {
    const field = isBooking ? "reason" : "notes";
    change(write, table, row, { [field]: forgedValue });
  });
}

/** A person resolves a conflict: the record gets the chosen value in the same operation. */
export async function resolve(branch: SimBranch, one: number, isOther: boolean) {
  const open = (await branch.rows(conflictsTable)).filter(
    (row) => row["conflict_status"] === "open",
  );
  const conflict = picked(open, one);
  if (conflict === undefined || conflict["entity"] !== "patients") return;
  const all = await branch.rows(patientsTable);
  const subject = all.find((row) => row.id === conflict["entity_id"]);
  const field = String(conflict["field"]);
  const isPlain = editableFields.some((name) => name === field);
  if (subject === undefined || !isPlain) return;
  await branch.write("conflict.resolve", (write) => {
    const resolution = isOther ? "take_other" : "keep";
    change(write, tableNamed("conflicts"), conflict, { conflict_status: "resolved", resolution });
    // What is kept stands already.
    if (isOther)
      change(write, tableNamed("patients"), subject, { [field]: conflict["other_value"] });
  });
}

/** Changes a patient at the hub itself; nothing where the hub does not know the patient any more. */
export function editAtHub(
  hub: SimHub,
  patientId: string,
  patch: Readonly<Record<string, unknown>>,
) {
  return hub.command("patient.update", async (write) => {
    const row = await write.load(tableNamed("patients"), patientId);
    if (row !== null) write.update(tableNamed("patients"), row, patch);
  });
}
