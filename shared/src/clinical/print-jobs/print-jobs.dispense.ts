import { undoneStatuses, type DispensedLine } from "#clinical/dispenses/dispense-parts.contract.ts";
import { dispensesTable } from "#clinical/dispenses/dispenses.table.ts";
import { prescriptionsTable } from "#clinical/prescriptions/prescriptions.table.ts";
import { recordFinder } from "#db/read.ts";
import { inList } from "#db/statements.ts";
import { patientOnPaper, refuseSource, type PaperPlace } from "./print-jobs.people.ts";
import { medicineOnPaper } from "./print-jobs.prescription.ts";

const undone: readonly string[] = undoneStatuses;

const findDispense = recordFinder(dispensesTable);
const findPrescription = recordFinder(prescriptionsTable);

// The element string of a batch has no room for more.
const longestInCode = 20;

/** The trade items' numbers of the batches of some lines, as codes have them: with fourteen digits. */
async function gtinsOf({ db, tenantId }: PaperPlace, lines: readonly DispensedLine[]) {
  const rows = await db
    .selectFrom("stock")
    .select(["id", "gtin"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(lines.map(({ stock_id: id }) => id)))
    .execute();
  return new Map(rows.map(({ id, gtin }) => [id, gtin?.padStart(14, "0") ?? null]));
}

/**
 * The labels of what was given out for a prescription, one for each batch of a medicine.
 * @throws AppError invalid_reference for one of another branch, one that was cancelled or declined, or one over the counter
 */
export async function dispensedLabels(ctx: PaperPlace, id: string) {
  const row = await findDispense(ctx.db, ctx.tenantId, id);
  if (row?.branch_id !== ctx.branch.id) refuseSource("names no dispense of this branch");
  if (undone.includes(row.status)) refuseSource(`names a dispense that was ${row.status}`);
  const rx = await findPrescription(ctx.db, ctx.tenantId, row.prescription_id ?? "");
  const prescribed = row.lines.flatMap((line) => {
    const item = rx?.items.find((one) => one.id === line.rx_item_id);
    return item === undefined ? [] : [{ line, item }];
  });
  if (row.patient_id === null || prescribed.length === 0)
    refuseSource("names a dispense without a prescription: nobody has said how it is taken");
  const patient = await patientOnPaper(ctx, row.patient_id, "a dispense");
  const gtins = await gtinsOf(ctx, row.lines);
  const documents = prescribed.map(({ line, item }) => ({
    kind: "medicine",
    patient_name: patient.name,
    uhid: patient.uhid,
    // What is in the pack, taken as it was prescribed.
    medicine: { ...medicineOnPaper(item), drug_name: line.description, quantity: line.quantity },
    batch_no: line.batch_no,
    expires_on: line.expiry_date,
    gtin: line.batch_no.length > longestInCode ? null : (gtins.get(line.stock_id) ?? null),
    dispensed_at: row.completed_at ?? row.created_at,
  }));
  return { patientId: patient.id, documents };
}
