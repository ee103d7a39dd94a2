import { batchSize, creations, inventPeople, push, startPusher } from "./sync-pusher.ts";
import type { World } from "./world.ts";

// Two batches, which are under way at once.
const pieces = 2 * batchSize;
const saidEvery = 50_000;

/** How many patients, registered at which branch; its numbers begin with the code and go on above the base. */
interface Filling {
  readonly count: number;
  readonly branchId: string;
  readonly code: string;
  readonly firstBase: number;
}

/**
 * Has so many patients at the hub, sent up by a branch, before anything is measured: what a search costs depends on how
 * many there are, and must not depend on how fast the contests before it were.
 * @returns their ids
 */
export async function fillHub(world: World, plan: Filling): Promise<readonly string[]> {
  const { count, branchId, code, firstBase } = plan;
  const pusher = await startPusher(world, branchId, code);
  pusher.base = firstBase;
  const ids: string[] = [];
  try {
    while (ids.length < count) {
      const people = inventPeople(pusher, Math.min(pieces, count - ids.length));
      await push(pusher, creations(pusher, people));
      ids.push(...people.map(({ id }) => id));
      if (ids.length % saidEvery === 0)
        process.stderr.write(`${ids.length} of ${count} patients have come up\n`);
    }
  } finally {
    await pusher.client.close();
  }
  return ids;
}
