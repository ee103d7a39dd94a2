import { hash } from "node:crypto";
import * as z from "zod";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { ask } from "./ask.ts";
import { databaseUse } from "./database-use.ts";
import { cursorBehind, fillPast } from "./deep-list.ts";
import type { Finding } from "./figures.ts";
import { fillHub } from "./hub-people.ts";
import { contend, type Call, type Target } from "./load.ts";
import { addTenants } from "./many-tenants.ts";
import { inventBodies } from "./people.ts";
import { headersFor, idPage, tokenFrom, type World } from "./world.ts";

/** Where a server is, and the processes that it is. */
export type Server = Pick<Target, "url" | "pids" | "use">;

const connectionCounts = [10, 50] as const;
const bodyCount = 5_000;
const json = { "content-type": "application/json" };

/** The n-th of some values, from the beginning again behind the last. */
export function nth<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length];
  if (value === undefined) throw new Error("nothing to choose from");
  return value;
}

/** The writes of invented patients, each with a key of its own, for one branch after the other. */
export function writeTarget(
  server: Server,
  headers: readonly Readonly<Record<string, string>>[],
  seed: number,
): Target {
  const bodies = inventBodies(bodyCount, seed).map((body) => JSON.stringify(body));
  const call = (n: number): Call => ({
    method: "POST",
    path: "/v1/patients",
    headers: { ...nth(headers, n), "idempotency-key": `bench-${seed}-${n}` },
    body: nth(bodies, n),
  });
  return { ...server, status: 201, call };
}

/** The same people given to a handler that does nothing but insert. @param path `/ref` or `/full` */
export function bareWriteTarget(server: Server, path: string, seed: number): Target {
  const newId = createIdSource(Date.now);
  const bodies = inventBodies(bodyCount, seed);
  const call = (n: number): Call => ({
    method: "POST",
    path,
    headers: { ...json, "idempotency-key": `bench-${seed}-${n}` },
    body: JSON.stringify({
      ...nth(bodies, n),
      id: newId("pat"),
      created_at: new Date().toISOString(),
      padding,
    }),
  });
  return { ...server, status: 201, call };
}

// A stored patient has the system columns as well: with this the bare row is as long, about 1 kB.
const padding = "x".repeat(500);

/** Puts so many rows into the table of the bare handlers. @returns their ids */
export async function fillReference(server: Server, count: number): Promise<readonly string[]> {
  const target = bareWriteTarget(server, "/ref", 7);
  const ids: string[] = [];
  for (let from = 0; from < count; from += 50) {
    const calls = Array.from({ length: 50 }, (_, index) => target.call(from + index));
    const answers = await Promise.all(
      calls.map((call) =>
        ask(`${target.url}/ref`, {
          method: "POST",
          headers: call.headers,
          body: call.body ?? null,
        }),
      ),
    );
    for (const answer of answers)
      ids.push(z.object({ id: z.string() }).parse(await answer.json()).id);
  }
  return ids;
}

async function patientIds(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = "";
  while (ids.length < 1_000) {
    const answer = await ask(`${url}/v1/patients?limit=100${cursor}`, { headers });
    const page = idPage.parse(await answer.json());
    ids.push(...page.data.map((patient) => patient.id));
    if (typeof page.next_cursor !== "string") break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  return ids;
}

/** Reads of some paths, one after the other and from the beginning again. */
export function reads(
  server: Server,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[],
): Target {
  return { ...server, status: 200, call: (n) => ({ method: "GET", path: nth(paths, n), headers }) };
}

/** What a desk types: a name, the beginning of one, two of them, a telephone number, a patient number. */
export function searchPaths(count: number, seed: number): readonly string[] {
  return inventBodies(count, seed).flatMap(({ name = "", phone }) => {
    const [first = "", second = ""] = name.split(" ");
    const words = [`${first} ${second.slice(0, 3)}`, first.slice(0, 4), name, phone ?? ""];
    return words
      .filter((word) => word.length > 1)
      .map((word) => `/v1/patients/search?q=${encodeURIComponent(word)}`);
  });
}

const tenantCount = 50;
const deepPage = 10_000;
const pageSize = 25;
const writeMust = "≥ 0.4, ≤ 800 µs, p99 ≤ 40 ms, WAL ≤ 7 kB";

/** The same page far behind the first: `--quick` has a tenth of the rows in front of it. */
async function deepList(
  { hub, postgres, options }: World,
  headers: Readonly<Record<string, string>>,
  run: (target: Pick<Target, "status" | "call">, work: string) => Promise<void>,
): Promise<void> {
  const place = options.rows < 20_000 ? deepPage / 10 : deepPage;
  const work = `hub: list page of 25, page ${place}`;
  if (!work.includes(options.work)) return;
  const { tenant_id: tenantId } = hub.access.demo;
  await fillPast(postgres.hubUrl, tenantId, place * pageSize);
  const cursor = await cursorBehind(hub.access.url, headers, place * pageSize);
  const path = `/v1/patients?cursor=${cursor}`;
  await run({ status: 200, call: () => ({ method: "GET", path, headers }) }, work);
}

/** Requests to the hub, against handlers that do the least that can be done. */
export async function hubContests(world: World): Promise<readonly Finding[]> {
  const { hub, baseline, branchIds, options } = world;
  const { tenant_id: tenantId, branch_id: branchId } = hub.access.demo;
  const { url } = hub.access;
  const use = () => databaseUse(world.postgres.hubUrl);
  const server = { url, pids: [hub.child.pid, world.postgres.pid], use };
  const bareServer = { url: baseline.url, pids: [baseline.pid, world.postgres.pid] };
  const token = await tokenFrom(url, hub.access);
  const headers = headersFor(tenantId, branchId, token);
  const references = await fillReference(bareServer, 1_000);
  const [filledId = ""] = branchIds;
  const plan = { count: options.rows, branchId: filledId, code: "FIL1", firstBase: 1_000_000 };
  const filled = await fillHub(world, plan);
  const ids = await patientIds(url, headers);
  const findings: Finding[] = [];
  const run = async (
    work: string,
    connections: number,
    ours: Target,
    ref: [string, Target] | null,
    must: string,
  ) => {
    if (!work.includes(options.work)) return;
    const against = ref === null ? null : { ...ref[1], name: ref[0] };
    findings.push(
      await contend({ work, connections, ours, baseline: against, must }, options.pace),
    );
  };
  const at = encodeURIComponent(new Date().toISOString());
  const readOurs = reads(
    server,
    headers,
    ids.map((id) => `/v1/patients/${id}`),
  );
  const readRef = reads(
    bareServer,
    {},
    references.map((id) => `/ref/${id}`),
  );
  const listRef = reads(
    bareServer,
    {},
    references.map((id) => `/ref?created_at=${at}&id=${id}`),
  );
  const branches = branchIds.map((id) => headersFor(tenantId, id, token));
  for (const connections of connectionCounts) {
    const isFull = connections >= 50;
    await run(
      "hub: read by id",
      connections,
      readOurs,
      ["REF-R", readRef],
      isFull ? "≥ 0.6" : "≥ 0.4",
    );
    await run(
      "hub: list page of 25",
      connections,
      reads(server, headers, ["/v1/patients"]),
      ["REF-L", listRef],
      isFull ? "≥ 1.0" : "≥ 0.85",
    );
    const write = writeTarget(server, branches, 11 + connections);
    const bare = bareWriteTarget(bareServer, "/ref", 12);
    await run(
      "hub: full write, 8 branches",
      connections,
      write,
      ["REF-W", bare],
      isFull ? writeMust : "≥ 0.25",
    );
  }
  await deepList(world, headers, (target, work) =>
    run(work, 50, { ...server, ...target }, ["REF-L", listRef], "≥ 1.0"),
  );
  // In an order of its own, so that two neighbours do not stand on one page of the table.
  const cold = filled.toSorted((one, other) => (hash("md5", one) < hash("md5", other) ? -1 : 1));
  const coldReads = cold.map((id) => `/v1/patients/${id}`);
  const any = `hub: read by id, one of ${filled.length.toLocaleString("en")}`;
  await run(any, 50, reads(server, headers, coldReads), ["REF-R", readRef], "≥ 0.6");
  const tenants = await addTenants(world, tenantCount);
  await run(
    `hub: full write, ${tenantCount} tenants`,
    50,
    writeTarget(server, tenants, 16),
    ["REF-W", bareWriteTarget(bareServer, "/ref", 17)],
    "≥ 0.25",
  );
  const oneBranch = writeTarget(server, [headers], 13);
  await run(
    "hub: full write, 1 branch",
    50,
    oneBranch,
    ["REF-W", bareWriteTarget(bareServer, "/ref", 14)],
    writeMust,
  );
  await run(
    "hub: search",
    10,
    reads(server, headers, searchPaths(500, 15)),
    null,
    "≥ 800/s, ≤ 1500 µs",
  );
  return findings;
}
