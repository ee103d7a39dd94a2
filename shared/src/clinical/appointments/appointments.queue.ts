import { localDate } from "#kernel/zones.ts";
import type { WriteContext } from "#resource/context.ts";

/** The counter that gives out a queue's numbers of one day. */
export function queueCounter(branchId: string, queueCode: string, businessDate: string): string {
  return `queue:${branchId}:${queueCode}:${businessDate}`;
}

/** The queue of patients without a department. */
const generalQueue = "general";

/** A department's name as the code of its queue; one without a Latin letter or digit shares the general queue. */
export function queueCodeOf(department: string | null): string {
  const slug = (department ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 64);
  return slug === "" ? generalQueue : slug;
}

/** What stands on the slip and on the board: three letters of the queue and the number, GEN-012. */
export function tokenCode(queueCode: string, number: number): string {
  const letters = queueCode.replaceAll(/[^a-z]/g, "").slice(0, 3);
  return `${(letters === "" ? "que" : letters).toUpperCase()}-${String(number).padStart(3, "0")}`;
}

/** A patient's place in a queue. */
export interface QueuePlace {
  readonly queue_no: number;
  readonly queue_code: string;
  readonly token_code: string;
  /** The local day the number belongs to. */
  readonly business_date: string;
}

/** The next place in a queue of the acting branch today. Numbers are dense and never given twice. */
export async function takeQueuePlace(ctx: WriteContext, queueCode: string): Promise<QueuePlace> {
  const businessDate = localDate(ctx.now(), ctx.branch.timeZone);
  const number = await ctx.write.next(queueCounter(ctx.branch.id, queueCode, businessDate));
  return {
    queue_no: number,
    queue_code: queueCode,
    token_code: tokenCode(queueCode, number),
    business_date: businessDate,
  };
}
