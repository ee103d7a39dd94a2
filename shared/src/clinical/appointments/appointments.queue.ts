import { knownQueues, tokenPrefix, usualQueue } from "#clinical/queues/queues.commands.ts";
import { localDate } from "#kernel/zones.ts";
import type { WriteContext } from "#resource/context.ts";

/** The counter that gives out a queue's numbers of one day. */
export function queueCounter(branchId: string, queueCode: string, businessDate: string): string {
  return `queue:${branchId}:${queueCode}:${businessDate}`;
}

/** What stands on the slip and on the board: the queue's letters and the number, GEN-012. */
export function tokenCode(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(3, "0")}`;
}

/** A patient's place in a queue. */
export interface QueuePlace {
  readonly queue_no: number;
  readonly queue_code: string;
  readonly token_code: string;
  /** The local day the number belongs to. */
  readonly business_date: string;
}

/** Where a place is asked for: in a queue that somebody has named, else in that of a department. */
export interface WantedQueue {
  readonly code: string | null;
  readonly department: string | null;
}

/** The next place in a queue of the acting branch today. Numbers are dense and never given twice. */
export async function takeQueuePlace(ctx: WriteContext, wanted: WantedQueue): Promise<QueuePlace> {
  const queues = await knownQueues(ctx, ctx.branch.id);
  const code = wanted.code ?? usualQueue(queues, wanted.department);
  const businessDate = localDate(ctx.now(), ctx.branch.timeZone);
  const number = await ctx.write.next(queueCounter(ctx.branch.id, code, businessDate));
  return {
    queue_no: number,
    queue_code: code,
    token_code: tokenCode(tokenPrefix(queues, code), number),
    business_date: businessDate,
  };
}
