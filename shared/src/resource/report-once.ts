import type { WriteOrigin } from "#db/model.ts";
import type { Session, Store } from "#db/session.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";
import type { Write, WriteRuntime, WrittenUnit } from "#write/model.ts";
import { openWrite } from "#write/write.ts";
import type { Command } from "./command-writes.ts";
import { sumOfEach } from "./sum-of-each.ts";

/** Whose records are looked at: of one branch, by the node that is its home. */
export interface ReportOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  /** As a write that no request has asked for, and whose author is the same on every node. */
  readonly origin: WriteOrigin;
  readonly onWritten?: (unit: WrittenUnit) => void;
}

/** At which branch and when it is looked for what is to be told. */
export interface Looked {
  readonly tenantId: string;
  readonly branchId: string;
  readonly nowMs: number;
}

/** What a node tells of by itself, once for each record. */
export interface Report {
  readonly command: Command;
  /** The records of which it may be time to tell: so many as are looked at in one go. */
  readonly due: (session: Session, looked: Looked) => Promise<readonly { readonly id: string }[]>;
  /** Tells of a record, and notes that it was told, where it still is time; whether it was. */
  readonly tell: (write: Write, id: string) => Promise<boolean>;
}

/** The event's id follows from the record: a node that tells it once more, after a loss, publishes the same. */
function repeatable(runtime: WriteRuntime, { name }: Command, id: string): WriteRuntime {
  const event = () => deterministicId("evt", name, id);
  return { ...runtime, newId: (prefix) => (prefix === "evt" ? event() : runtime.newId(prefix)) };
}

/**
 * Tells of each record of a branch of which it is time, each in a transaction of its own. @returns of how many
 * @throws AggregateError of those that could not be told, when all were tried
 */
export async function reportOnce(options: ReportOptions, report: Report): Promise<number> {
  const { store, runtime, tenantId, branchId, origin, onWritten } = options;
  const { command, due, tell } = report;
  const looked = { tenantId, branchId, nowMs: runtime.now() };
  const found = await store.read({ tenantId }, (session) => due(session, looked));
  return sumOfEach(found, async ({ id }) => {
    const unit = await store.write({ tenantId }, async (session) => {
      const write = openWrite(session, repeatable(runtime, command, id), origin, command.name);
      // It may have changed, or another process have told of it, since it was looked for.
      return (await tell(write, id)) ? write.flush([]) : null;
    });
    if (unit === null) return 0;
    onWritten?.(unit);
    return 1;
  });
}
