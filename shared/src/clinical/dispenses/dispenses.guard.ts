import * as z from "zod";
import { itemsTable } from "#clinical/items/items.record.ts";
import { prescriptionsTable } from "#clinical/prescriptions/prescriptions.table.ts";
import { keptItems } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { stockLocationsTable } from "#clinical/stock-locations/stock-locations.table.ts";
import {
  batchesFault,
  linesMovedFault,
  placedMoves,
  type BatchFigures,
  type MoveFigures,
  type PlacedMove,
} from "#clinical/stock/stock.guard.ts";
import { stockMovesTable, stockTable } from "#clinical/stock/stock.table.ts";
import type { Change, Operation, SqlRow } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import type { Arrival, Excesses, Guard, RecordName, RecordSet } from "#resource/command-writes.ts";
import { stampOf, withChange } from "#write/row-change.ts";
import {
  dispenseStatuses,
  keptDispensed,
  keptReturns,
  undoneStatuses,
} from "./dispense-parts.contract.ts";
import {
  mostOf,
  needsPrescription,
  needsWitness,
  returnedOf,
  returnedStatus,
  taxedPrice,
} from "./dispense-rules.contract.ts";
import { dispenseStates } from "./dispenses.states.ts";
import { dispensesTable } from "./dispenses.table.ts";

const figures = z.object({
  branch_id: z.string(),
  prescription_id: z.string().nullable(),
  patient_id: z.string().nullable(),
  location_id: z.string(),
  lines: keptDispensed,
  returns: keptReturns,
  witness_id: z.string().nullable(),
  dispensed_by: z.string(),
  completed_at: z.string().nullable(),
  not_performed_reason: z.string().nullish(),
  status: z.enum(dispenseStatuses),
});
type Figures = z.output<typeof figures>;
type Line = Figures["lines"][number];

function lineFault(line: Line, row: Figures, { before, operation }: Arrival): string | null {
  const { schedule, unit_price_minor: price, mrp_minor: mrp, gst_rate_bp: rate } = line;
  const item = before({ table: itemsTable.name, id: line.item_id });
  // What has changed since is not what it was given out by.
  const isSince = (known: RecordRow, field: string) => stampOf(known, field) > operation.hlc;
  const asked = item === null || isSince(item, "schedule") ? null : item["schedule"];
  const byItem = z.string().safeParse(asked).data ?? null;
  const strict = [schedule, byItem].find((one) => needsPrescription(one)) ?? null;
  if (strict !== null && line.rx_item_id === null)
    return "rx_item_id: is missing: it is prescribed only";
  if (needsWitness(strict) && [null, row.dispensed_by].includes(row.witness_id))
    return "schedule: needs a witness";
  if (price !== null && mrp !== null && taxedPrice(price, rate) > mrp)
    return "unit_price_minor: is more than is printed on it";
  const batch = before({ table: stockTable.name, id: line.stock_id });
  if (batch === null) return null;
  if (batch["status"] !== "available" && !isSince(batch, "status"))
    return "batch_no: was recalled or set aside";
  const until = z.string().safeParse(batch["expires_at"]).data ?? null;
  if (until !== null && until <= operation.at) return "batch_no: has expired";
  const label = ["mrp_minor", "gst_rate_bp", "expiry_date"] as const;
  const off = label.find((name) => batch[name] !== line[name]);
  return off === undefined ? null : `${off}: is not the batch's`;
}

function fillsOf(prescriptionId: string): RecordSet {
  return { table: dispensesTable.name, column: "prescription_id", value: prescriptionId };
}

/** What a dispense gives out of a prescription, with all others that were not called off. */
function filledLines(row: Figures, id: string, { among, operation }: Arrival): readonly Line[] {
  const others = among(fillsOf(id)).filter((one) => one.id !== operation.entity_id);
  const standing = others.flatMap((one) => figures.safeParse(one).data ?? []);
  return [row, ...standing.filter(({ status }) => !undoneStatuses.includes(status))].flatMap(
    ({ lines }) => lines,
  );
}

function prescribedFault(row: Figures, arrival: Arrival): string | null {
  const asked = row.lines.some(({ rx_item_id: id }) => id !== null);
  if (row.prescription_id === null) return asked ? "prescription_id: is missing" : null;
  const rx = arrival.before({ table: prescriptionsTable.name, id: row.prescription_id });
  if (rx === null) return null;
  if (rx.branch_id !== row.branch_id) return "prescription_id: is another branch's";
  if (rx["patient_id"] !== row.patient_id) return "patient_id: is not whose prescription it is";
  const items = keptItems.safeParse(rx["items"]).data ?? [];
  const nth = row.lines.findIndex(
    ({ rx_item_id: id }) => id !== null && items.every((one) => one.id !== id),
  );
  return nth === -1 ? null : `lines.${nth}.rx_item_id: is none of the prescription`;
}

function unitsOf(lines: readonly Line[], itemId: string): number {
  const own = lines.filter(({ rx_item_id: id }) => id === itemId);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Of which medicines of its prescription a dispense gives out more than was prescribed, with all that was given out before
 * it. It has left the shelf, so that it stands.
 */
export const dispensedBeyond: Excesses = (arrival) => {
  const [own] = arrival.operation.changes;
  const row = figures.safeParse(own?.fields).data;
  if (own === undefined || row === undefined || row.prescription_id === null) return [];
  const rx = arrival.before({ table: prescriptionsTable.name, id: row.prescription_id });
  const items = keptItems.safeParse(rx?.["items"]).data ?? [];
  const given = filledLines(row, row.prescription_id, arrival);
  return items.flatMap((item) => {
    const taken = unitsOf(row.lines, item.id);
    const left = mostOf(item) - unitsOf(given, item.id);
    if (taken === 0 || left >= 0) return [];
    const { table, id } = own;
    const of = item.id;
    return [{ table, id, field: "lines", of, taken: { rx_item_id: of, quantity: taken }, left }];
  });
};

function madeFault(row: Figures, moves: readonly PlacedMove[], arrival: Arrival): string | null {
  const { id: actor } = arrival.operation.actor;
  const place = "changes.0.fields";
  if (row.status !== "preparation" || row.completed_at !== null)
    return `${place}.status: of a new one is preparation`;
  if (row.dispensed_by !== actor) return `${place}.dispensed_by: is not who gives it out`;
  if (row.returns.length > 0) return `${place}.returns: are of what was handed over`;
  const from = arrival.before({ table: stockLocationsTable.name, id: row.location_id });
  if (from !== null && (from.branch_id !== row.branch_id || from["kind"] === "quarantine"))
    return `${place}.location_id: is no shelf of the branch`;
  for (const [nth, line] of row.lines.entries()) {
    const fault = lineFault(line, row, arrival);
    if (fault !== null) return `${place}.lines.${nth}.${fault}`;
  }
  const rx = prescribedFault(row, arrival);
  if (rx !== null) return `${place}.${rx}`;
  return linesMovedFault(moves, row.lines, {
    kind: "dispense",
    location_id: row.location_id,
    sign: -1,
  });
}

function returnFault(row: Figures, before: Figures, moves: readonly PlacedMove[]): string | null {
  const place = "changes.0.fields";
  const fresh = row.returns.slice(before.returns.length);
  if (before.completed_at === null) return `${place}.returns: are of what was handed over`;
  const sums = returnedOf(row.returns);
  for (const [id, sum] of sums) {
    const line = row.lines.find((one) => one.id === id);
    if (line === undefined || sum > line.quantity)
      return `${place}.returns: are more than was given out`;
    if (needsWitness(line.schedule)) return `${place}.returns: are of what does not come back`;
  }
  if (row.status !== returnedStatus(row.lines, row.returns))
    return `${place}.status: does not follow from what came back`;
  if (moves.length !== fresh.length) return "changes: do not move what came back";
  for (const [index, { nth, move }] of moves.entries()) {
    const back = fresh[index];
    const line = row.lines.find(({ id }) => id === back?.line_id);
    const isOf =
      move.kind === "return" &&
      move.quantity === back?.quantity &&
      move.item_id === line?.item_id &&
      move.batch_no === line.batch_no;
    if (!isOf) return `changes.${nth}.fields.quantity: is not what came back`;
  }
  return null;
}

function changedFault(row: Figures, before: Figures, moves: readonly PlacedMove[]): string | null {
  const place = "changes.0.fields";
  if (row.returns.length > before.returns.length) return returnFault(row, before, moves);
  const isStep = row.status !== before.status;
  if (isStep && !dispenseStates.transitions[before.status].includes(row.status))
    return `${place}.status: is reached by no way`;
  if ((isStep && row.status === "completed") !== (row.completed_at !== before.completed_at))
    return `${place}.completed_at: goes with what is handed over`;
  if ((row.status === "declined") !== ((row.not_performed_reason ?? null) !== null))
    return `${place}.not_performed_reason: goes with what is declined`;
  if (isStep && row.status.endsWith("returned")) return `${place}.returns: are missing`;
  if (isStep && undoneStatuses.includes(row.status))
    return linesMovedFault(moves, row.lines, {
      kind: "dispense_cancelled",
      location_id: row.location_id,
      sign: 1,
    });
  return moves.length === 0 ? null : "changes: move nothing that the dispense says";
}

/** What comes back goes into a quarantine of the branch. */
function asideFault(move: MoveFigures, batch: BatchFigures): string | null {
  const isAside = batch.status !== "available";
  return move.kind === "return" && !isAside ? "stock_id: is not set aside" : null;
}

function filledFault(changes: readonly Change[], row: Figures): string | null {
  for (const [nth, change] of changes.entries()) {
    if (change.table !== prescriptionsTable.name) continue;
    const { status } = change.fields;
    const isFilled =
      status === undefined || status === "partially_dispensed" || status === "dispensed";
    if (change.id !== row.prescription_id || row.status !== "completed" || !isFilled)
      return `changes.${nth}.fields.status: does not follow from what was handed over`;
  }
  return null;
}

/** By which records a dispense is judged where it arrives: the shelf, batches, items, the prescription and its fills. */
export function dispenseJudgedBy({ changes }: Operation): readonly (RecordName | RecordSet)[] {
  return changes.flatMap(({ table, fields }): readonly (RecordName | RecordSet)[] => {
    const named = (name: string, id: unknown): readonly RecordName[] =>
      typeof id === "string" ? [{ table: name, id }] : [];
    const place = named(stockLocationsTable.name, fields["location_id"]);
    if (table === stockMovesTable.name)
      return [
        ...named(stockTable.name, fields["stock_id"]),
        ...named(itemsTable.name, fields["item_id"]),
      ];
    if (table === stockTable.name) return place;
    if (table !== dispensesTable.name) return [];
    const { prescription_id: rx } = fields;
    const fills = typeof rx === "string" ? [fillsOf(rx)] : [];
    return [...place, ...named(prescriptionsTable.name, rx), ...fills];
  });
}

/**
 * What a dispense has to be where it arrives: of batches that may be given out, of what was prescribed and for no more
 * than is printed on them, each line with its move; and what comes back, of what was handed over and set aside. How much
 * was prescribed refuses nothing: see `dispensedBeyond`.
 */
export const dispenseGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const [own] = changes;
  if (own === undefined) return null;
  const moves = placedMoves(changes);
  if (typeof moves === "string") return moves;
  const stood: SqlRow | null = own.kind === "insert" ? {} : arrival.before(own);
  if (stood === null) return null;
  const row = figures.safeParse(withChange(stood, own, "returns"));
  if (!row.success)
    return `changes.0.fields.${row.error.issues[0]?.path.join(".") ?? "lines"}: is not of its form`;
  const before = figures.safeParse(stood);
  const fault = before.success
    ? changedFault(row.data, before.data, moves)
    : madeFault(row.data, moves, arrival);
  return (
    fault ?? batchesFault(moves, arrival, { moved: asideFault }) ?? filledFault(changes, row.data)
  );
};
