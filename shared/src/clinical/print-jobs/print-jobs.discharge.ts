import { admissionsTable, type AdmissionRow } from "#clinical/admissions/admissions.table.ts";
import { bedsTable } from "#clinical/beds/beds.table.ts";
import { encountersTable, type EncounterRow } from "#clinical/encounters/encounters.table.ts";
import { wardsTable } from "#clinical/wards/wards.table.ts";
import { nameOnPaper } from "#clinical/departments/departments.commands.ts";
import { recordFinder } from "#db/read.ts";
import { fieldError } from "#kernel/errors.ts";
import { findingsOnPaper } from "./print-jobs.lab-order.ts";
import {
  doctorOnPaper,
  patientOnPaper,
  personOnPaper,
  refuseSource,
  said,
  type PaperPlace,
} from "./print-jobs.people.ts";
import { adviceOf, isInForce, medicineOnPaper } from "./print-jobs.prescription.ts";

const findAdmission = recordFinder(admissionsTable);
const findVisit = recordFinder(encountersTable);
const findWard = recordFinder(wardsTable);
const findBed = recordFinder(bedsTable);

type Ended = AdmissionRow & {
  readonly discharge: NonNullable<AdmissionRow["discharge"]>;
  readonly discharged_at: string;
};

function hasEnded(row: AdmissionRow): row is Ended {
  return row.status === "discharged" && row.discharge !== null && row.discharged_at !== null;
}

async function wardOf(
  { db, tenantId }: PaperPlace,
  { ward_id: ward, bed_id: bed }: AdmissionRow,
  languages: readonly string[],
): Promise<string | null> {
  const place = await findWard(db, tenantId, ward ?? "");
  const code = (await findBed(db, tenantId, bed ?? ""))?.code;
  const parts = [...(place === undefined ? [] : [nameOnPaper(place, languages)]), code ?? ""];
  return said(
    parts
      .filter((part) => part !== "")
      .join(" · ")
      .slice(0, 100),
  );
}

const mostDiagnoses = 20;

function diagnosesOf(visit: EncounterRow | undefined, { discharge }: Ended) {
  const known = (visit?.diagnoses ?? [])
    .toSorted((one, next) => one.rank - next.rank)
    // A code of another vocabulary may be longer than the paper has room for beside its name.
    .map(({ code, display }) => ({
      code: code.length > 10 ? null : code,
      text: said(display) ?? code,
    }));
  const cause = said(discharge.cause_of_death_code);
  const isTold = cause === null || known.some(({ code }) => code === cause);
  return [...(isTold ? [] : [{ code: cause, text: cause }]), ...known].slice(0, mostDiagnoses);
}

/** The ids of what was ordered, and the prescriptions that still hold, of a visit. */
export async function ordersAndMedicines({ db, tenantId }: PaperPlace, encounterId: string) {
  const orders = await db
    .selectFrom("lab_orders")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", encounterId)
    .where("status", "not in", ["cancelled", "entered_in_error"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const prescriptions = await db
    .selectFrom("prescriptions")
    .select(["status", "items"])
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", encounterId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const holding = prescriptions.filter(({ status }) => isInForce(status));
  return {
    orderIds: orders.map(({ id }) => id),
    medicines: holding.flatMap(({ items }) => items.map(medicineOnPaper)),
  };
}

const mostMedicines = 40;
const longestSection = 10_000;

/**
 * What the summary of a stay says that is over, and of whom it is.
 * @param languages those of the paper
 * @throws AppError invalid_reference for a stay of another branch or without a discharge, validation_error without any diagnosis
 */
export async function dischargeDocument(ctx: PaperPlace, id: string, languages: readonly string[]) {
  const { db, tenantId, branch } = ctx;
  const stay = await findAdmission(db, tenantId, id);
  if (stay?.branch_id !== branch.id) refuseSource("names no admission of this branch");
  if (!hasEnded(stay)) refuseSource("names an admission that was not discharged");
  const patient = await patientOnPaper(ctx, stay.patient_id, "an admission");
  const visit = await findVisit(db, tenantId, stay.encounter_id);
  const diagnoses = diagnosesOf(visit, stay);
  if (diagnoses.length === 0) {
    const message = "is required: the visit of the stay says no diagnosis yet";
    throw fieldError({ path: "data.diagnoses", code: "validation_error", message });
  }
  const { orderIds, medicines } = await ordersAndMedicines(ctx, stay.encounter_id);
  const doctor = stay.attending_doctor_id ?? stay.admitting_doctor_id;
  const document = {
    admission_no: stay.id,
    patient: personOnPaper(patient),
    doctor: await doctorOnPaper(ctx, doctor, languages),
    ward: await wardOf(ctx, stay, languages),
    admitted_at: stay.admitted_at ?? stay.created_at,
    discharged_at: stay.discharged_at,
    discharge_type: stay.discharge.type,
    condition: stay.discharge.condition,
    diagnoses,
    complaints: said(visit?.chief_complaint),
    investigations: said(
      (await findingsOnPaper(ctx, orderIds)).join("\n").slice(0, longestSection),
    ),
    course: said(stay.discharge.summary),
    medicines: medicines.slice(0, mostMedicines),
    advice: adviceOf(visit)
      .slice(0, 30)
      .map((line) => line.slice(0, 300)),
    follow_up_on: stay.discharge.follow_up_date ?? visit?.follow_up_date ?? null,
  };
  return { patientId: patient.id, document };
}
