import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import type { Viewer } from "#db/read.ts";
import { isoInstant } from "#kernel/clock.ts";
import { underKey, type Condition } from "#resource/word-search.ts";
import type { labOrdersContract } from "./lab-orders.contract.ts";
import { isOpenOrder, labOrdersTable, type LabOrderRow } from "./lab-orders.table.ts";

type Timed = Pick<LabOrderRow, "status" | "ordered_at" | "completed_at" | "due_at" | "updated_at">;

const untimed: readonly string[] = ["draft", "cancelled", "entered_in_error"];

function turnaround(row: Timed, now: string) {
  const { status, ordered_at: from, due_at: due } = row;
  if (from === null || untimed.includes(status)) return { tat_minutes: null, tat_breached: false };
  const to = row.completed_at ?? now;
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
  return { tat_minutes: Math.max(0, minutes), tat_breached: due !== null && to > due };
}

/** How long some orders have taken, or take so far. */
export async function turnaroundOfEach({
  now,
}: Viewer): Promise<(row: Timed) => ReturnType<typeof turnaround>> {
  const at = now === undefined ? null : isoInstant(now());
  return (row) => turnaround(row, at ?? row.updated_at);
}

type Query = z.output<typeof labOrdersContract.list.query>;

/** The conditions of a list of orders; those entered in error only where they are asked for. */
export function listedOrders(tenantId: string, query: Query, now: string): readonly Condition[] {
  const { status, open, order_no: number, barcode, tat_breached: isLate } = query;
  const late = sql<SqlBool>`due_at < COALESCE(completed_at, ${now})
    AND status NOT IN ('draft', 'cancelled', 'entered_in_error')`;
  return [
    ...(status === undefined ? [sql<SqlBool>`status <> 'entered_in_error'`] : []),
    ...(open === undefined ? [] : [isOpenOrder]),
    ...(number === undefined ? [] : [sql<SqlBool>`order_no = ${number}`]),
    ...(barcode === undefined ? [] : [underKey(labOrdersTable, tenantId, `x:${barcode}`, "whole")]),
    ...(isLate === undefined ? [] : [late]),
  ];
}
