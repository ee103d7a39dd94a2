import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { processEnv } from "@edgeward/branch-node/process-env.ts";
import { ask } from "./ask.ts";
import { startChild, type Child } from "./child.ts";
import { unknownCpu, type Finding } from "./figures.ts";
import { bareWriteTarget, nth, searchPaths, writeTarget } from "./hub-contests.ts";
import { contend, type Target } from "./load.ts";
import { enrolmentCode } from "./nodes.ts";
import { headersFor, idPage, tokenFrom, type World } from "./world.ts";

// Nothing listens there: the branch is offline for as long as it is measured.
const nowhere = "http://127.0.0.1:9";
const catchUpWithinMs = 60_000;

function startBranch(
  world: World,
  env: Readonly<Record<string, string>>,
  profileFolder: string | null,
): Promise<Child> {
  return startChild({
    module: "@edgeward/branch-node/process.ts",
    env: {
      ...processEnv(world.folder),
      EDGEWARD_DATA: world.folder,
      EDGEWARD_BRANCH_PORT: "0",
      ...env,
    },
    logFile: join(world.folder, "branch.log"),
    profileFolder,
  });
}

async function newestPatient(
  world: World,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await ask(`${world.hub.access.url}/v1/patients?limit=1`, { headers });
  return idPage.parse(await answer.json()).data[0]?.id ?? "";
}

/** Lets the branch take everything that the hub has, and ends it again. */
async function fillBranch(world: World): Promise<void> {
  const { access } = world.hub;
  const { tenant_id: tenantId, branch_id: branchId } = access.demo;
  const code = await enrolmentCode(access, branchId);
  const branch = await startBranch(
    world,
    { EDGEWARD_HUB_URL: access.url, EDGEWARD_ENROL_CODE: code },
    null,
  );
  const headers = headersFor(tenantId, branchId, await tokenFrom(access.url, access));
  const id = await newestPatient(world, headers);
  try {
    await untilFound(`${String(branch.ready["url"])}/v1/patients/${id}`, headers);
  } finally {
    await branch.stop();
  }
}

async function untilFound(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const until = performance.now() + catchUpWithinMs;
  while (performance.now() < until) {
    const answer = await ask(url, { headers });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await delay(200);
  }
  throw new Error("the branch did not take what the hub has; its log says why");
}

/** A fixed figure beside the contests. */
export function fact(work: string, unit: string, value: number, must: string): Finding {
  const ours = { median: value, min: value, max: value };
  return {
    work,
    unit,
    ours,
    baseline: null,
    ratio: null,
    latency: null,
    cpuMicros: unknownCpu,
    must,
    failures: 0,
  };
}

/** What a process takes at rest and after the work, where the system tells. */
export function memoryFacts(
  name: string,
  rest: number | null,
  loaded: number | null,
  must: readonly [string, string],
) {
  return [
    ...(rest === null ? [] : [fact(`${name}: memory at rest`, "MB", rest, must[0])]),
    ...(loaded === null ? [] : [fact(`${name}: memory after load`, "MB", loaded, must[1])]),
  ];
}

/** Requests to a branch that is offline, against a bare SQLite that is as durable. */
export async function branchContests(world: World): Promise<readonly Finding[]> {
  await fillBranch(world);
  const { baseline, options, hub } = world;
  const branch = await startBranch(world, { EDGEWARD_HUB_URL: nowhere }, options.profileFolder);
  const url = String(branch.ready["url"]);
  await delay(1_500);
  const rest = branch.memory();
  const { tenant_id: tenantId, branch_id: branchId } = hub.access.demo;
  const headers = headersFor(tenantId, branchId, await tokenFrom(url, hub.access));
  const findings: Finding[] = [fact("branch: start to ready", "ms", branch.readyMs, "≤ 1500")];
  for (const writers of [1, 16]) {
    const ours = writeTarget({ url, pids: [branch.pid] }, [headers], 21 + writers);
    const bare = {
      ...bareWriteTarget({ url: baseline.url, pids: [baseline.pid] }, "/full", 22 + writers),
      name: "bare",
    };
    const must = writers === 1 ? "≥ 0.5" : "≥ 0.5, p99 ≤ 10 ms";
    findings.push(
      await contend(
        { work: "branch: full write", connections: writers, ours, baseline: bare, must },
        options.pace,
      ),
    );
  }
  const paths = searchPaths(500, 15);
  const search: Target = {
    url,
    pids: [branch.pid],
    status: 200,
    call: (n) => ({ method: "GET", path: nth(paths, n), headers }),
  };
  const must = "p95 ≤ 5 ms, ≥ 2000/s";
  findings.push(
    await contend(
      { work: "branch: search", connections: 10, ours: search, baseline: null, must },
      options.pace,
    ),
  );
  findings.push(...memoryFacts("branch", rest, branch.memory(), ["≤ 150", "≤ 500"]));
  await branch.stop();
  return findings;
}
