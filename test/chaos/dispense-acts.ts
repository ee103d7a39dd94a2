import {
  dispensesTable,
  type DispenseRow,
} from "@edgeward/shared/clinical/dispenses/dispenses.table.ts";
import type { StockRow } from "@edgeward/shared/clinical/stock/stock.table.ts";
import type { SimBranch } from "./branch.ts";
import { picked, step } from "./money-acts.ts";
import { moveOf, ownStock, stocked, thereOf } from "./stock-acts.ts";

/** Some of a batch is given out over the counter. */
export async function dispense(branch: SimBranch, one: number): Promise<void> {
  const row = picked(await stocked(branch, one), one);
  if (row?.status !== "available" || (await thereOf(branch, row)) < 1) return;
  await branch.write("dispense.create", (write) => {
    const id = write.runtime.newId("dsp");
    write.insert(dispensesTable, id, {
      branch_id: row.branch_id,
      metadata: {},
      prescription_id: null,
      patient_id: null,
      location_id: row.location_id,
      lines: [
        {
          id: write.runtime.newId("dsl"),
          rx_item_id: null,
          item_id: row.item_id,
          stock_id: row.id,
          batch_no: row.batch_no,
          expiry_date: row.expiry_date,
          quantity: 1,
          unit: "tablet",
          description: "Paracetamol",
          schedule: null,
          fefo_reason: null,
          substitution_reason: null,
          days_supply: null,
          unit_price_minor: 500,
          mrp_minor: row.mrp_minor,
          gst_rate_bp: row.gst_rate_bp,
        },
      ],
      counselling_done: false,
      witness_id: null,
      dispensed_by: write.origin.actor.id,
      returns: [],
      status: "preparation",
      status_history: [step(write, "preparation")],
      completed_at: null,
      not_performed_reason: null,
    });
    moveOf(write, row, { kind: "dispense", quantity: -1, source_id: id });
  });
}

function ownDispenses(branch: SimBranch): Promise<readonly DispenseRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("dispenses")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "preparation")
    .orderBy("id")
    .execute();
}

/** What was taken off the shelf is handed over, or put back. */
export async function handOver(branch: SimBranch, one: number, two: number): Promise<void> {
  const row = picked(await ownDispenses(branch), one);
  if (row === undefined) return;
  const stock = new Map(
    (await ownStock(branch)).map((batch): [string, StockRow] => [batch.id, batch]),
  );
  const isOver = two % 2 === 0;
  const status = isOver ? "completed" : "cancelled";
  await branch.write("dispense.update", (write) => {
    write.update(dispensesTable, row, {
      status,
      status_history: [...row.status_history, step(write, status)],
      ...(isOver ? { completed_at: write.at } : {}),
    });
    if (isOver) return;
    for (const { stock_id: id, quantity } of row.lines) {
      const batch = stock.get(id);
      if (batch !== undefined)
        moveOf(write, batch, { kind: "dispense_cancelled", quantity, source_id: row.id });
    }
  });
}
