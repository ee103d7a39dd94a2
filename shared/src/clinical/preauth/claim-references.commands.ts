import { referencedVisit } from "#clinical/encounters/encounters.commands.ts";
import { referencedPayer } from "#clinical/payers/payers.commands.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { inList } from "#db/statements.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";

function unknown(path: string, message: string) {
  return fieldError({ path, code: "invalid_reference", message });
}

/** The ids of the records that are of one person. @throws AppError invalid_reference, patient_merged */
export async function peopleOf(ctx: WriteContext, patientId: string): Promise<readonly string[]> {
  const patient = await referencedPatient(ctx, "patient_id", patientId);
  return samePerson(ctx.db, ctx.tenantId, patient.id);
}

interface Named {
  readonly patient_id: string;
  readonly encounter_id?: string | null | undefined;
  readonly admission_id?: string | null | undefined;
}

/** Refuses a visit or a stay that is not the patient's here. @throws AppError invalid_reference */
export async function refuseOtherStay(
  ctx: WriteContext,
  { patient_id: patientId, encounter_id: visit, admission_id: stay }: Named,
  people: readonly string[],
): Promise<void> {
  if (visit) await referencedVisit(ctx, "encounter_id", visit, patientId);
  if (!stay) return;
  const row = await ctx.db
    .selectFrom("admissions")
    .select(["patient_id", "branch_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", stay)
    .executeTakeFirst();
  if (row === undefined || !people.includes(row.patient_id) || row.branch_id !== ctx.branch.id)
    throw unknown("admission_id", "names no stay of the patient's here");
}

/** Refuses a payer that is not in use. @throws AppError invalid_reference, validation_error */
export async function refuseUnusedPayer(ctx: WriteContext, id: string): Promise<void> {
  const { status } = await referencedPayer(ctx, "payer_id", id);
  if (status === "active") return;
  const message = "names a payer that is not in use";
  throw fieldError({ path: "payer_id", code: "validation_error", message });
}

/** Refuses who does not work here. @throws AppError invalid_reference */
export async function refuseUnknownDoctor(ctx: WriteContext, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom("staff")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw unknown("doctor_id", "names nobody who works here");
}

/** Refuses papers that are not the patient's. @param pathOf of the n-th @throws AppError invalid_reference */
export async function refuseForeignPapers(
  ctx: WriteContext,
  ids: readonly string[],
  people: readonly string[],
  pathOf: (nth: number) => string,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await ctx.db
    .selectFrom("documents")
    .select(["id", "patient_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(ids))
    .execute();
  const own = new Set(
    rows.flatMap(({ id, patient_id: of }) => (of !== null && people.includes(of) ? [id] : [])),
  );
  const stray = ids.findIndex((id) => !own.has(id));
  if (stray >= 0) throw unknown(pathOf(stray), "names no document of the patient");
}
