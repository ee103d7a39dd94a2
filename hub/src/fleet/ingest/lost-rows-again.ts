import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { malformedCode } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { lostTime, type LostTime } from "#fleet/nodes/given-back.ts";
import type { IngestContext } from "./ingest-context.ts";
import type { LostRefusal } from "./lost-row-check.ts";
import { putBackRows } from "./lost-rows.ts";
import { lostRowOf, lostRowType } from "./lost-rows-aside.ts";
import type { Received } from "./quarantined-operations.ts";
import type { TakenSet } from "./take-set.ts";

/** Whether an operation that is kept is a row that a node has given back. */
export function isLostRow({ operation }: Received): boolean {
  return operation.type === lostRowType;
}

const unreadable = { code: malformedCode, message: "lost_row: is no record as a node keeps it" };

async function putBackOne(
  context: IngestContext,
  { operation }: Received,
  giving: { readonly time: LostTime; readonly isAsked: boolean },
) {
  const row = lostRowOf(operation);
  if (row === null) return { why: unreadable, arrived: [] };
  const { refused, arrived } = await putBackRows(context, [row], giving);
  return { why: refused[0], arrived };
}

function resultOf({ operation, seq }: Received, why: LostRefusal | undefined): OperationResult {
  const about = { op_id: operation.op_id, seq } as const;
  if (why === undefined) return { ...about, outcome: "applied" };
  const { code, message, details } = why;
  const named = details === undefined ? {} : { details };
  return { ...about, outcome: "rejected", code, message, ...named };
}

/**
 * Judges rows that were given back and are kept aside once more, when a person asks for it: also after their node has given
 * back everything. @param isAsked whether somebody at the hub has asked, and not a node
 */
export async function putBackAgain(
  context: IngestContext,
  items: readonly Received[],
  isAsked: boolean,
): Promise<TakenSet> {
  const now = Date.parse(context.receivedAt);
  const time = (await lostTime(context.session)) ?? {
    fromMs: 0,
    untilMs: now,
    began: context.receivedAt,
  };
  const results: OperationResult[] = [];
  const arrived: string[] = [];
  for (const item of items) {
    const one = await putBackOne(context, item, { time, isAsked });
    results.push(resultOf(item, one.why));
    arrived.push(...one.arrived);
  }
  return { results, waits: new Map(), arrived };
}
