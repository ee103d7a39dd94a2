import { join } from "node:path";
import * as z from "zod";
import { ask } from "./ask.ts";
import { startChild } from "./child.ts";
import type { Finding } from "./figures.ts";
import { writeTarget, type Server } from "./hub-contests.ts";
import { contend, type Target } from "./load.ts";
import { headersFor, idPage, tokenFrom, type World } from "./world.ts";

const readyShape = z.object({ url: z.string(), pids: z.array(z.number()) });
const processCounts = [2, 4] as const;
const connections = 50;

interface Measured {
  readonly url: string;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

async function startProcesses(world: World, count: number): Promise<Measured> {
  const child = await startChild({
    module: new URL("hub-processes-child.ts", import.meta.url).href,
    env: {
      DATABASE_URL: world.postgres.hubUrl,
      EDGEWARD_DATA: world.folder,
      BENCH_PROCESSES: String(count),
    },
    logFile: join(world.folder, `hub-of-${count}.log`),
    profileFolder: null,
  });
  const { url, pids } = readyShape.parse(child.ready);
  // The first one only hands out connections, and its time belongs to the work as well.
  return { url, pids: [child.pid, ...pids, world.postgres.pid], stop: () => child.stop() };
}

interface Work {
  readonly name: string;
  readonly target: (server: Server) => Target;
}

/** What is asked of a hub: the same whatever number of processes it is. */
async function worksOf({ hub, branchIds }: World): Promise<readonly Work[]> {
  const { tenant_id: tenantId, branch_id: branchId } = hub.access.demo;
  const token = await tokenFrom(hub.access.url, hub.access);
  const headers = headersFor(tenantId, branchId, token);
  const branches = branchIds.map((id) => headersFor(tenantId, id, token));
  const page = await ask(`${hub.access.url}/v1/patients?limit=1`, { headers });
  const path = `/v1/patients/${idPage.parse(await page.json()).data[0]?.id ?? ""}`;
  const call = () => ({ method: "GET", path, headers }) as const;
  return [
    { name: "full write, 8 branches", target: (server) => writeTarget(server, branches, 71) },
    { name: "read by id", target: (server) => ({ ...server, status: 200, call }) },
  ];
}

/** A hub of several processes against one of a single process, on one database and in turns: what more processes bring. */
export async function processContests(world: World): Promise<readonly Finding[]> {
  const { hub, postgres, options } = world;
  const single = { url: hub.access.url, pids: [hub.child.pid, postgres.pid] };
  const works = await worksOf(world);
  const findings: Finding[] = [];
  for (const count of processCounts) {
    const several = await startProcesses(world, count);
    try {
      for (const { name, target } of works) {
        const work = `hub of ${count} processes: ${name}`;
        if (!work.includes(options.work)) continue;
        const baseline = { ...target(single), name: "1 process" };
        const contest = { work, connections, ours: target(several), baseline, must: null };
        findings.push(await contend(contest, options.pace));
      }
    } finally {
      await several.stop();
    }
  }
  return findings;
}
