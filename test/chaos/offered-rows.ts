import { lostRowOf } from "@edgeward/hub/fleet/ingest/lost-rows-aside.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { SimHub } from "./sim-hub.ts";
import { tableNamed } from "./tables.ts";

/** The row in an operation by which a branch has offered what the hub alone writes; null in any other. */
export function offeredIn(operation: Operation) {
  const lost = lostRowOf(operation);
  return lost !== null && tableNamed(lost.table).isOffered === true ? lost : null;
}

/** Somebody at the hub puts back what the branches offer of what it has made for all of them, and lost. How much that was. */
export async function takeOffered(hub: SimHub): Promise<number> {
  let taken = 0;
  for (const { nodeId, branchId, outcome, operation } of await hub.received()) {
    const offered = outcome === "rejected" ? offeredIn(operation) : null;
    if (offered === null) continue;
    const { table, row } = offered;
    const here = (await hub.rows(tableNamed(table))).find(({ id }) => id === row.id);
    if (here !== undefined && here.hlc >= row.hlc) continue;
    await hub.decide({ nodeId, branchId }, operation.op_id, "retry");
    taken += 1;
  }
  return taken;
}
