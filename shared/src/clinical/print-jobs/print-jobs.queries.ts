import { appointmentsTable } from "#clinical/appointments/appointments.table.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import { staffTable } from "#clinical/staff/staff.table.ts";
import { branchesTable, tenantsTable } from "#clinical/tenants/tenants.table.ts";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Write } from "#write/model.ts";
import { idPrefixes } from "#kernel/ids.ts";
import type { PrintJob } from "./print-jobs.contract.ts";
import { printJobsTable, type PrintFault, type PrintJobRow } from "./print-jobs.table.ts";
import type { TokenSlipData } from "./print-jobs.token.ts";

/** Whether a queue is one printer's own and not a role's: it then has the printer's id. */
function isDeviceQueue(queue: string): boolean {
  return queue.startsWith(`${idPrefixes.device}_`);
}

/** One print job of the tenant, or undefined. */
export const findPrintJob = recordFinder(printJobsTable);

/** The jobs of one type of document that were made for a record, newest first. */
export function jobsForSource(
  db: Reader,
  tenantId: string,
  sourceId: string,
  documentType: PrintJob["document_type"],
): Promise<readonly PrintJobRow[]> {
  return db
    .selectFrom("print_jobs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("source_id", "=", sourceId)
    .where("document_type", "=", documentType)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** What documents say of a patient, or undefined for one whom the tenant does not have. */
export function findPrintedPatient(db: Reader, tenantId: string, id: string) {
  return db
    .selectFrom("patients")
    .select(["name", "uhid", "gender", "dob", "phone", "blood_group", "allergies", "status"])
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The slip of an appointment's token, with the ids it belongs to. */
export interface TokenSource {
  readonly branchId: string | null;
  readonly patientId: string;
  /** The queue in which the token stands. */
  readonly queueCode: string;
  /** The department of whom they come to. */
  readonly providerDepartment: string | null;
  readonly data: Omit<TokenSlipData, "department">;
}

async function load<T>(row: Promise<T | null>): Promise<T> {
  const known = await row;
  if (known === null) throw new Error("an appointment names a record that does not exist");
  return known;
}

/**
 * Everything that the slip of an appointment's token says, or null for an appointment that has no token. From a write
 * it reads what the same command has just written as well. @param at RFC 3339, when the slip is issued
 */
export async function tokenSource(
  rows: Pick<Write, "load">,
  { tenantId, at }: { readonly tenantId: string; readonly at: string },
  appointmentId: string,
): Promise<TokenSource | null> {
  const appointment = await rows.load(appointmentsTable, appointmentId);
  if (appointment === null || appointment.queue_no === null) return null;
  const patient = await load(rows.load(patientsTable, appointment.patient_id));
  const provider = await rows.load(staffTable, appointment.provider_id);
  const branch = await load(rows.load(branchesTable, appointment.branch_id ?? ""));
  const tenant = await load(rows.load(tenantsTable, tenantId));
  const data = {
    facility_name: tenant.name,
    branch_name: branch.name,
    queue_no: appointment.queue_no,
    token_code: appointment.token_code ?? String(appointment.queue_no),
    patient_name: patient.name,
    uhid: patient.uhid,
    provider_name: provider?.name ?? null,
    issued_at: at,
    time_zone: branch.time_zone,
    appointment_id: appointment.id,
  };
  return {
    branchId: appointment.branch_id,
    patientId: patient.id,
    queueCode: appointment.queue_code ?? "",
    providerDepartment: provider?.department ?? null,
    data,
  };
}

// Numbers by which people distinguish documents; nothing that names a patient.
const titleFields = [
  "rx_no",
  "credit_note_no",
  "invoice_no",
  "receipt_no",
  "admission_no",
  "order_no",
  "specimen_code",
  "shift_no",
  "device_name",
];

function textIn(data: unknown, name: string): string | null {
  if (typeof data !== "object" || data === null) return null;
  const value: unknown = Object.entries(data).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : null;
}

function titleOf(row: PrintJobRow): string | null {
  const token = textIn(row.data, "token_code");
  if (token !== null) return token;
  const { document } = row.data;
  return titleFields.map((name) => textIn(document, name)).find((text) => text !== null) ?? null;
}

/** A kept fault, in the form in which every refusal is reported. */
function errorOf({ reason, about, fields, message }: PrintFault): NonNullable<PrintJob["error"]> {
  return {
    code: "not_printable",
    message,
    details: { reason, about: [...about], fields: fields.map((field) => ({ ...field })) },
  };
}

/** What answers say of a job beyond its fields. */
export function beyondFields(row: PrintJobRow) {
  const { device_role: queue, error_detail: fault } = row;
  return {
    title: titleOf(row),
    device_id: isDeviceQueue(queue) ? queue : null,
    error: fault === null ? null : errorOf(fault),
  };
}
