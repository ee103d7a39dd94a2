import { lostRowOf } from "@edgeward/hub/fleet/ingest/lost-rows-aside.ts";
import type { LostRow } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { isBeyond } from "./beyond.ts";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";
import { offeredIn } from "./offered-rows.ts";
import type { Station } from "./scene.ts";

/** The rows that nodes gave back to a hub which had lost them and that it keeps for a person. */
export function keptLostRows(received: readonly ReceivedOperation[]): readonly LostRow[] {
  return received.flatMap(({ epoch, operation }) =>
    epoch === 0 ? (lostRowOf(operation) ?? []) : [],
  );
}

/**
 * The operations of nodes without the rows that they gave back and the hub did not take, which stand before a node's first.
 * @throws Broken where a row was refused of a node at which nobody forges
 */
export async function withoutGivenBack(
  stations: readonly Station[],
  received: readonly ReceivedOperation[],
): Promise<readonly ReceivedOperation[]> {
  const refused = received.filter(({ epoch, operation }) => epoch === 0 && !offeredIn(operation));
  const givers = new Set(refused.map(({ nodeId }) => nodeId));
  for (const { branch, node } of stations) {
    if (!givers.has(node.nodeId)) continue;
    const sent = received.filter(({ nodeId }) => nodeId === node.nodeId);
    const all = [...sent, ...(await branch.journal())];
    if (all.some(({ operation }) => isBeyond(operation))) continue;
    throw new Broken(2, `what ${node.nodeId} gave back was refused, and nobody there forges`);
  }
  return received.filter(({ epoch }) => epoch > 0);
}
