import {
  readScannedCode,
  scannedData,
  type ScannedCode,
} from "@edgeward/devices/scanner/scanned-code.ts";
import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import {
  patientsByNumber,
  survivingPatient,
} from "@edgeward/shared/clinical/patients/patients.numbers.ts";
import type { PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import {
  specimensByCode,
  type LabelledSpecimen,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.specimens.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { appointmentById, appointmentByToken, patientsByAbha } from "./scans.queries.ts";

/** What a scanned code has led to. */
export interface LookUp {
  readonly code: ScannedCode;
  /** Those who are known by the code itself. */
  readonly patients: readonly PatientRow[];
  readonly appointment: AppointmentRow | null;
  /** Tubes whose labels say the code: whoever holds one is not the patient. */
  readonly specimens: readonly LabelledSpecimen[];
}

async function patientsOf(ctx: WriteContext, code: ScannedCode): Promise<readonly PatientRow[]> {
  const { db, tenantId } = ctx;
  switch (code.kind) {
    case "patient":
      return patientsByNumber(ctx, code.uhid);
    case "abha": {
      const { number, address } = code.card;
      const found = number === null ? [] : await patientsByAbha(db, tenantId, number);
      return found.length > 0 || address === null ? found : patientsByAbha(db, tenantId, address);
    }
    case "gs1":
      return code.code.recipient === null ? [] : patientsByNumber(ctx, code.code.recipient);
    case "text": {
      const found = await patientsByNumber(ctx, code.text);
      const isAbha = /^\d{14}$/u.test(code.text);
      return found.length > 0 || !isAbha ? found : patientsByAbha(db, tenantId, code.text);
    }
    case "token_code":
      // Older registers have numbers of the same shape.
      return patientsByNumber(ctx, code.tokenCode);
    case "token":
    case "specimen":
    case "product":
    case "pairing":
    case "damaged":
      return [];
  }
}

// What is printed as a specimen's code is 32 characters at the most.
const longestSpecimen = 32;

function specimensOf(
  ctx: WriteContext,
  code: ScannedCode,
  text: string,
): Promise<readonly LabelledSpecimen[]> {
  // The bars say the code alone, and a laboratory's numbers look like anything: a product's, a token's, a misread number.
  const specimen = code.kind === "specimen" ? code.specimen : scannedData(text);
  const isTooLong = specimen.length > longestSpecimen;
  if (isTooLong || code.kind === "token") return Promise.resolve([]);
  return specimensByCode(ctx, ctx.branch.id, specimen);
}

async function visitOf(
  { db, tenantId, branch }: WriteContext,
  code: ScannedCode,
  today: string,
): Promise<AppointmentRow | null> {
  if (code.kind === "token") {
    return (await appointmentById(db, tenantId, branch.id, code.appointmentId)) ?? null;
  }
  if (code.kind !== "token_code") return null;
  return (await appointmentByToken(db, tenantId, branch.id, today, code.tokenCode)) ?? null;
}

async function patientOfVisit(ctx: WriteContext, visit: AppointmentRow) {
  const patient = await survivingPatient(ctx.db, ctx.tenantId, visit.patient_id);
  return patient === undefined ? [] : [patient];
}

/** What a code turns out to be by what is known of it here. */
function meaningOf(
  code: ScannedCode,
  { patients, appointment, specimens }: Omit<LookUp, "code">,
  text: string,
): ScannedCode {
  if (appointment !== null || code.kind === "specimen") return code;
  if (code.kind === "token_code" && patients.length > 0) {
    return { kind: "text", text: code.tokenCode };
  }
  const isSpecimen = patients.length === 0 && specimens.length > 0;
  return isSpecimen ? { kind: "specimen", specimen: scannedData(text) } : code;
}

/** Finds out whose a scanned code is, and leaves a mark in the audit for each record that it led to. */
export async function lookUpScan(ctx: WriteContext, text: string): Promise<LookUp> {
  const today = localDate(ctx.now(), ctx.branch.timeZone);
  const code = readScannedCode(text, Number(today.slice(0, 4)));
  const appointment = await visitOf(ctx, code, today);
  const patients = await (appointment === null
    ? patientsOf(ctx, code)
    : patientOfVisit(ctx, appointment));
  const specimens = await specimensOf(ctx, code, text);
  const found = { patients, appointment, specimens };
  audit(ctx, found);
  return { code: meaningOf(code, found, text), ...found };
}

/** All whom a code leads to, those first who are known by the code itself; each once. */
export function patientIdsOf({ patients, specimens }: Omit<LookUp, "code">): readonly string[] {
  const ofSpecimens = specimens.flatMap(({ patient }) => patient ?? []);
  return [...new Set([...patients, ...ofSpecimens].map(({ id }) => id))];
}

function audit(ctx: WriteContext, found: Omit<LookUp, "code">): void {
  const about = { module: "scans", action: "look_up", outcome: "success", changes: [] } as const;
  const ids = patientIdsOf(found);
  for (const id of ids) {
    ctx.write.audit({ ...about, entity_type: "patients", entity_id: id, patient_id: id });
  }
  if (ids.length === 0) {
    ctx.write.audit({ ...about, entity_type: "patients", entity_id: null, patient_id: null });
  }
}
