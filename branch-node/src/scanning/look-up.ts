import { readScannedCode, type ScannedCode } from "@edgeward/devices/scanner/scanned-code.ts";
import type { AppointmentRow } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import type { PatientRow } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";
import type { WriteContext } from "@edgeward/shared/module/context.ts";
import {
  appointmentById,
  appointmentByToken,
  patientsByAbha,
  patientsByNumber,
  survivingPatient,
} from "./scans.queries.ts";

/** What a scanned code has led to. */
export interface LookUp {
  readonly code: ScannedCode;
  readonly patients: readonly PatientRow[];
  readonly appointment: AppointmentRow | null;
}

async function ofAppointment(
  ctx: WriteContext,
  code: ScannedCode,
  appointment: AppointmentRow | undefined,
): Promise<LookUp> {
  if (appointment === undefined) return { code, patients: [], appointment: null };
  const patient = await survivingPatient(ctx.db, ctx.tenantId, appointment.patient_id);
  return { code, patients: patient === undefined ? [] : [patient], appointment };
}

async function patientsOf(ctx: WriteContext, code: ScannedCode): Promise<readonly PatientRow[]> {
  const { db, tenantId } = ctx;
  switch (code.kind) {
    case "patient":
      return patientsByNumber(db, tenantId, code.uhid);
    case "abha": {
      const { number, address } = code.card;
      const found = number === null ? [] : await patientsByAbha(db, tenantId, number);
      return found.length > 0 || address === null ? found : patientsByAbha(db, tenantId, address);
    }
    case "gs1":
      return code.code.recipient === null
        ? []
        : patientsByNumber(db, tenantId, code.code.recipient);
    case "text":
      return patientsByNumber(db, tenantId, code.text);
    case "token":
    case "token_code":
    case "specimen":
    case "product":
    case "pairing":
    case "damaged":
      return [];
  }
}

/** Finds out whose a scanned code is, and leaves a mark in the audit for each record that it led to. */
export async function lookUpScan(ctx: WriteContext, text: string): Promise<LookUp> {
  const { db, tenantId, branch } = ctx;
  const today = localDate(ctx.now(), branch.timeZone);
  const code = readScannedCode(text, Number(today.slice(0, 4)));
  if (code.kind === "token") {
    const { appointmentId } = code;
    return audited(
      ctx,
      await ofAppointment(ctx, code, await appointmentById(db, tenantId, branch.id, appointmentId)),
    );
  }
  if (code.kind === "token_code") {
    const { tokenCode } = code;
    const row = await appointmentByToken(db, tenantId, branch.id, today, tokenCode);
    if (row !== undefined) return audited(ctx, await ofAppointment(ctx, code, row));
    // Older registers have numbers of the same shape.
    const patients = await patientsByNumber(db, tenantId, text);
    const known = patients.length === 0 ? code : ({ kind: "text", text } as const);
    return audited(ctx, { code: known, patients, appointment: null });
  }
  return audited(ctx, { code, patients: await patientsOf(ctx, code), appointment: null });
}

function audited(ctx: WriteContext, found: LookUp): LookUp {
  const about = { module: "scans", action: "look_up", outcome: "success", changes: [] } as const;
  for (const { id } of found.patients) {
    ctx.write.audit({ ...about, entity_type: "patients", entity_id: id, patient_id: id });
  }
  if (found.patients.length === 0) {
    ctx.write.audit({ ...about, entity_type: "patients", entity_id: null, patient_id: null });
  }
  return found;
}
