import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { percentile, unknownCpu, type Finding } from "./figures.ts";
import type { Call } from "./load.ts";
import type { World } from "./world.ts";

// What a desk, a kiosk and a waiting-room board ask for together; all of it at once would measure the load alone.
const readsPerSecond = 40;
const writesPerSecond = 5;
const arrivesWithinMs = 900_000;

/** A branch that is connected, and what people ask of it. */
export interface FeedPlan {
  readonly world: World;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly read: (n: number) => Call;
  readonly write: (n: number) => Call;
}

/** Lets the hub have so many more patients, as if other branches had sent them; returns the first and the last. */
async function patientsAtHub({ world, rows }: FeedPlan): Promise<readonly [string, string]> {
  const client = new pg.Client({ connectionString: world.postgres.hubUrl });
  await client.connect();
  const idOf = (n: number) => `pat_${String(n).padStart(26, "0")}`;
  try {
    await client.query(
      `WITH made AS (
         INSERT INTO patients SELECT copy.* FROM patients AS t, generate_series(1, $2::int) AS n,
           jsonb_populate_record(t, jsonb_build_object('id', 'pat_' || lpad(n::text, 26, '0'), 'uhid', 'FEED-' || n,
             'name', 'Arriving ' || n, 'name_key', 'arriving ' || n, 'abha_id', NULL, 'identifiers', '[]'::jsonb,
             'phone', '+9197' || lpad(n::text, 8, '0'), 'origin_node_id', 'nod_other')) AS copy
           WHERE t.tenant_id = $1 AND t.id = (SELECT id FROM patients WHERE tenant_id = $1 ORDER BY id LIMIT 1)
         RETURNING tenant_id, id)
       INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id)
         SELECT tenant_id, '*', 'patients', id, 'op_' || right(id, 26) FROM made ORDER BY id`,
      [world.hub.access.demo.tenant_id, rows],
    );
  } finally {
    await client.end();
  }
  return [idOf(1), idOf(rows)];
}

async function statusOf(pool: Pool, { headers }: FeedPlan, id: string): Promise<number> {
  const answer = await pool.request({ method: "GET", path: `/v1/patients/${id}`, headers });
  await answer.body.dump();
  return answer.statusCode;
}

async function untilThere(pool: Pool, plan: FeedPlan, id: string): Promise<void> {
  const until = performance.now() + arrivesWithinMs;
  while ((await statusOf(pool, plan, id)) !== 200) {
    if (performance.now() > until) throw new Error("the branch did not take what the hub has");
    await delay(50);
  }
}

interface Tally {
  readonly latencies: number[];
  failures: number;
}

/** Asks at a fixed pace, whether or not what was asked before has been answered, until asked to end. */
async function ask(
  pool: Pool,
  perSecond: number,
  call: (n: number) => Call,
  status: number,
  signal: AbortSignal,
): Promise<Tally> {
  const tally: Tally = { latencies: [], failures: 0 };
  const open = new Set<Promise<void>>();
  const one = async (n: number) => {
    const { method, path, headers, body } = call(n);
    const began = performance.now();
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    await answer.body.dump();
    tally.latencies.push(performance.now() - began);
    if (answer.statusCode !== status) tally.failures += 1;
  };
  for (let n = 0; !signal.aborted; n += 1) {
    const asked = one(n);
    open.add(asked);
    void asked.finally(() => open.delete(asked));
    await delay(1_000 / perSecond);
  }
  await Promise.all(open);
  return tally;
}

function finding(work: string, { latencies, failures }: Tally, must: string): Finding {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(latencies, part));
  const max = percentile(latencies, 1);
  return {
    work,
    unit: "ms, longest",
    ours: { median: max, min: max, max },
    baseline: null,
    ratio: null,
    latency: { p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 },
    cpuMicros: unknownCpu,
    must,
    failures,
  };
}

/** How long people wait at a branch while it takes in what has gathered at the hub. */
export async function feedContest(plan: FeedPlan): Promise<readonly Finding[]> {
  const pool = new Pool(plan.url, { connections: 16, pipelining: 1 });
  const end = new AbortController();
  try {
    const [first, last] = await patientsAtHub(plan);
    await untilThere(pool, plan, first);
    const began = performance.now();
    const reads = ask(pool, readsPerSecond, plan.read, 200, end.signal);
    const writes = ask(pool, writesPerSecond, plan.write, 201, end.signal);
    await untilThere(pool, plan, last);
    const perSecond = plan.rows / ((performance.now() - began) / 1_000);
    end.abort();
    const arrived = { median: perSecond, min: perSecond, max: perSecond };
    return [
      finding(
        `branch: reads while ${plan.rows} records arrive`,
        await reads,
        "p99 ≤ 3, longest ≤ 50",
      ),
      finding("branch: writes meanwhile", await writes, "p99 ≤ 15, longest ≤ 50"),
      {
        ...finding("branch: records arriving beside people", { latencies: [], failures: 0 }, ""),
        unit: "rows/s",
        ours: arrived,
        latency: null,
        must: null,
      },
    ];
  } finally {
    end.abort();
    await pool.close();
  }
}
