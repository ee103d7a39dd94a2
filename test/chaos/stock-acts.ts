import { stockLocationsTable } from "@edgeward/shared/clinical/stock-locations/stock-locations.table.ts";
import {
  stockMovesTable,
  stockTable,
  type StockRow,
} from "@edgeward/shared/clinical/stock/stock.table.ts";
import type { Fields, Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { picked } from "./money-acts.ts";

type MoveFields = Fields<typeof stockMovesTable.columns>;

/** The places of the branch where goods stand. */
export function ownPlaces(branch: SimBranch) {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("stock_locations")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** The branch's batches. */
export function ownStock(branch: SimBranch): Promise<readonly StockRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("stock")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("id")
    .execute();
}

/** One move of a batch. */
export function moveOf(write: Write, row: StockRow, moved: Partial<MoveFields>): string {
  const id = write.runtime.newId("stm");
  write.insert(stockMovesTable, id, {
    branch_id: row.branch_id,
    metadata: {},
    stock_id: row.id,
    item_id: row.item_id,
    location_id: row.location_id,
    batch_no: row.batch_no,
    kind: "count",
    quantity: 0,
    unit: "tablet",
    counted: null,
    counterpart_id: null,
    source_id: null,
    reason_code: null,
    note: null,
    ...moved,
  });
  return id;
}

/** A shelf is set up, or a batch is put on record on one. */
export async function stockUp(branch: SimBranch, one: number, two: number): Promise<void> {
  const places = await ownPlaces(branch);
  const place = picked(places, one);
  const { branchId } = branch.identity;
  if (place === undefined || (two === 0 && places.length < 3)) {
    await branch.write("stock_location.create", (write) => {
      const id = write.runtime.newId("loc");
      const names = { name: "Shelf", name_key: "shelf", name_hi: null, name_ur: null };
      const own = { code: `s${id.slice(-8)}`, ...names, kind: "shelf", status: "active" };
      write.insert(stockLocationsTable, id, { branch_id: branchId, metadata: {}, ...own });
    });
    return;
  }
  await branch.write("stock_batch.create", (write) => {
    const id = write.runtime.newId("stk");
    const row = write.insert(stockTable, id, {
      branch_id: branchId,
      metadata: {},
      item_id: "itm_01jd7x2vry38gapbnk0v8yyk24",
      location_id: place.id,
      batch_no: id.slice(-8).toUpperCase(),
      expiry_date: "2031-03-31",
      expires_at: "2031-03-31T18:30:00.000Z",
      expiry_told_at: null,
      mfg_date: null,
      mrp_minor: 900,
      cost_minor: null,
      gst_rate_bp: 500,
      gtin: null,
      supplier_id: null,
      status: "available",
    });
    moveOf(write, row, { kind: "opening", quantity: 20 + one });
  });
}

/** The branch's batches, of which it has one at least: a history that had to come to that by chance would hardly do so. */
export async function stocked(branch: SimBranch, one: number): Promise<readonly StockRow[]> {
  // First the shelf, then what stands on it.
  if ((await ownPlaces(branch)).length === 0) await stockUp(branch, one, 1);
  if ((await ownStock(branch)).length === 0) await stockUp(branch, one, 1);
  return ownStock(branch);
}

/** What is there of a batch. */
export async function thereOf(branch: SimBranch, row: StockRow): Promise<number> {
  const moves = await branch.session.kysely
    .selectFrom("stock_moves")
    .select("quantity")
    .where("tenant_id", "=", row.tenant_id)
    .where("stock_id", "=", row.id)
    .execute();
  return moves.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** A batch is counted, some of it written off, or all of it recalled. */
export async function moveBatch(branch: SimBranch, one: number, two: number): Promise<void> {
  const row = picked(await stocked(branch, one), one);
  if (row === undefined) return;
  const there = await thereOf(branch, row);
  if (two === 0 && row.status === "available") {
    await branch.write("stock_move.create", (write) => {
      moveOf(write, row, { kind: "recall", reason_code: "recalled" });
      write.update(stockTable, row, { status: "recalled" });
    });
    return;
  }
  await branch.write("stock_move.create", (write) => {
    const isCount = two % 2 === 1;
    const found = Math.max(0, there) + 1;
    const counted = { kind: "count", quantity: found - there, counted: found } as const;
    const gone = { kind: "write_off", quantity: -1 } as const;
    if (!isCount && there < 1) return;
    moveOf(write, row, { ...(isCount ? counted : gone), reason_code: "count_variance" });
  });
}
