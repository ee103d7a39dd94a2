import { creations, inventPeople, push, startPusher } from "./sync-pusher.ts";
import type { World } from "./world.ts";

const pieces = 1_000;

/**
 * Has so many patients at the hub, sent up by a branch, before anything is measured: what a search costs depends on how
 * many there are, and must not depend on how fast the contests before it were.
 * @returns their ids
 */
export async function fillHub(world: World): Promise<readonly string[]> {
  const [branchId = ""] = world.branchIds;
  const pusher = await startPusher(world, branchId, "FIL1");
  const ids: string[] = [];
  try {
    while (ids.length < world.options.rows) {
      const people = inventPeople(pusher, Math.min(pieces, world.options.rows - ids.length));
      await push(pusher, creations(pusher, people));
      ids.push(...people.map(({ id }) => id));
    }
  } finally {
    await pusher.client.close();
  }
  return ids;
}
