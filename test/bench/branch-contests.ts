import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { processEnv } from "@edgeward/shared/log/process-env.ts";
import { applyArrived } from "@edgeward/branch-node/db/arrived-rows.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { startMemoryMs } from "@edgeward/shared/log/start-memory.ts";
import { ask } from "./ask.ts";
import { feedContest } from "./branch-feed.ts";
import { pagesOfWrite } from "./branch-pages.ts";
import { startChild, type Child } from "./child.ts";
import { unknownCpu, type Finding } from "./figures.ts";
import { bareWriteTarget, nth, searchPaths, writeTarget } from "./hub-contests.ts";
import { contend, type Contest, type Target } from "./load.ts";
import { enrolmentCode } from "./nodes.ts";
import type { BenchOptions } from "./options.ts";
import { registerOffline } from "./people.ts";
import { headersFor, idPage, tokenFrom, type World } from "./world.ts";
import { testClientKey } from "#support/value-seal.ts";

// Nothing listens there: the branch is offline for as long as it is measured.
const nowhere = "http://127.0.0.1:9";
const catchUpWithinMs = 300_000;

/** Starts the branch's process; other settings than the bench's usual ones stand in `env`. */
export function startBranch(
  world: World,
  env: Readonly<Record<string, string>>,
  profileFolder: string | null,
): Promise<Child> {
  return startChild({
    module: "@edgeward/branch-node/process.ts",
    env: {
      ...processEnv({ kind: "branch", dataFolder: world.folder }),
      EDGEWARD_DATA: world.folder,
      EDGEWARD_BRANCH_PORT: "0",
      EDGEWARD_BRANCH_TLS_PORT: "off",
      ...env,
    },
    logFile: join(world.folder, "branch.log"),
    profileFolder,
  });
}

/** The patient that the hub got last. */
export async function newestPatient(
  world: World,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await ask(`${world.hub.access.url}/v1/patients?limit=1`, { headers });
  return idPage.parse(await answer.json()).data[0]?.id ?? "";
}

/** Lets the branch of a folder take everything that the hub has, and ends it again. */
export async function fillBranch(world: World, folder: string): Promise<void> {
  const { access } = world.hub;
  const { tenant_id: tenantId, branch_id: branchId } = access.demo;
  const code = await enrolmentCode(access, branchId);
  const branch = await startBranch(
    world,
    { EDGEWARD_DATA: folder, EDGEWARD_HUB_URL: access.url, EDGEWARD_ENROL_CODE: code },
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

/** Asks until a record is there. @throws Error when it does not come within five minutes */
export async function untilFound(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
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

/** What a process takes at rest and after the work, where the system reports it. */
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

// As a clinic's own demo has them, the branch would search among a thousand.
const fillEach = 1_000;

/** Puts so many invented patients into the database of a folder's branch, as the feed would have brought them. */
export async function addPatients(world: World, data: string, count: number): Promise<void> {
  const { tenant_id: tenantId, branch_id: branchId } = world.hub.access.demo;
  const folder = join(data, "branch");
  const store = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  const stamp = "1700000000000-0000-hub";
  const house = {
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    created_by: "system",
    updated_by: "system",
    version: 1,
    origin: "hub",
    origin_node_id: "hub",
    hlc: stamp,
    stamps: { "*": stamp },
    unknown_fields: {},
  };
  const plan = { count, seed: 5, branchId, code: "OLD1" };
  const people = registerOffline(plan, 500_000, createIdSource(Date.now));
  const rows = people.map(({ id, fields }) => ({
    table: "patients",
    id,
    op_id: "",
    row: { ...fields, ...house, id, tenant_id: tenantId },
  }));
  for (let from = 0; from < rows.length; from += fillEach) {
    const slice = rows.slice(from, from + fillEach);
    await store.write({ tenantId }, (session) =>
      applyArrived(session, { tenantId, nodeId: "nod_x", clientKey: testClientKey }, slice, {
        epoch: 1,
        seq: 0,
      }),
    );
  }
  await store.close();
}

async function writeContests(
  world: World,
  branch: Child,
  headers: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const { baseline, options } = world;
  const url = String(branch.ready["url"]);
  const findings: Finding[] = [];
  for (const writers of [1, 16]) {
    const ours = writeTarget({ url, pids: [branch.pid] }, [headers], 21 + writers);
    const bare = {
      ...bareWriteTarget({ url: baseline.url, pids: [baseline.pid] }, "/full", 22 + writers),
      name: "bare",
    };
    const must = "≥ 0.5, p99 ≤ 20 ms";
    const contest = {
      work: "branch: full write",
      connections: writers,
      ours,
      baseline: bare,
      must,
    };
    findings.push(...(await wanted(contest, options)));
  }
  return findings;
}

/** What a contest came to, where its name is asked for. */
async function wanted(contest: Contest, { work, pace }: BenchOptions): Promise<readonly Finding[]> {
  return contest.work.includes(work) ? [await contend(contest, pace)] : [];
}

async function filledBranch(world: World): Promise<void> {
  await fillBranch(world, world.folder);
  await addPatients(world, world.folder, world.options.rows);
}

/** Requests to a branch that is offline, against a bare SQLite that is as durable. */
export async function branchContests(world: World): Promise<readonly Finding[]> {
  await filledBranch(world);
  const { options, hub } = world;
  const branch = await startBranch(world, { EDGEWARD_HUB_URL: nowhere }, options.profileFolder);
  const url = String(branch.ready["url"]);
  await delay(startMemoryMs + 1_500);
  const rest = branch.memory();
  const { tenant_id: tenantId, branch_id: branchId } = hub.access.demo;
  const headers = headersFor(tenantId, branchId, await tokenFrom(url, hub.access));
  const folder = join(world.folder, "branch");
  const { pages, trees } = await pagesOfWrite(
    { file: join(folder, "branch.db"), key: databaseKey(folder) },
    writeTarget({ url, pids: [branch.pid] }, [headers], 20),
  );
  process.stderr.write(`pages of a registration: ${trees}\n`);
  const paths = searchPaths(500, 15);
  const search: Target = {
    url,
    pids: [branch.pid],
    status: 200,
    call: (n) => ({ method: "GET", path: nth(paths, n), headers }),
  };
  const work = `branch: search among ${options.rows}`;
  const must = "≤ 1500 µs, p95 ≤ 15 ms";
  const findings = [
    fact("branch: start to ready", "ms", branch.readyMs, "≤ 1500"),
    fact("branch: pages of a registration", "pages", pages, "≤ 25"),
    ...(await writeContests(world, branch, headers)),
    ...(await wanted({ work, connections: 10, ours: search, baseline: null, must }, options)),
  ];
  findings.push(...memoryFacts("branch", rest, branch.memory(), ["≤ 145", "≤ 500"]));
  await branch.stop();
  return findings;
}

/** What people wait at a branch that is connected and has much to take in. */
export async function branchFeedContest(world: World): Promise<readonly Finding[]> {
  const { hub, options } = world;
  // As the contests before it have left it, where there were any.
  if (!existsSync(join(world.folder, "branch", "identity.json"))) await filledBranch(world);
  const env = { EDGEWARD_HUB_URL: hub.access.url };
  const branch = await startBranch(world, env, options.profileFolder);
  const url = String(branch.ready["url"]);
  const { tenant_id: tenantId, branch_id: branchId } = hub.access.demo;
  const tokenOf = (server: string) => tokenFrom(server, hub.access);
  const headers = headersFor(tenantId, branchId, await tokenOf(url));
  const atHub = headersFor(tenantId, branchId, await tokenOf(hub.access.url));
  const id = await newestPatient(world, atHub);
  const write = writeTarget({ url, pids: [branch.pid] }, [headers], 91);
  try {
    return await feedContest({
      world,
      url,
      headers,
      rows: options.rows * 3,
      read: () => ({ method: "GET", path: `/v1/patients/${id}`, headers }),
      write: write.call,
    });
  } finally {
    await branch.stop();
  }
}
