import { departmentOnPaper } from "#clinical/departments/departments.commands.ts";
import { survivingPatient } from "#clinical/patients/patients.numbers.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import { staffTable } from "#clinical/staff/staff.table.ts";
import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { fieldError } from "#kernel/errors.ts";

const findStaff = recordFinder(staffTable);

/** From where a paper's record is read. */
export interface PaperPlace {
  readonly db: Reader;
  readonly tenantId: string;
  readonly branch: { readonly id: string };
}

/** @throws AppError invalid_reference, at the record that is named */
export function refuseSource(message: string): never {
  throw fieldError({ path: "source_id", code: "invalid_reference", message });
}

/** A text without the space around it; null where nothing is left. */
export function said(text: string | null | undefined): string | null {
  const trimmed = (text ?? "").trim();
  return trimmed === "" ? null : trimmed;
}

/** A patient as papers name one. */
export function personOnPaper({ name, uhid, gender, dob, phone }: PatientRow) {
  return { name, uhid, gender, dob, phone };
}

/** Of whom a record is: of one who was merged, the record that stands for both. @throws AppError invalid_reference */
export async function patientOnPaper(
  { db, tenantId }: PaperPlace,
  id: string,
  noun: string,
): Promise<PatientRow> {
  return (await survivingPatient(db, tenantId, id)) ?? refuseSource(`names ${noun} of nobody`);
}

/** The name of one of the staff; the id of whoever is not known here. */
export async function staffOnPaper({ db, tenantId }: PaperPlace, id: string): Promise<string> {
  return (await findStaff(db, tenantId, id))?.name ?? id;
}

/** A doctor as papers name one. @param languages those of the paper */
export async function doctorOnPaper(ctx: PaperPlace, id: string, languages: readonly string[]) {
  const doctor = await findStaff(ctx.db, ctx.tenantId, id);
  const code = doctor?.department ?? null;
  return {
    name: doctor?.name ?? id,
    qualification: said(doctor?.designation),
    registration_no: said(doctor?.registration?.no),
    department: code === null ? null : await departmentOnPaper(ctx, code, languages),
  };
}
