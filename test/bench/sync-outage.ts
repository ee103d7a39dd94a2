import { Pool } from "undici";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { ratioOf, spreadOf, type Finding } from "./figures.ts";
import {
  bareRows,
  creations,
  encounters,
  inventPeople,
  measured,
  newFields,
  push,
  pushBare,
  startPusher,
  updates,
} from "./sync-pusher.ts";
import type { World } from "./world.ts";

// The most record changes of a day that a deployment of the kind was seen to make, seven times.
const sevenDays = 113_939;
const quickChanges = 9_000;

/** What a branch has done in seven days without a line comes up: registrations, visits and corrections in equal parts. */
export async function outageContest(world: World): Promise<readonly Finding[]> {
  const changes = world.options.isQuick ? quickChanges : sevenDays;
  const pusher = await startPusher(world, branchIdOf(asha, "NSK1"), "OUT1");
  const pool = new Pool(world.baseline.url, { connections: 1 });
  try {
    const people = inventPeople(pusher, Math.ceil(changes / 3));
    const operations = [
      ...creations(pusher, people),
      ...encounters(pusher, people),
      ...updates(pusher, people),
    ].slice(0, changes);
    const rows = bareRows(pusher.identity.tenantId, people);
    const again = rows.map((row, index) => ({ ...row, ...newFields(index), version: 2 }));
    const ours = await measured(world, world.hub.child.pid, () => push(pusher, operations));
    const bare = await measured(world, world.baseline.pid, async () => {
      await pushBare(pool, "/batch", rows);
      await pushBare(pool, "/changes", rows);
      await pushBare(pool, "/changes", again);
    });
    const micros = (cpuMs: number | null) => (cpuMs === null ? null : (cpuMs * 1_000) / changes);
    return [
      {
        work: `${world.options.isQuick ? "part of a" : "a"} seven-day outage: ${changes.toLocaleString("en")} mixed changes`,
        unit: "s",
        ours: spreadOf([ours.seconds]),
        baseline: { name: "naive", value: spreadOf([bare.seconds]) },
        ratio: ratioOf([ours.seconds], [bare.seconds]),
        latency: null,
        cpuMicros: { ours: micros(ours.cpuMs), baseline: micros(bare.cpuMs) },
        must: world.options.isQuick ? null : "≤ 40",
        failures: 0,
      },
    ];
  } finally {
    await pusher.client.close();
    await pool.close();
  }
}
