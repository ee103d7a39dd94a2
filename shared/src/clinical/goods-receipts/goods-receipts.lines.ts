import { today } from "#clinical/patients/patients.commands.ts";
import { orderedAmounts } from "#clinical/purchase-orders/purchase-order-parts.contract.ts";
import type { PurchaseOrderRow } from "#clinical/purchase-orders/purchase-orders.table.ts";
import { inList } from "#db/statements.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  receivedComputed,
  type GivenReceived,
  type ReceivedLine,
} from "./goods-receipt-parts.contract.ts";
import { mostToReceive } from "./goods-receipts.rules.ts";

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

const dated: readonly string[] = ["drug", "reagent"];

function refuseLabel(ctx: WriteContext, line: GivenReceived, kind: string, place: string): void {
  const { expiry_date: end = null, mfg_date: made = null } = line;
  if (end === null && dated.includes(kind))
    throw wrong(`${place}.expiry_date`, `is required of what is a ${kind}`);
  if (end !== null && end <= today(ctx))
    throw wrong(
      `${place}.expiry_date`,
      "is over: what has expired is not taken in",
      "batch_expired",
    );
  if (made !== null && made > today(ctx)) throw wrong(`${place}.mfg_date`, "is still to come");
  if (made !== null && end !== null && made >= end)
    throw wrong(`${place}.mfg_date`, "is not before it expires");
}

function refuseCount(line: GivenReceived, place: string): void {
  const { quantity, rejected_qty: rejected = 0, reject_reason: reason = null } = line;
  if (rejected > quantity) throw wrong(`${place}.rejected_qty`, "is more than has come");
  if (rejected > 0 && reason === null)
    throw wrong(`${place}.reject_reason`, "is required: why some goes back");
}

function refuseUnordered(line: GivenReceived, order: PurchaseOrderRow | null, place: string): void {
  const no = line.po_line_no ?? null;
  if (no === null && order !== null)
    throw wrong(`${place}.po_line_no`, "is required: which line of the order it is");
  if (no === null) return;
  const ordered = order?.lines.find((one) => one.line_no === no);
  if (ordered === undefined)
    throw wrong(`${place}.po_line_no`, "names no line of the order", "invalid_reference");
  if (ordered.item_id !== line.item_id)
    throw wrong(`${place}.item_id`, "is not what was ordered", "invalid_reference");
}

/** Refuses more than was ordered, by more than a twentieth, with what has come before and in lines above. */
export function refuseOver(lines: readonly ReceivedLine[], order: PurchaseOrderRow | null): void {
  const came = new Map<number, number>();
  for (const [nth, { po_line_no: no, accepted_qty: accepted }] of lines.entries()) {
    const ordered = order?.lines.find((one) => one.line_no === no);
    if (no === null || ordered === undefined) continue;
    const sum = (came.get(no) ?? ordered.received_qty) + accepted;
    const most = mostToReceive(ordered.quantity);
    if (sum > most)
      throw wrong(
        `lines.${nth}.quantity`,
        `comes to ${sum} of what was ordered, and no more than ${most} is taken in`,
        "over_receipt",
      );
    came.set(no, sum);
  }
}

interface Drawing {
  readonly given: readonly GivenReceived[];
  readonly before: readonly ReceivedLine[];
  readonly order: PurchaseOrderRow | null;
  readonly isIntraState: boolean;
}

/** One line as it is kept: only what stays is paid for. */
function receivedLine(line: GivenReceived, id: string, isIntraState: boolean): ReceivedLine {
  const { item_id, batch_no, quantity, unit_cost_minor } = line;
  const { free_qty = 0, rejected_qty = 0, gst_rate_bp = 0 } = line;
  const accepted_qty = quantity - rejected_qty;
  const costed = { quantity: accepted_qty, unit_cost_minor, discount_minor: 0, gst_rate_bp };
  return {
    id,
    po_line_no: line.po_line_no ?? null,
    item_id,
    batch_no,
    expiry_date: line.expiry_date ?? null,
    mfg_date: line.mfg_date ?? null,
    mrp_minor: line.mrp_minor ?? null,
    gtin: line.gtin ?? null,
    quantity,
    free_qty,
    accepted_qty,
    rejected_qty,
    reject_reason: line.reject_reason ?? null,
    unit_cost_minor,
    gst_rate_bp,
    stock_id: null,
    ...orderedAmounts(costed, isIntraState),
  };
}

/** What has come, with its amounts, as the server works them out. @throws AppError by the line and its field */
export async function drawReceived(
  ctx: WriteContext,
  { given, before, order, isIntraState }: Drawing,
): Promise<readonly ReceivedLine[]> {
  const rows = await ctx.db
    .selectFrom("items")
    .select(["id", "kind"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(given.map(({ item_id: id }) => id)))
    .execute();
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  const lines = given.map((line, nth) => {
    const place = `lines.${nth}`;
    const kind = kinds.get(line.item_id);
    if (kind === undefined) throw wrong(`${place}.item_id`, "names no item", "invalid_reference");
    if (kind === "service") throw wrong(`${place}.item_id`, "names a service");
    const own = receivedComputed.find(
      (name) => line[name] !== undefined && !sameJson(line[name], before[nth]?.[name]),
    );
    if (own !== undefined)
      throw wrong(`${place}.${own}`, "is set by the server", "read_only_field");
    refuseLabel(ctx, line, kind, place);
    refuseCount(line, place);
    refuseUnordered(line, order, place);
    return receivedLine(line, before[nth]?.id ?? ctx.newId("grl"), isIntraState);
  });
  refuseOver(lines, order);
  return lines;
}
