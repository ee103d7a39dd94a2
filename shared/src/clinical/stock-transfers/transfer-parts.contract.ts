import * as z from "zod";
import { itemUnits } from "#clinical/items/items.contract.ts";
import { batchNumber, moveReasons, mostMoved } from "#clinical/stock/stock-parts.contract.ts";
import { bp, gtin } from "#contract/code-fields.ts";
import { date, enumOf, idOf, int, money, text, ts } from "#contract/fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";

/** The states of a transfer; the ways between them stand in the state table beside this file. */
export const transferStatuses = ["in_transit", "short", "received"] as const;

/** One of them. */
export type TransferStatus = (typeof transferStatuses)[number];

const mostLines = 60;
const units = int(1, mostMoved);
const someUnits = int(0, mostMoved);

/** What only the server says of a line. */
export const sentComputed = [
  "id",
  "item_id",
  "batch_no",
  "unit",
  "expiry_date",
  "mfg_date",
  "mrp_minor",
  "cost_minor",
  "gst_rate_bp",
  "gtin",
  "supplier_id",
] as const;

/** What a body sends: units of batches that stand at the place. */
export const givenSent = z
  .array(
    z.strictObject({
      ...readOnlyFields(sentComputed),
      stock_id: idOf("stk"),
      quantity: units,
    }),
  )
  .min(1)
  .max(mostLines);

const keptLine = z.strictObject({
  id: idOf("stl"),
  /** The batch that it was taken of, at the place from which it was sent. */
  stock_id: idOf("stk"),
  item_id: idOf("itm"),
  batch_no: batchNumber,
  quantity: units,
  unit: enumOf(itemUnits),
  expiry_date: date.nullable(),
  mfg_date: date.nullable(),
  mrp_minor: money.nullable(),
  cost_minor: money.nullable(),
  gst_rate_bp: bp,
  gtin: gtin.nullable(),
  supplier_id: idOf("sup").nullable(),
});

/** What was sent, as it is kept. */
export const keptSent = z.array(keptLine).min(1).max(mostLines);

/** What was sent of one batch. */
export type SentLine = z.output<typeof keptLine>;

/** The same, as the wire writes it. */
export const sentShape = z.array(
  z.strictObject({
    id: idOf("stl"),
    stock_id: idOf("stk"),
    item_id: idOf("itm"),
    batch_no: z.string(),
    quantity: z.int(),
    unit: z.enum(itemUnits),
    expiry_date: z.string().nullable(),
    mfg_date: z.string().nullable(),
    mrp_minor: z.int().nullable(),
    cost_minor: z.int().nullable(),
    gst_rate_bp: z.int(),
    gtin: z.string().nullable(),
    supplier_id: idOf("sup").nullable(),
  }),
);

const arrivedFields = {
  line_id: idOf("stl"),
  /** How many units have come. */
  quantity: someUnits,
  /** How many have not, and will not. */
  missing: someUnits,
  reason_code: enumOf(moveReasons).nullable(),
  note: text(500).nullable(),
} as const;

/** What a body says has come of a line. What it says nothing of is still on its way. */
export const givenArrived = z
  .array(
    z.strictObject({
      line_id: arrivedFields.line_id,
      quantity: arrivedFields.quantity,
      /** A number below the batch's own, where that is on record at this branch with another label: `B1/2` for `B1`. */
      batch_no: batchNumber.optional(),
      missing: arrivedFields.missing.optional(),
      reason_code: arrivedFields.reason_code.optional(),
      note: arrivedFields.note.optional(),
    }),
  )
  .min(1)
  .max(mostLines);

const keptArrival = z.strictObject({
  ...arrivedFields,
  location_id: idOf("loc"),
  /** The batch where it stands now; null where nothing has come. */
  stock_id: idOf("stk").nullable(),
  at: ts,
  by: actorIdForm,
});

/** What has come, as it is kept. */
export const keptArrived = z.array(keptArrival).max(1_000);

/** What has come of one line at one time. */
export type ArrivedLine = z.output<typeof keptArrival>;

/** The same, as the wire writes it. */
export const arrivedShape = z.array(
  z.strictObject({
    line_id: idOf("stl"),
    quantity: z.int(),
    missing: z.int(),
    reason_code: z.enum(moveReasons).nullable(),
    note: z.string().nullable(),
    location_id: idOf("loc"),
    stock_id: idOf("stk").nullable(),
    at: z.string(),
    by: z.string(),
  }),
);

const settledFields = {
  line_id: idOf("stl"),
  /** How many units that were missing have turned up where they were sent from. */
  found: someUnits,
  /** How many are given up. */
  written_off: someUnits,
  reason_code: enumOf(moveReasons).nullable(),
  note: text(500).nullable(),
} as const;

/** What a body says has become of units that are missing. */
export const givenSettled = z
  .array(
    z.strictObject({
      line_id: settledFields.line_id,
      found: settledFields.found.optional(),
      written_off: settledFields.written_off.optional(),
      reason_code: settledFields.reason_code.optional(),
      note: settledFields.note.optional(),
    }),
  )
  .min(1)
  .max(mostLines);

const keptSettlement = z.strictObject({ ...settledFields, at: ts, by: actorIdForm });

/** What has become of units that were missing, as it is kept. */
export const keptSettled = z.array(keptSettlement).max(1_000);

/** What has become of units of one line at one time. */
export type SettledLine = z.output<typeof keptSettlement>;

/** The same, as the wire writes it. */
export const settledShape = z.array(
  z.strictObject({
    line_id: idOf("stl"),
    found: z.int(),
    written_off: z.int(),
    reason_code: z.enum(moveReasons).nullable(),
    note: z.string().nullable(),
    at: z.string(),
    by: z.string(),
  }),
);

interface Sent {
  readonly lines: readonly Pick<SentLine, "id" | "quantity">[];
  readonly receipts: readonly Pick<ArrivedLine, "line_id" | "quantity" | "missing">[];
  readonly settlements: readonly Pick<SettledLine, "line_id" | "found" | "written_off">[] | null;
}

/** How many units of each line are missing of which nobody has said what became of them. */
export function openMissing({ receipts, settlements }: Sent): ReadonlyMap<string, number> {
  const open = new Map<string, number>();
  for (const { line_id: id, missing } of receipts) open.set(id, (open.get(id) ?? 0) + missing);
  for (const { line_id: id, found, written_off } of settlements ?? [])
    open.set(id, (open.get(id) ?? 0) - found - written_off);
  return open;
}

/** How many units of each line are still on their way. */
export function leftOnTheWay(
  lines: Sent["lines"],
  receipts: Sent["receipts"],
): ReadonlyMap<string, number> {
  const left = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  for (const { line_id: id, quantity, missing } of receipts)
    left.set(id, (left.get(id) ?? 0) - quantity - missing);
  return left;
}

/** The state that follows from what has come, what is missing, and what became of that. */
export function arrivedStatus(sent: Sent): TransferStatus {
  const left = [...leftOnTheWay(sent.lines, sent.receipts).values()];
  if (left.some((some) => some !== 0)) return "in_transit";
  return [...openMissing(sent).values()].some((some) => some !== 0) ? "short" : "received";
}
