import type { WriteOrigin } from "#db/model.ts";
import type { Store } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";
import { nodeCommand } from "#resource/commands.ts";
import { writesOf, type Arrival } from "#resource/command-writes.ts";
import type { WriteRuntime, WrittenUnit } from "#write/model.ts";
import { openWrite } from "#write/write.ts";
import { thinTriage, triageEvents } from "./triage.events.ts";
import { isBreached } from "./triage.rules.ts";
import { triageTable } from "./triage.table.ts";

// What lies longer back is left as it is: a node that was off for days tells nobody to hurry.
const oldestMs = 24 * 3_600_000;
const mostAtOnce = 200;

/** What is wrong with a breach where it arrives: it is of somebody who waits, at the time of their level, which is over. */
function breachFault({ operation, before }: Arrival): string | null {
  const [change] = operation.changes;
  const row = change === undefined ? null : before(change);
  if (change === undefined || row === null) return null;
  const at = change.fields["breached_at"];
  const known = row["breached_at"] ?? null;
  if (row["status"] !== "waiting") return "changes.0.fields.breached_at: nobody waits any more";
  if (at !== row["due_at"] || operation.at <= String(at))
    return "changes.0.fields.breached_at: is not the time that is over";
  return known === null || known === at ? null : "changes.0.fields.breached_at: is set once";
}

/** What telling of a breach writes: no person gives it. */
export const breachCommand = nodeCommand(
  "triage.breach",
  [writesOf(triageTable, { changes: ["breached_at"], events: [triageEvents.breached] })],
  breachFault,
);

/** Whose triage is looked at: of one branch, by the node that is its home. */
export interface BreachOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  /** As a write that no request has asked for, and whose author is the same on every node. */
  readonly origin: WriteOrigin;
  readonly onWritten?: (unit: WrittenUnit) => void;
}

async function overdue({ store, runtime, tenantId, branchId }: BreachOptions) {
  const now = runtime.now();
  return store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("triage")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("status", "=", "waiting")
      .where("breached_at", "is", null)
      .where("due_at", "<", isoInstant(now))
      .where("due_at", ">=", isoInstant(now - oldestMs))
      .orderBy("due_at")
      .limit(mostAtOnce)
      .execute(),
  );
}

/** The event's id follows from the triage: a node that tells it once more, after a loss, publishes the same. */
function repeatable(runtime: WriteRuntime, id: string): WriteRuntime {
  const event = () => deterministicId("evt", breachCommand.name, id);
  return { ...runtime, newId: (prefix) => (prefix === "evt" ? event() : runtime.newId(prefix)) };
}

function reportOne(options: BreachOptions, id: string): Promise<WrittenUnit | null> {
  const { store, runtime, tenantId, origin } = options;
  return store.write({ tenantId }, async (session) => {
    const write = openWrite(session, repeatable(runtime, id), origin, breachCommand.name);
    const row = await write.load(triageTable, id);
    // Somebody may be treated, triaged anew, or told of by another process, since they were looked for.
    if (row === null || row.breached_at !== null || !isBreached(row, write.at)) return null;
    const changed = write.update(triageTable, row, { breached_at: row.due_at });
    write.emit(triageEvents.breached, triageTable, changed, thinTriage(changed));
    return write.flush([]);
  });
}

/** Tells once of each emergency that still waits when its time has gone by. Returns how many. */
export async function reportBreached(options: BreachOptions): Promise<number> {
  let count = 0;
  for (const { id } of await overdue(options)) {
    const unit = await reportOne(options, id);
    if (unit === null) continue;
    count += 1;
    options.onWritten?.(unit);
  }
  return count;
}
