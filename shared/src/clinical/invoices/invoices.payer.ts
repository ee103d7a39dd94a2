import type * as z from "zod";
import { referencedPayer } from "#clinical/payers/payers.commands.ts";
import { departmentOf } from "#clinical/staff/staff.commands.ts";
import { question } from "#db/question.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { billedParties, givenSplit, PayerSplit } from "./invoice-parts.contract.ts";

type Party = (typeof billedParties)[number];

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

const parties: Readonly<Record<string, Party>> = {
  insurer: "insurer",
  tpa: "insurer",
  government_scheme: "scheme",
  corporate: "corporate",
};

/**
 * To whom a bill goes, and who pays it in the patient's place: one in use. @param saidParty what the body says of the first
 * @throws AppError invalid_reference, validation_error
 */
export async function payerOf(
  ctx: WriteContext,
  { payer_id: id, bill_to: party }: { readonly payer_id: string | null; readonly bill_to: string },
  saidParty: string | undefined,
) {
  if (id === null) return { payer_id: null, bill_to: party };
  const payer = await referencedPayer(ctx, "payer_id", id);
  if (payer.status !== "active") throw wrong("payer_id", "names a payer that is not in use");
  if (saidParty === "patient") throw wrong("bill_to", "is not the patient, where a payer is named");
  return { payer_id: id, bill_to: party === "patient" ? (parties[payer.type] ?? party) : party };
}

type Said = z.output<typeof givenSplit> | null | undefined;

/**
 * Who pays what of a bill. Where nobody says it anew, the payer's share stays; one that was all of it stays all of it.
 * @param before the shares of a draft and the total that they came to @throws AppError validation_error
 */
export function splitOf(
  payerId: string | null,
  said: Said,
  before: (PayerSplit & { readonly total_minor: number }) | null,
  total: number,
): PayerSplit | null {
  if (payerId === null) {
    if (said) throw wrong("payer_split", "goes with a payer_id");
    return null;
  }
  const isWhole = before === null || before.payer_minor === before.total_minor;
  const share = said?.payer_minor ?? (isWhole ? total : before.payer_minor);
  if (share > total) throw wrong("payer_split.payer_minor", `is more than the total: ${total}`);
  const rest = total - share;
  if (said?.patient_minor !== undefined && said.patient_minor !== rest)
    throw wrong("payer_split.patient_minor", `is not what the payer leaves of the total: ${rest}`);
  return { patient_minor: rest, payer_minor: share };
}

/** For what a bill is. */
interface For {
  readonly encounter_id?: string | null | undefined;
  readonly appointment_id?: string | null | undefined;
  readonly admission_id?: string | null | undefined;
}

type Place = Pick<WriteContext, "db" | "tenantId">;

interface OneRow {
  readonly tenantId: string;
  readonly id: string;
}

const visitDoctor = question((db, { tenantId, id }: OneRow) =>
  db
    .selectFrom("encounters")
    .select("doctor_id")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id),
);

const bookedProvider = question((db, { tenantId, id }: OneRow) =>
  db
    .selectFrom("appointments")
    .select("provider_id")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id),
);

const stayDoctors = question((db, { tenantId, id }: OneRow) =>
  db
    .selectFrom("admissions")
    .select(["attending_doctor_id", "admitting_doctor_id"])
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id),
);

async function doctorOfVisit({ db, tenantId }: Place, id: string) {
  const [row] = await visitDoctor(db, { tenantId, id });
  return row?.doctor_id ?? null;
}

async function doctorOfBooking({ db, tenantId }: Place, id: string) {
  const [row] = await bookedProvider(db, { tenantId, id });
  return row?.provider_id ?? null;
}

async function doctorOfStay({ db, tenantId }: Place, id: string) {
  const [row] = await stayDoctors(db, { tenantId, id });
  return row?.attending_doctor_id ?? row?.admitting_doctor_id ?? null;
}

/** Whose the visit, the appointment or the stay is that a bill is for, and that doctor's department. */
export async function attributionOf(
  ctx: Place,
  { encounter_id: visit, appointment_id: booking, admission_id: stay }: For,
): Promise<{ readonly doctor_id: string | null; readonly department: string | null }> {
  const doctor_id =
    (visit ? await doctorOfVisit(ctx, visit) : null) ??
    (booking ? await doctorOfBooking(ctx, booking) : null) ??
    (stay ? await doctorOfStay(ctx, stay) : null);
  const department = doctor_id === null ? null : await departmentOf(ctx, doctor_id);
  return { doctor_id, department };
}
