import * as z from "zod";
import {
  patientsByNumber,
  survivingPatient,
  type NumberedNode,
} from "#clinical/patients/patients.numbers.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { keptIndex } from "#kernel/value-seal.ts";

const ofPatient = z.object({ patient: z.object({ uhid: z.string() }) });
const ofMedicine = z.object({ uhid: z.string() });

/** A number that stands on a document, and the field that it stands in. */
interface PrintedNumber {
  readonly number: string;
  readonly path: string;
}

function printedNumber(document: unknown): PrintedNumber | null {
  const patient = ofPatient.safeParse(document);
  if (patient.success) return { number: patient.data.patient.uhid, path: "data.patient.uhid" };
  const medicine = ofMedicine.safeParse(document);
  return medicine.success ? { number: medicine.data.uhid, path: "data.uhid" } : null;
}

function refuse(path: string, code: ErrorCode, message: string): never {
  throw fieldError({ path, code, message });
}

function isOwnNumber(
  { uhid, identifiers }: PatientRow,
  number: string,
  { valueSeal }: NumberedNode,
): boolean {
  const index = valueSeal.indexOf(number);
  return (
    uhid.toUpperCase() === number.toUpperCase() ||
    identifiers.some(({ value }) => index !== "" && keptIndex(value) === index)
  );
}

/** The patients whose number stands on a document: nobody where none does, or where nobody here has it. */
export function patientsOnDocument(
  node: NumberedNode,
  document: unknown,
): Promise<readonly PatientRow[]> {
  const printed = printedNumber(document);
  return printed === null ? Promise.resolve([]) : patientsByNumber(node, printed.number);
}

/**
 * Of whom a document is that a request hands over: the patient whom it names as its source, else the one whose number
 * stands on it. Null where nobody here has that number: a visitor's label comes out before the record has.
 * @throws AppError invalid_reference for a source that is no patient here, conflicting_fields for another one's number
 */
export async function patientOfDocument(
  node: NumberedNode,
  document: unknown,
  sourceId: string,
): Promise<string | null> {
  const known = await patientsOnDocument(node, document);
  if (!isId("pat", sourceId)) {
    const [only, ...others] = known;
    return only === undefined || others.length > 0 ? null : only.id;
  }
  const named = await survivingPatient(node.db, node.tenantId, sourceId);
  if (named === undefined) {
    refuse("source_id", "invalid_reference", "names no patient of this tenant");
  }
  const printed = printedNumber(document);
  const isTheirs =
    printed === null ||
    known.some(({ id }) => id === named.id) ||
    isOwnNumber(named, printed.number, node);
  if (isTheirs) return named.id;
  refuse(printed.path, "conflicting_fields", "is no number of the patient whom source_id names");
}
