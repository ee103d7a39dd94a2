import type * as z from "zod";
import { currencyOf } from "#clinical/invoices/invoices.commands.ts";
import { grossOf } from "#clinical/invoices/invoice-amounts.contract.ts";
import { supplyOf } from "#clinical/invoices/place-of-supply.commands.ts";
import { today } from "#clinical/patients/patients.commands.ts";
import { placeToFill } from "#clinical/stock/stock-places.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { inList } from "#db/statements.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { nextOfBranch } from "#write/series.ts";
import {
  orderedAmounts,
  orderedComputed,
  orderStatuses,
  orderSums,
  type GivenOrdered,
  type OrderedLine,
  type OrderStatus,
} from "./purchase-order-parts.contract.ts";
import { purchaseOrderCrud, type purchaseOrdersContract } from "./purchase-orders.contract.ts";
import { purchaseOrderEvents } from "./purchase-orders.events.ts";
import { decidedStatuses, explainedStatuses, orderSteps } from "./purchase-orders.states.ts";
import { purchaseOrdersTable, type PurchaseOrderRow } from "./purchase-orders.table.ts";

type OrderFields = Fields<typeof purchaseOrdersTable.columns>;
type CreateBody = z.output<typeof purchaseOrdersContract.create.body>;
type UpdateBody = z.output<typeof purchaseOrdersContract.update.body>;
type Patch = Partial<Omit<OrderFields, "lines">>;

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

/** Publishes one event of an order. */
export function emitOrder(
  ctx: WriteContext,
  name: keyof typeof purchaseOrderEvents,
  row: PurchaseOrderRow,
): void {
  const { po_no, supplier_id, status, total_minor, currency } = row;
  const thin = { po_no, supplier_id, status, total_minor, currency };
  ctx.write.emit(purchaseOrderEvents[name], purchaseOrdersTable, row, thin);
}

function stepOf(ctx: WriteContext, status: OrderStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/** The supplier of whom something is bought: also one without a tax number, whose state is taken for the branch's own. */
export async function supplierToBuyOf(ctx: WriteContext, id: string) {
  const row = await ctx.db
    .selectFrom("suppliers")
    .select(["gstin", "status"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw wrong("supplier_id", "names no supplier", "invalid_reference");
  if (row.status !== "active")
    throw wrong("supplier_id", "names a supplier that is not in use", "invalid_reference");
  const { place_of_supply: own } = await supplyOf(ctx, {
    place_of_supply: null,
    seller_gstin: null,
  });
  const isIntraState = row.gstin === null || own === null || row.gstin.slice(0, 2) === own;
  return { isIntraState };
}

const mostOfLine = 1_000_000_000_000;

/** The lines of an order with their amounts, as the server works them out. @throws AppError invalid_reference, validation_error, read_only_field */
async function drawLines(
  ctx: WriteContext,
  given: readonly GivenOrdered[],
  before: readonly OrderedLine[],
  isIntraState: boolean,
): Promise<readonly OrderedLine[]> {
  const rows = await ctx.db
    .selectFrom("items")
    .select(["id", "kind"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(given.map(({ item_id: id }) => id)))
    .execute();
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  return given.map((line, nth) => {
    const place = `lines.${nth}`;
    const kind = kinds.get(line.item_id);
    if (kind === undefined) throw wrong(`${place}.item_id`, "names no item", "invalid_reference");
    if (kind === "service") throw wrong(`${place}.item_id`, "names a service");
    const { item_id, quantity, unit_cost_minor } = line;
    const { discount_minor = 0, gst_rate_bp = 0, expected_date = null } = line;
    const gross = grossOf({
      quantity,
      unit_price_minor: unit_cost_minor,
      discount_minor,
      tax_category: "exempt",
      gst_rate_bp,
    });
    if (gross > mostOfLine) throw wrong(`${place}.quantity`, "makes the line too large");
    if (discount_minor > gross) throw wrong(`${place}.discount_minor`, "is more than the price");
    const costed = { quantity, unit_cost_minor, discount_minor, gst_rate_bp };
    const drawn: OrderedLine = {
      line_no: nth + 1,
      item_id,
      ...costed,
      expected_date,
      received_qty: 0,
      ...orderedAmounts(costed, isIntraState),
    };
    const own = orderedComputed.find(
      (name) => line[name] !== undefined && !sameJson(line[name], before[nth]?.[name]),
    );
    if (own !== undefined)
      throw wrong(`${place}.${own}`, "is set by the server", "read_only_field");
    return drawn;
  });
}

function refusePast(ctx: WriteContext, day: string | null): void {
  if (day !== null && day < today(ctx)) throw wrong("expected_by", "is over already");
}

/**
 * Draws up a purchase order.
 * @throws AppError invalid_reference, validation_error, read_only_field
 */
export async function drawOrder(
  ctx: WriteContext,
  body: CreateBody,
  given: Pick<OrderFields, "expected_by" | "payment_terms_days" | "notes" | "metadata">,
): Promise<PurchaseOrderRow> {
  const { isIntraState } = await supplierToBuyOf(ctx, body.supplier_id);
  const place = await placeToFill(ctx, "location_id", body.location_id);
  refusePast(ctx, given.expected_by);
  const lines = await drawLines(ctx, body.lines, [], isIntraState);
  const row = ctx.write.insert(purchaseOrdersTable, ctx.newId(purchaseOrderCrud.prefix), {
    ...given,
    branch_id: ctx.branch.id,
    supplier_id: body.supplier_id,
    location_id: place.id,
    lines,
    currency: await currencyOf(ctx),
    ...orderSums(lines),
    decided_by: null,
    decided_at: null,
    status: "draft",
    status_history: [stepOf(ctx, "draft", null)],
    po_no: await nextOfBranch(ctx.write, "purchase_order", ctx.branch, today(ctx)),
  });
  emitOrder(ctx, "created", row);
  return row;
}

function refuseDecision(ctx: WriteContext, row: PurchaseOrderRow): void {
  if (!mayDo(ctx, purchaseOrderCrud.resource, "approve"))
    throw new AppError("forbidden", "This role may not approve purchase orders.");
  const makers = [
    row.created_by,
    ...row.status_history.map((one) => one.status === "submitted" && one.by),
  ];
  if (makers.includes(ctx.caller.id))
    throw wrong(
      "status",
      "is for somebody else to decide than who has made the order",
      "forbidden",
    );
}

const changeable = ["expected_by", "payment_terms_days", "notes"] as const;

function refuseLate(row: PurchaseOrderRow, patch: Patch, body: UpdateBody): void {
  const differs = changeable.find(
    (name) => patch[name] !== undefined && !sameJson(patch[name], row[name]),
  );
  const isOther = body.lines !== undefined && !sameJson(body.lines, row.lines);
  const path = differs ?? (isOther ? "lines" : undefined);
  if (path === undefined) return;
  throw wrong(path, "stays as it was submitted", "read_only_field");
}

async function redrawn(ctx: WriteContext, row: PurchaseOrderRow, patch: Patch, body: UpdateBody) {
  if (patch.expected_by !== undefined) refusePast(ctx, patch.expected_by);
  if (body.lines === undefined) return patch;
  const { isIntraState } = await supplierToBuyOf(ctx, row.supplier_id);
  const lines = await drawLines(ctx, body.lines, row.lines, isIntraState);
  return { ...patch, lines, ...orderSums(lines) };
}

function stepped(ctx: WriteContext, row: PurchaseOrderRow, to: OrderStatus, body: UpdateBody) {
  const isDecided = decidedStatuses.includes(to);
  if (isDecided) refuseDecision(ctx, row);
  const isExplained = explainedStatuses.includes(to) && row.status !== "received";
  if (isExplained && body.status_reason === undefined)
    throw wrong("status_reason", `is required: why it is ${to}`);
  const step = stepOf(ctx, to, body.status_reason ?? null);
  return {
    status: to,
    status_history: [...row.status_history, step],
    ...(isDecided ? { decided_by: ctx.caller.id, decided_at: ctx.write.at } : {}),
  };
}

const told: Readonly<Partial<Record<OrderStatus, keyof typeof purchaseOrderEvents>>> = {
  approved: "approved",
  rejected: "rejected",
  cancelled: "cancelled",
};

/**
 * Changes a draft, or takes an order a step further.
 * @throws AppError invalid_transition, forbidden, validation_error, read_only_field, invalid_reference
 */
export async function changeOrder(
  ctx: WriteContext,
  row: PurchaseOrderRow,
  patch: Patch,
  body: UpdateBody,
): Promise<PurchaseOrderRow> {
  const from = enumValueOf(orderStatuses, row.status);
  const wanted = body.status ?? from;
  const to = wanted === from ? from : nextState(orderSteps, from, wanted);
  if (from !== "draft") refuseLate(row, patch, body);
  const kept =
    from === "draft"
      ? await redrawn(ctx, row, patch, body)
      : { metadata: patch.metadata ?? row.metadata };
  const step = to === from ? {} : stepped(ctx, row, to, body);
  const after = ctx.write.update(purchaseOrdersTable, row, { ...kept, ...step });
  if (after !== row) emitOrder(ctx, (to !== from && told[to]) || "updated", after);
  return after;
}
