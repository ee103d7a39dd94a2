import {
  stockTransfersTable,
  type StockTransferRow,
} from "@edgeward/shared/clinical/stock-transfers/stock-transfers.table.ts";
import {
  arrivedStatus,
  leftOnTheWay,
  openMissing,
  type SentLine,
} from "@edgeward/shared/clinical/stock-transfers/transfer-parts.contract.ts";
import { stockTable, type StockRow } from "@edgeward/shared/clinical/stock/stock.table.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { picked, step } from "./money-acts.ts";
import type { Scene } from "./scene.ts";
import { moveOf, ownPlaces, ownStock, stocked, thereOf } from "./stock-acts.ts";

function lineOf(write: Write, row: StockRow, quantity: number): SentLine {
  const { id: stock_id, item_id, batch_no, expiry_date, mfg_date, mrp_minor } = row;
  const { cost_minor, gst_rate_bp, gtin, supplier_id } = row;
  const label = { expiry_date, mfg_date, mrp_minor, cost_minor, gst_rate_bp, gtin, supplier_id };
  const id = write.runtime.newId("stl");
  return { id, stock_id, item_id, batch_no, quantity, unit: "tablet", ...label };
}

/** Some of a batch is sent to another place of the branch, or to another branch. */
export async function sendGoods({ station, stations, at, one, two }: Scene): Promise<void> {
  const { branch } = station;
  const available = (await stocked(branch, one)).filter(({ status }) => status === "available");
  const row = picked(available, one);
  if (row === undefined) return;
  const quantity = Math.min(await thereOf(branch, row), 1 + one);
  if (quantity < 1) return;
  const elsewhere = stations[(at + 1) % stations.length] ?? station;
  const to = two % 2 === 0 ? elsewhere : station;
  await branch.write("stock_transfer.create", (write) => {
    const id = write.runtime.newId("stt");
    write.insert(stockTransfersTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      from_location_id: row.location_id,
      to_branch_id: to.node.branchId,
      lines: [lineOf(write, row, quantity)],
      note: null,
      receipts: [],
      settlements: null,
      status: "in_transit",
      status_history: [step(write, "in_transit")],
    });
    moveOf(write, row, { kind: "transfer", quantity: -quantity, source_id: id });
  });
}

/** The transfers in a state that come to the branch, or that it has sent. */
function transfersOf(
  { session, identity }: SimBranch,
  end: "branch_id" | "to_branch_id",
  status: "in_transit" | "short",
): Promise<readonly StockTransferRow[]> {
  return session.kysely
    .selectFrom("stock_transfers")
    .selectAll()
    .where("tenant_id", "=", identity.tenantId)
    .where(end, "=", identity.branchId)
    .where("status", "=", status)
    .orderBy("id")
    .execute();
}

function batchOf(branch: SimBranch, write: Write, line: SentLine, locationId: string): StockRow {
  const { item_id, batch_no, expiry_date, mfg_date, mrp_minor, cost_minor } = line;
  const { gst_rate_bp, gtin, supplier_id } = line;
  return write.insert(stockTable, write.runtime.newId("stk"), {
    branch_id: branch.identity.branchId,
    metadata: {},
    item_id,
    location_id: locationId,
    batch_no,
    expiry_date,
    expires_at: `${expiry_date ?? ""}T18:30:00.000Z`,
    expiry_told_at: null,
    mfg_date,
    mrp_minor,
    cost_minor,
    gst_rate_bp,
    gtin,
    supplier_id,
    status: "available",
  });
}

/** What was sent to the branch comes, whole or in parts; now and then some of it is missing for good. */
export async function receiveGoods(scene: Scene): Promise<void> {
  const { station, one, two } = scene;
  const { branch } = station;
  const row = picked(await transfersOf(branch, "to_branch_id", "in_transit"), one);
  if (row === undefined) return settleGoods(scene);
  await stocked(branch, one);
  const place = picked(await ownPlaces(branch), two);
  const [line] = row?.lines ?? [];
  if (place === undefined || line === undefined) return;
  const left = leftOnTheWay(row.lines, row.receipts).get(line.id) ?? 0;
  if (left < 1) return;
  const missing = two === 2 ? 1 : 0;
  const quantity = two === 0 ? left : Math.min(left - missing, 1);
  const known = (await ownStock(branch)).find(
    (batch) =>
      batch.item_id === line.item_id &&
      batch.batch_no === line.batch_no &&
      batch.location_id === place.id,
  );
  await branch.write("stock_transfer.update", (write) => {
    const batch = known ?? (quantity === 0 ? null : batchOf(branch, write, line, place.id));
    const receipts = [
      ...row.receipts,
      {
        line_id: line.id,
        quantity,
        missing,
        reason_code: missing === 0 ? null : ("count_variance" as const),
        note: null,
        location_id: place.id,
        stock_id: quantity === 0 ? null : (batch?.id ?? null),
        at: write.at,
        by: write.origin.actor.id,
      },
    ];
    const status = arrivedStatus({ ...row, receipts });
    const stepped =
      status !== row.status
        ? { status, status_history: [...row.status_history, step(write, status)] }
        : {};
    write.update(stockTransfersTable, row, { receipts, ...stepped });
    if (batch !== null && quantity > 0)
      moveOf(write, batch, { kind: "transfer", quantity, source_id: row.id });
  });
}

/** What is missing of what the branch has sent turns up there again, or is written off. */
async function settleGoods({ station, one, two }: Scene): Promise<void> {
  const { branch } = station;
  const row = picked(await transfersOf(branch, "branch_id", "short"), one);
  const [line] = row?.lines ?? [];
  const batch = (await ownStock(branch)).find(({ id }) => id === line?.stock_id);
  if (row === undefined || line === undefined || batch === undefined) return;
  const left = openMissing(row).get(line.id) ?? 0;
  if (left < 1) return;
  const off = two % 2 === 0 ? left : 0;
  await branch.write("stock_transfer.update", (write) => {
    const settlements = [
      ...(row.settlements ?? []),
      {
        line_id: line.id,
        found: left - off,
        written_off: off,
        reason_code: off === 0 ? null : ("theft" as const),
        note: null,
        at: write.at,
        by: write.origin.actor.id,
      },
    ];
    const status = arrivedStatus({ ...row, settlements });
    const stepped = { status, status_history: [...row.status_history, step(write, status)] };
    write.update(stockTransfersTable, row, { settlements, ...stepped });
    moveOf(write, batch, { kind: "transfer", quantity: left, source_id: row.id });
    if (off > 0)
      moveOf(write, batch, {
        kind: "write_off",
        quantity: -off,
        source_id: row.id,
        reason_code: "theft",
      });
  });
}
