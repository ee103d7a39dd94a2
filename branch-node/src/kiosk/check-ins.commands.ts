import { changeAppointment } from "@edgeward/shared/clinical/appointments/appointments.changes.ts";
import { bookAppointment } from "@edgeward/shared/clinical/appointments/appointments.commands.ts";
import {
  appointmentsTable,
  type AppointmentRow,
} from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { isWithheld } from "@edgeward/shared/clinical/consents/consents.queries.ts";
import {
  patientsTable,
  type PatientRow,
} from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { InputOf } from "@edgeward/shared/contract/endpoint.ts";
import { createPatient } from "@edgeward/shared/clinical/patients/patients.commands.ts";
import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { lookUpScan } from "#scanning/look-up.ts";
import { patientsByPhone } from "#scanning/scans.queries.ts";
import type { CheckInMatch, CheckInToken, checkInsContract } from "./check-ins.contract.ts";
import {
  departmentOf,
  doctorsOf,
  namesOfDepartment,
  providerOf,
  todaysAppointments,
  waitingBefore,
  waitingWith,
} from "./check-ins.queries.ts";
import { maskNames } from "./mask-name.ts";
import type { Match, MatchHandles } from "./match-handles.ts";

/** How a kiosk asks who stands before it. */
export type FindBody = InputOf<typeof checkInsContract.find>["body"];
type RegisterBody = InputOf<typeof checkInsContract.register>["body"];

/** A family shares a telephone; more than that share it only by mistake. */
const mostMatches = 6;

/** The kiosk that calls. @throws AppError forbidden for whoever is none */
export function callingKiosk(ctx: Pick<WriteContext, "caller">): string {
  const { type, deviceId } = ctx.caller;
  if (type === "device" && deviceId !== null) return deviceId;
  throw new AppError("forbidden", "Only a paired kiosk checks people in here.");
}

async function foundBy(ctx: WriteContext, body: FindBody): Promise<readonly PatientRow[]> {
  if ("scan" in body) return (await lookUpScan(ctx, body.scan)).patients;
  const found = await patientsByPhone(ctx.db, ctx.tenantId, body.phone, body.birth_year);
  for (const { id } of found.slice(0, mostMatches)) {
    ctx.write.audit({
      module: "check_ins",
      action: "look_up",
      outcome: "success",
      entity_type: "patients",
      entity_id: id,
      patient_id: id,
      changes: [],
    });
  }
  return found;
}

const waiting: readonly string[] = ["booked", "confirmed"];

async function matchOf(
  ctx: WriteContext,
  patient: PatientRow,
): Promise<Omit<CheckInMatch, "match_id" | "masked_name"> & { readonly match: Match }> {
  const today = await todaysAppointments(ctx, patient.id);
  const booked = today.find((row) => waiting.includes(row.status)) ?? null;
  const provider = booked === null ? undefined : await providerOf(ctx, booked.provider_id);
  return {
    match: { patientId: patient.id, appointmentId: booked?.id ?? null },
    birth_year: patient.dob === null ? null : Number(patient.dob.slice(0, 4)),
    appointment:
      booked === null || provider === undefined
        ? null
        : {
            slot_time: booked.slot_time,
            provider_name: provider.name,
            department: departmentOf(provider),
            department_names: await namesOfDepartment(ctx, departmentOf(provider)),
          },
    token_code: today.find((row) => !waiting.includes(row.status))?.token_code ?? null,
  };
}

/** Whom a scan, or a telephone number and a year, stand for; the kiosk is given names that say nothing to others. */
export async function findMatches(
  ctx: WriteContext,
  handles: MatchHandles,
  body: FindBody,
): Promise<readonly CheckInMatch[]> {
  const deviceId = callingKiosk(ctx);
  const found = (await foundBy(ctx, body)).filter(
    (row) => row.status === "active" && !row.is_deceased && !isWithheld(row),
  );
  const shownOf = found.slice(0, mostMatches);
  const names = maskNames(shownOf.map((patient) => patient.name));
  const matches: CheckInMatch[] = [];
  for (const [place, patient] of shownOf.entries()) {
    const { match, ...shown } = await matchOf(ctx, patient);
    const masked_name = names[place] ?? "";
    matches.push({ match_id: handles.give(deviceId, match), masked_name, ...shown });
  }
  return matches;
}

/** Of a department's doctors the one with whom the fewest wait. @throws AppError invalid_reference */
async function leastBusy(ctx: WriteContext, department: string | undefined): Promise<StaffRow> {
  const doctors = (await doctorsOf(ctx)).filter((row) => departmentOf(row) === department);
  const counted = await Promise.all(
    doctors.map(async (doctor) => ({ doctor, count: await waitingWith(ctx, doctor.id) })),
  );
  const [best] = counted.toSorted((one, other) => one.count - other.count);
  if (best !== undefined) return best.doctor;
  throw fieldError({
    path: "department",
    code: "invalid_reference",
    message: "names no department of this branch that sees patients",
  });
}

async function tokenOf(
  ctx: WriteContext,
  row: AppointmentRow,
  isNew: boolean,
): Promise<CheckInToken> {
  const provider = await providerOf(ctx, row.provider_id);
  const department = provider === undefined ? "" : departmentOf(provider);
  return {
    token_code: row.token_code ?? "",
    department,
    department_names: await namesOfDepartment(ctx, department),
    provider_name: provider?.name ?? "",
    waiting_before: await waitingBefore(ctx, row),
    is_new: isNew,
  };
}

async function walkIn(
  ctx: WriteContext,
  patientId: string,
  department: string | undefined,
): Promise<CheckInToken> {
  const provider = await leastBusy(ctx, department);
  const row = await bookAppointment(ctx, {
    patient_id: patientId,
    provider_id: provider.id,
    source: "walk_in",
    metadata: { checked_in_at: "kiosk" },
  });
  return tokenOf(ctx, row, true);
}

// The desk talks with who has withdrawn the consent, also where that was only a moment ago.
async function refuseWithheld(ctx: WriteContext, patientId: string): Promise<void> {
  const patient = await ctx.write.load(patientsTable, patientId);
  if (patient === null || !isWithheld(patient)) return;
  throw new AppError("consent_withheld", "The desk has to be asked about this record.");
}

/** Gives who has been found a place in the queue: the one held already, the booked one, or a new one. */
export async function checkIn(
  ctx: WriteContext,
  match: Match,
  department: string | undefined,
): Promise<CheckInToken> {
  await refuseWithheld(ctx, match.patientId);
  const today = await todaysAppointments(ctx, match.patientId);
  const held = today.find((row) => row.token_code !== null && !waiting.includes(row.status));
  if (held !== undefined) return tokenOf(ctx, held, false);
  const booked = today.find((row) => row.id === match.appointmentId);
  if (booked === undefined) return walkIn(ctx, match.patientId, department);
  const row = await ctx.write.load(appointmentsTable, booked.id);
  if (row === null) throw new Error("an appointment that was read a moment ago is gone");
  return tokenOf(ctx, await changeAppointment(ctx, row, { status: "checked_in" }), true);
}

/** Registers who is new. Nobody has seen a document of theirs: the record says so until somebody at the desk has. */
export async function registerAtKiosk(
  ctx: WriteContext,
  body: RegisterBody,
): Promise<CheckInToken> {
  const deviceId = callingKiosk(ctx);
  const thisYear = Number(localDate(ctx.now(), ctx.branch.timeZone).slice(0, 4));
  if (body.birth_year > thisYear) {
    throw fieldError({
      path: "birth_year",
      code: "validation_error",
      message: "is in the future",
    });
  }
  await leastBusy(ctx, body.department);
  const patient = await createPatient(ctx, {
    name: body.name,
    gender: body.gender,
    phone: body.phone,
    age_years: thisYear - body.birth_year,
    preferred_language: body.language ?? null,
    metadata: { identity_unverified: true, registered_at: "kiosk", device_id: deviceId },
  });
  return walkIn(ctx, patient.id, body.department);
}
