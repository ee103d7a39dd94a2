import { appointmentsTable } from "#clinical/appointments/appointments.table.ts";
import { survivingPatient } from "#clinical/patients/patients.numbers.ts";
import { branchLines } from "#clinical/print-templates/print-templates.queries.ts";
import { staffTable } from "#clinical/staff/staff.table.ts";
import { branchesTable } from "#clinical/tenants/tenants.table.ts";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { fieldError } from "#kernel/errors.ts";

const findAppointment = recordFinder(appointmentsTable);
const findProvider = recordFinder(staffTable);
const findBranch = recordFinder(branchesTable);

// Of one that is under way or over, a slip would send somebody to the clinic for nothing.
const toCome: ReadonlySet<string> = new Set(["booked", "confirmed"]);

interface Asked {
  readonly db: Reader;
  readonly tenantId: string;
  readonly branch: { readonly id: string };
}

function refuse(message: string): never {
  throw fieldError({ path: "source_id", code: "invalid_reference", message });
}

/**
 * What the slip of a booking says, and of whom it is.
 * @throws AppError invalid_reference for an appointment of another branch, or one that is not still to come
 */
export async function appointmentDocument({ db, tenantId, branch }: Asked, id: string) {
  const appointment = await findAppointment(db, tenantId, id);
  if (appointment?.branch_id !== branch.id) refuse("names no appointment of this branch");
  if (!toCome.has(appointment.status)) refuse("names an appointment that is not still to come");
  const patient = await survivingPatient(db, tenantId, appointment.patient_id);
  const provider = await findProvider(db, tenantId, appointment.provider_id);
  const place = await findBranch(db, tenantId, branch.id);
  if (patient === undefined) refuse("names an appointment of nobody");
  const slip = {
    appointment_id: appointment.id,
    patient: { name: patient.name, uhid: patient.uhid },
    starts_at: appointment.slot_time,
    encounter_type: appointment.encounter_type,
    provider_name: provider?.name ?? null,
    department: provider?.department ?? null,
    place: place === undefined ? [] : branchLines(place),
  };
  return { patientId: patient.id, slip };
}
