import * as z from "zod";
import { isAllowed } from "#contract/access.ts";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import {
  keptOrdered,
  orderedAmounts,
  orderStatuses,
  orderSums,
  type OrderedLine,
} from "./purchase-order-parts.contract.ts";
import { purchaseOrderCrud } from "./purchase-orders.contract.ts";
import { decidedStatuses, orderSteps } from "./purchase-orders.states.ts";
import { purchaseOrdersTable } from "./purchase-orders.table.ts";

const figures = z.object({
  lines: keptOrdered,
  taxable_total_minor: z.int(),
  tax_total_minor: z.int(),
  total_minor: z.int(),
  decided_by: z.string().nullable(),
  status: z.enum(orderStatuses),
});
type Figures = z.output<typeof figures>;

function isWorkedOut(lines: readonly OrderedLine[], isIntraState: boolean): boolean {
  return lines.every((line, nth) => {
    const amounts = Object.entries(orderedAmounts(line, isIntraState));
    const own = new Map<string, unknown>(Object.entries(line));
    return line.line_no === nth + 1 && amounts.every(([name, value]) => own.get(name) === value);
  });
}

/** What is wrong with the figures of an order as it is to stand, by the field. The supplier's state decides which tax it is. */
function figuresFault(row: Figures): string | null {
  if (![true, false].some((isIntra) => isWorkedOut(row.lines, isIntra)))
    return "lines: are worked out otherwise";
  const own = new Map<string, unknown>(Object.entries(row));
  const off = Object.entries(orderSums(row.lines)).find(([name, value]) => own.get(name) !== value);
  return off === undefined ? null : `${off[0]}: is not what the lines come to`;
}

const ofDraft = ["lines", "expected_by", "payment_terms_days", "notes"] as const;

function decisionFault(row: Figures, makers: readonly unknown[], arrival: Arrival): string | null {
  const { roles, operation } = arrival;
  const { id: actor } = operation.actor;
  if (roles !== null && !isAllowed(roles, purchaseOrderCrud.resource, "approve"))
    return "status: is not theirs to decide";
  if (makers.includes(actor)) return "status: is decided by who has made it";
  return row.decided_by === actor ? null : "decided_by: is not who decides it";
}

const history = z.array(z.object({ status: z.string(), by: z.string() }));

function wayFault(change: Change, row: Figures, arrival: Arrival): string | null {
  const stood = arrival.before(change);
  const before = figures.safeParse(stood);
  if (!before.success) return null;
  const { status: from } = before.data;
  const late =
    from === "draft" ? undefined : ofDraft.find((name) => change.fields[name] !== undefined);
  if (late !== undefined) return `${late}: stays as it was submitted`;
  const isMoved = row.lines.some(
    (line, nth) => line.received_qty !== (before.data.lines[nth]?.received_qty ?? 0),
  );
  if (isMoved) return "lines: are received by goods receipts";
  if (row.status === from) return null;
  if (!orderSteps.transitions[from].includes(row.status)) return "status: is reached by no way";
  if (!decidedStatuses.includes(row.status)) return null;
  const steps = history.safeParse(stood?.["status_history"]).data ?? [];
  const submitters = steps.filter(({ status }) => status === "submitted").map(({ by }) => by);
  return decisionFault(row, [stood?.["created_by"], ...submitters], arrival);
}

function orderFault(change: Change, arrival: Arrival): string | null {
  const stood = change.kind === "insert" ? {} : arrival.before(change);
  if (stood === null) return null;
  const read = figures.safeParse({ ...stood, ...change.fields });
  if (!read.success)
    return `${read.error.issues[0]?.path.join(".") ?? "lines"}: is not of its form`;
  const row = read.data;
  if (change.kind !== "insert") return wayFault(change, row, arrival) ?? figuresFault(row);
  const isNew = row.status === "draft" && row.decided_by === null;
  if (!isNew) return "status: of a new one is draft";
  if (row.lines.some(({ received_qty: quantity }) => quantity !== 0))
    return "lines: are received by goods receipts";
  return figuresFault(row);
}

/** What a purchase order has to be where it arrives: with the sums of its lines, and decided by somebody else than its maker. */
export const purchaseOrderGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const fault = change.table === purchaseOrdersTable.name ? orderFault(change, arrival) : null;
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
