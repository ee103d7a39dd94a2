import type { Session } from "@edgeward/shared/db/session.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { receivedOf, type Received } from "./quarantined-operations.ts";
import { mostAtOnce, receivedColumns, runWithDependants } from "./run-again.ts";
import type { IngestServices } from "./take-set.ts";

interface Place {
  readonly nodeId: string;
  readonly epoch: number;
  readonly seq: number;
}

/** What running waiting operations needs of the hub. */
export interface RunWaitingOptions {
  readonly store: Pick<PostgresStore, "write">;
  readonly runtime: WriteRuntime;
  readonly ingest: IngestServices;
}

/** Operations that wait for nothing that arrives by itself: by the codes of why, and what is said when they are run. */
interface WaitingFor {
  readonly codes: readonly string[];
  /** The newest form of operations that this program can run. */
  readonly version: number;
  /** The command that runs them. */
  readonly command: string;
  readonly note: string;
}

async function waitingFor(
  session: Session,
  tenantId: string,
  { codes, version }: WaitingFor,
  after: Place,
): Promise<readonly Received[]> {
  const rows = await session.query(
    `SELECT ${receivedColumns} FROM received_operations r
       JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
      WHERE r.tenant_id = $1 AND r.outcome = 'held' AND r.result->>'code' = ANY($2::text[])
        AND (r.operation->>'schema')::int <= $3
        AND (r.node_id, r.epoch, r.seq) > ($4, $5::bigint, $6::bigint)
      ORDER BY r.node_id, r.epoch, r.seq LIMIT $7 FOR UPDATE OF r`,
    [tenantId, codes, version, after.nodeId, after.epoch, after.seq, mostAtOnce],
  );
  return rows.map(receivedOf);
}

/** Runs operations that wait for such a reason once more, and those behind them; returns how many. */
export async function runWaitingFor(
  { store, runtime, ingest }: RunWaitingOptions,
  tenantId: string,
  why: WaitingFor,
): Promise<number> {
  const { note, command } = why;
  const decision = { action: "retry", note } as const;
  const asked = { decision, services: ingest, askedBy: "nobody" } as const;
  let count = 0;
  for (let after: Place | undefined = { nodeId: "", epoch: 0, seq: 0 }; after !== undefined;) {
    const from: Place = after;
    const slice = await store.write({ tenantId }, async (session) => {
      const held = await waitingFor(session, tenantId, why, from);
      const write = openWrite(session, runtime, systemOrigin(tenantId, null), command);
      const ctx = { session, tenantId, write, now: runtime.now };
      const { shown } = await runWithDependants(ctx, held, asked);
      await write.flush([]);
      return { last: held.at(-1), count: shown.length };
    });
    after = slice.last;
    count += slice.count;
  }
  return count;
}
