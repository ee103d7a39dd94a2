import * as z from "zod";
import { specimensWithBarcode } from "#clinical/lab-orders/labelled-specimens.commands.ts";
import { survivingPatient, type NumberedNode } from "#clinical/patients/patients.numbers.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import type { Reader } from "#db/session.ts";
import { documentShapes, type DocumentData } from "./print-documents.contract.ts";
import { patientsOnDocument } from "./print-jobs.patient.ts";
import type { PrintJobRow } from "./print-jobs.table.ts";

const labelled = z.object({ document: z.object({ specimen_code: z.string() }) });

function keyOf(code: string): string {
  return code.toUpperCase();
}

/** Under what a job is found by the code of its specimen, however a scanner writes its letters; null for all but tubes' labels. */
export function specimenKeyOf(job: Pick<PrintJobRow, "document_type" | "data">): string | null {
  if (job.document_type !== "lab_label") return null;
  const read = labelled.safeParse(job.data);
  return read.success ? keyOf(read.data.document.specimen_code) : null;
}

/** A specimen by the label on its tube, with the patient whose it is; null for one who is not known here. */
export interface LabelledSpecimen {
  readonly label: Pick<
    DocumentData<"lab_label">,
    "specimen_code" | "specimen_type" | "tests" | "collected_at"
  >;
  readonly patient: PatientRow | null;
}

// Reprints of one label are few; a code that stands on more is looked at by its newest.
const mostLabels = 50;

/** Of these no byte has left for the printer, so that no tube bears them. */
const unprinted = ["queued", "failed", "expired"] as const;

function labelsWith(db: Reader, tenantId: string, branchId: string, code: string) {
  return (
    db
      .selectFrom("print_jobs")
      .select(["patient_id", "data"])
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("specimen_key", "=", keyOf(code))
      .where("status", "not in", unprinted)
      // Called off while it was in doubt, it may be on a tube all the same.
      .where((where) =>
        where.or([where("status", "<>", "cancelled"), where("stage", "is not", null)]),
      )
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(mostLabels)
      .execute()
  );
}

async function patientsOfLabel(
  node: NumberedNode,
  patientId: string | null,
  label: DocumentData<"lab_label">,
): Promise<readonly (PatientRow | null)[]> {
  if (patientId !== null)
    return [(await survivingPatient(node.db, node.tenantId, patientId)) ?? null];
  // Whoever was not known when the label was printed may have come from another branch since.
  const found = await patientsOnDocument(node, label);
  return found.length === 0 ? [null] : found;
}

/** Specimens that were collected at a branch under a code: also from a label that came with the tube. */
async function collectedUnder(
  db: Reader,
  tenantId: string,
  branchId: string,
  code: string,
): Promise<readonly LabelledSpecimen[]> {
  const found = await specimensWithBarcode(db, tenantId, branchId, keyOf(code));
  return Promise.all(
    found.map(async ({ specimen, tests, patientId }) => ({
      label: {
        specimen_code: specimen.barcode,
        specimen_type: specimen.type,
        tests: [...tests],
        collected_at: specimen.collected_at,
      },
      patient: (await survivingPatient(db, tenantId, patientId)) ?? null,
    })),
  );
}

/**
 * The specimens of a code at a branch: those that its orders name, then those whose labels were printed there, the newest
 * first; one of each patient.
 */
export async function specimensByCode(
  node: NumberedNode,
  branchId: string,
  code: string,
): Promise<readonly LabelledSpecimen[]> {
  const { db, tenantId } = node;
  const specimens = [...(await collectedUnder(db, tenantId, branchId, code))];
  const labels = await labelsWith(db, tenantId, branchId, code);
  for (const { patient_id: patientId, data } of labels) {
    const label = documentShapes.lab_label.safeParse(data["document"]).data;
    if (label === undefined) continue;
    for (const patient of await patientsOfLabel(node, patientId, label)) {
      if (specimens.some((known) => known.patient?.id === patient?.id)) continue;
      specimens.push({ label, patient });
    }
  }
  return specimens;
}
