import type { Viewer } from "#db/read.ts";
import { fieldError } from "#kernel/errors.ts";
import { prefixOfCode } from "#kernel/token-prefix.ts";
import type { WriteContext } from "#resource/context.ts";
import { prefixOf, type QueueRow } from "./queues.table.ts";

/** The queue of patients without a department. */
const generalQueue = "general";

// Far more than a branch has.
const most = 500;

/** A department's name as the code of its queue; one without a Latin letter or digit shares the general queue. */
export function queueCodeOf(department: string | null): string {
  const slug = (department ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 64);
  return slug === "" ? generalQueue : slug;
}

/** The queues that a branch has set up, by their codes; empty for a branch that has set up none. */
export async function knownQueues(
  { db, tenantId }: Viewer,
  branchId: string,
): Promise<ReadonlyMap<string, QueueRow>> {
  const rows = await db
    .selectFrom("queues")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("code")
    .limit(most)
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}

/**
 * The queue in which a department's patients stand unless somebody says otherwise: of those that the branch has set up for
 * it, the one of the department's own code before the others, in their order; without one, a queue of that code. Whose
 * queue is not in use stand in the general one.
 */
export function usualQueue(
  queues: ReadonlyMap<string, QueueRow>,
  department: string | null,
): string {
  const own = queueCodeOf(department);
  const known = queues.get(own);
  if (known?.status === "active") return own;
  const other = [...queues.values()].find(
    (queue) =>
      queue.status === "active" && queue.department !== null && queue.department === department,
  );
  return other?.code ?? (known === undefined ? own : generalQueue);
}

/** What the tokens of a queue begin with. */
export function tokenPrefix(queues: ReadonlyMap<string, QueueRow>, code: string): string {
  const queue = queues.get(code);
  return queue === undefined ? prefixOfCode(code) : prefixOf(queue);
}

function refuse(message: string): never {
  throw fieldError({ path: "queue_code", code: "invalid_reference", message });
}

/** Refuses a queue in which nobody new is put. @throws AppError invalid_reference */
export async function refuseClosedQueue(ctx: WriteContext, code: string): Promise<void> {
  const queue = (await knownQueues(ctx, ctx.branch.id)).get(code);
  if (queue?.status === "inactive") refuse("names a queue that is not in use");
}

/**
 * Refuses a queue to which nobody is moved: besides one that is not in use, one that the branch has not set up, since nobody
 * calls from it. Where no queue is set up, any code is one. @throws AppError invalid_reference
 */
export async function refuseForeignQueue(ctx: WriteContext, code: string): Promise<void> {
  const queues = await knownQueues(ctx, ctx.branch.id);
  if (queues.size === 0 || queues.get(code)?.status === "active") return;
  refuse("names no queue of the branch that is in use");
}
