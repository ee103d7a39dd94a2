import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import pg from "pg";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { databaseUse } from "./database-use.ts";
import type { Finding } from "./figures.ts";
import {
  bareWriteTarget,
  fillReference,
  nth,
  reads,
  searchPaths,
  writeTarget,
  type Server,
} from "./hub-contests.ts";
import { fillHub } from "./hub-people.ts";
import { contend, type Contest } from "./load.ts";
import { addTenants } from "./many-tenants.ts";
import { enrol } from "./nodes.ts";
import { headersFor, tokenFrom, type World } from "./world.ts";

/** How many times the patients of the first measurement are there at the second. */
const timesMore = { full: 50, quick: 10 } as const;
const eventsAPatient = 10;
const tenantCounts = [50, 500] as const;
const connections = 10;
const flat = "≤ 1.2";

type Case = Pick<Contest, "work" | "ours" | "baseline">;

interface Bench {
  readonly world: World;
  readonly server: Server;
  readonly bareServer: Server;
  readonly references: readonly string[];
}

async function openBench(world: World): Promise<Bench> {
  const { hub, baseline, postgres } = world;
  const use = () => databaseUse(postgres.hubUrl);
  const bareServer = { url: baseline.url, pids: [baseline.pid, postgres.pid] };
  return {
    world,
    server: { url: hub.access.url, pids: [hub.child.pid, postgres.pid], use },
    bareServer,
    references: await fillReference(bareServer, 1_000),
  };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Has so many patients come up from one branch: two would ask a person of each whether the other has made the same. @returns their ids */
function register({ world }: Bench, count: number, firstBase: number): Promise<readonly string[]> {
  const [branchId = ""] = world.branchIds;
  return fillHub(world, { count, branchId, code: "GRW1", firstBase });
}

// Every column as it is but these, of the newest events of a tenant, over and over: a database of many years.
const changed: Readonly<Record<string, string>> = {
  id: "'aud_' || substr(md5(e.id || n), 1, 26)",
  stream: "e.stream || '.grown.' || n",
  entity_id: "'pat_' || substr(md5(e.entity_id || n), 1, 26)",
  patient_id:
    "CASE WHEN e.patient_id IS NULL THEN NULL ELSE 'pat_' || substr(md5(e.patient_id || n), 1, 26) END",
};
const copiedAtOnce = 100_000;

/** The indexes of the audit that keep nothing single: built once at the end, they cost a tenth of what each row pays for them. */
const sideIndexes = `SELECT indexname AS name, indexdef AS made FROM pg_indexes
  WHERE schemaname = 'public' AND tablename = 'audit_events' AND indexdef NOT LIKE 'CREATE UNIQUE%'`;

async function withoutIndexes(connection: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await connection.query<{ name: string; made: string }>(sideIndexes);
  for (const { name } of rows) await connection.query(`DROP INDEX ${name}`);
  await fill();
  await connection.query("SET maintenance_work_mem = '1GB'");
  for (const { name, made } of rows) {
    say(`growth: ${name} is built`);
    await connection.query(made);
  }
}

/** Fills the audit of a tenant up to so many events, which no chain is asked about. */
async function fillAudit({ world }: Bench, upTo: number): Promise<void> {
  const { tenant_id: tenantId } = world.hub.access.demo;
  const connection = new pg.Client({ connectionString: world.postgres.hubUrl });
  await connection.connect();
  try {
    await connection.query("SET synchronous_commit = off");
    const { rows: columns } = await connection.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = 'audit_events'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => changed[name] ?? `e.${name}`);
    const { rows } = await connection.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_events",
    );
    const { rowCount } = await connection.query(
      `CREATE TEMPORARY TABLE newest AS SELECT * FROM audit_events
        WHERE tenant_id = $1 AND entity_id IS NOT NULL ORDER BY seq DESC LIMIT ${copiedAtOnce}`,
      [tenantId],
    );
    const atOnce = rowCount ?? 0;
    const copies = Math.ceil((upTo - (rows[0]?.count ?? 0)) / atOnce);
    await withoutIndexes(connection, async () => {
      for (let copy = 1; copy <= copies; copy += 1) {
        await connection.query(
          `INSERT INTO audit_events (${names.join(", ")})
           SELECT ${values.join(", ")} FROM newest AS e, (SELECT $1::int AS n) AS copy`,
          [copy],
        );
        if (copy % 10 === 0)
          say(`growth: ${said(copy * atOnce)} of ${said(copies * atOnce)} audit events`);
      }
    });
  } finally {
    await connection.end();
  }
}

const highestLoad = 2.5;
const longestWaitMs = 20 * 60_000;

/** Waits until the work of filling has gone from the machine's load, and whatever else began meanwhile. */
async function quiet(): Promise<void> {
  const end = Date.now() + longestWaitMs;
  while ((loadavg()[0] ?? 0) > highestLoad && Date.now() < end) await delay(2_000);
  say(`growth: measuring at a load of ${loadavg()[0]?.toFixed(1) ?? "unknown"}`);
}

async function tidy({ world }: Bench): Promise<void> {
  const connection = new pg.Client({ connectionString: world.postgres.hubUrl });
  await connection.connect();
  try {
    // As the server does by itself in time: a measurement is not to fall into it.
    await connection.query("VACUUM (ANALYZE)");
    await connection.query("CHECKPOINT");
    say("growth: the database is filled and tidy");
    await quiet();
  } finally {
    await connection.end();
  }
}

/** Where a branch asks that has everything there is. */
async function pullPath({ world }: Bench): Promise<string> {
  const connection = new pg.Client({ connectionString: world.postgres.hubUrl });
  await connection.connect();
  try {
    const { rows } = await connection.query<{ cursor: string }>(
      `SELECT xid::text || '.' || pos AS cursor FROM feed
        WHERE tenant_id = $1 ORDER BY feed.xid DESC, feed.pos DESC LIMIT 1`,
      [world.hub.access.demo.tenant_id],
    );
    return `/v1/sync/feed?limit=1000&cursor=${rows[0]?.cursor ?? ""}`;
  } finally {
    await connection.end();
  }
}

// One node asks for more than a caller may within seconds: several take turns. More at once are not enrolled.
const pullers = 3;

/** The headers of some branches' nodes. */
async function nodeHeaders(
  { world }: Bench,
  seed: number,
): Promise<readonly Record<string, string>[]> {
  return Promise.all(
    world.branchIds.slice(-pullers).map(async (branchId, place) => {
      const folder = join(world.folder, `puller-${seed}-${place}`);
      const identity = await enrol(world.hub.access, branchId, folder);
      const client = new HubClient({ identity, now: Date.now });
      try {
        return headersFor(identity.tenantId, branchId, await client.token());
      } finally {
        await client.close();
      }
    }),
  );
}

/** What is asked at each size; each against a bare handler whose table stays as it is, so that the machine's swing falls on both. */
async function cases(bench: Bench, ids: readonly string[], seed: number): Promise<readonly Case[]> {
  const { world, server, bareServer, references } = bench;
  const { access } = world.hub;
  // Anew at each size: between the two a token has run out.
  const token = await tokenFrom(access.url, access);
  const headers = headersFor(access.demo.tenant_id, access.demo.branch_id, token);
  // In steps of a prime, so that two neighbours do not stand on one page of the table.
  const sample = Array.from({ length: 20_000 }, (_, place) => nth(ids, place * 7_919));
  const at = encodeURIComponent(new Date().toISOString());
  const bareReads = reads(
    bareServer,
    {},
    references.map((id) => `/ref/${id}`),
  );
  const bareLists = reads(
    bareServer,
    {},
    references.map((id) => `/ref?created_at=${at}&id=${id}`),
  );
  const of = (paths: readonly string[]) => reads(server, headers, paths);
  const readRef = { ...bareReads, name: "REF-R" };
  const nodes = await nodeHeaders(bench, seed);
  const path = await pullPath(bench);
  const pull = (n: number) => ({ method: "GET" as const, path, headers: nth(nodes, n) });
  return [
    { work: "read by id", ours: of(sample.map((id) => `/v1/patients/${id}`)), baseline: readRef },
    {
      work: "list page of 25",
      ours: of(["/v1/patients"]),
      baseline: { ...bareLists, name: "REF-L" },
    },
    {
      work: "who changed a patient",
      ours: of(sample.map((id) => `/v1/patients/${id}/changes`)),
      baseline: readRef,
    },
    { work: "search", ours: of(searchPaths(500, 15)), baseline: readRef },
    {
      work: "a branch that has all asks for more",
      ours: { ...server, status: 200, call: pull },
      baseline: readRef,
    },
    {
      work: "full write",
      ours: writeTarget(server, [headers], seed),
      baseline: { ...bareWriteTarget(bareServer, "/ref", seed + 1), name: "REF-W" },
    },
  ];
}

async function measured(
  { world }: Bench,
  all: readonly Case[],
  size: string,
): Promise<readonly Finding[]> {
  const { pace, work: wanted } = world.options;
  const findings: Finding[] = [];
  for (const { work, ...targets } of all) {
    if (!work.includes(wanted)) continue;
    const contest = { work: `growth: ${work}, ${size}`, connections, must: null, ...targets };
    findings.push(await contend(contest, pace));
  }
  return findings;
}

function costOf({ cpuMicros: { ours, baseline } }: Finding): number | null {
  return ours === null || baseline === null ? null : ours / baseline;
}

/** What each costs at the second size to what it costs at the first, both to the bare handler of its time. */
function growthOf(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  return before.flatMap((first, index) => {
    const second = after[index];
    const [small, large] = [costOf(first), second === undefined ? null : costOf(second)];
    if (second === undefined || small === null || large === null) return [];
    const same = (value: number) => ({ median: value, min: value, max: value });
    return [
      {
        ...second,
        work: `${second.work}: processor time to that of ${first.work.replace("growth: ", "")}`,
        unit: "of REF's",
        ours: same(large),
        baseline: { name: "before", value: same(small) },
        ratio: same(large / small),
        written: null,
        must: flat,
      },
    ];
  });
}

function said(count: number): string {
  return count.toLocaleString("en");
}

async function grownTenant(bench: Bench): Promise<readonly Finding[]> {
  const { rows, isQuick } = bench.world.options;
  const grown = rows * (isQuick ? timesMore.quick : timesMore.full);
  const first = await register(bench, rows, 1_000_000);
  await tidy(bench);
  const before = await measured(bench, await cases(bench, first, 31), `${said(rows)} patients`);
  const others = await register(bench, grown - rows, 2_000_000);
  const events = grown * eventsAPatient;
  await fillAudit(bench, events);
  await tidy(bench);
  const size = `${said(grown)} patients and ${said(events)} audit events`;
  const after = await measured(bench, await cases(bench, [...first, ...others], 41), size);
  return [...before, ...after, ...growthOf(before, after)];
}

async function manyTenants(bench: Bench): Promise<readonly Finding[]> {
  const { world, server, bareServer } = bench;
  const sizes: (readonly Finding[])[] = [];
  for (const [place, count] of tenantCounts.entries()) {
    const ours = writeTarget(server, await addTenants(world, count), 51 + place);
    const baseline = { ...bareWriteTarget(bareServer, "/ref", 61 + place), name: "REF-W" };
    sizes.push(await measured(bench, [{ work: "full write", ours, baseline }], `${count} tenants`));
  }
  const [few = [], many = []] = sizes;
  return [...few, ...many, ...growthOf(few, many)];
}

/**
 * What work costs a hub among 20,000 patients and among 1,000,000 of one tenant with 10,000,000 audit events (a tenth of
 * the patients with `--quick`), and a write of 50 and of 500 tenants. `--rows N` is the first size.
 */
export async function growthContests(world: World): Promise<readonly Finding[]> {
  const bench = await openBench(world);
  const grown = await grownTenant(bench);
  return [...grown, ...(await manyTenants(bench))];
}
