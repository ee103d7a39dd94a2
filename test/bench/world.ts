import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { processEnv } from "@edgeward/shared/log/process-env.ts";
import * as z from "zod";
import { ask } from "./ask.ts";
import { startChild, type Child } from "./child.ts";
import { startPostgres, type BenchPostgres } from "./database.ts";
import type { BenchOptions } from "./options.ts";

const client = z.object({ client_id: z.string(), client_secret: z.string() });

const hubReady = z.object({
  url: z.string(),
  operator_token: z.string(),
  demo: z.object({
    tenant_id: z.string(),
    branch_id: z.string(),
    provider_id: z.string(),
    clinical: client,
  }),
});

/** A hub in a process of its own, and the way in. */
export interface BenchHub {
  readonly child: Child;
  readonly access: z.output<typeof hubReady>;
}

/** Everything that runs besides the branch. */
export interface World {
  readonly folder: string;
  readonly options: BenchOptions;
  readonly postgres: BenchPostgres;
  readonly hub: BenchHub;
  readonly baseline: Child & { readonly url: string };
  /** Branches that have no node, so that the hub writes for them. */
  readonly branchIds: readonly string[];
}

/** Records in an answer, of which only the id is looked at. */
export const idPage = z.object({
  data: z.array(z.object({ id: z.string() })),
  next_cursor: z.string().nullish(),
});

/** How many branches the hub's writes are spread over. */
const branchCount = 8;

/** Starts a hub, which fills its database with the demo when that is empty. */
async function startHub(
  folder: string,
  databaseUrl: string,
  profileFolder: string | null,
): Promise<BenchHub> {
  const child = await startChild({
    module: "@edgeward/hub/process.ts",
    env: {
      ...processEnv({ kind: "hub", dataFolder: folder }),
      EDGEWARD_DEMO: "1",
      EDGEWARD_DATA: folder,
      EDGEWARD_HUB_PORT: "0",
      DATABASE_URL: databaseUrl,
    },
    logFile: join(folder, "hub.log"),
    profileFolder,
  });
  return { child, access: hubReady.parse(child.ready) };
}

/** A token for the demo's client, from the hub or from a branch that knows the client. */
export async function tokenFrom(url: string, access: BenchHub["access"]): Promise<string> {
  const answer = await ask(`${url}/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "client_credentials", ...access.demo.clinical }),
  });
  const body: unknown = await answer.json();
  return z.object({ access_token: z.string() }).parse(body).access_token;
}

/** The headers of a request for a branch. */
export function headersFor(
  tenantId: string,
  branchId: string,
  token: string,
): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${token}`,
    "x-tenant-id": tenantId,
    "x-branch-id": branchId,
    "content-type": "application/json",
  };
}

// Copies of one branch of the demo under other ids: what they hold does not matter, only that they are several.
async function addBranches(databaseUrl: string, branchId: string): Promise<readonly string[]> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    const text = `INSERT INTO branches SELECT copy.* FROM branches AS b, generate_series(1, $2::int) AS n,
        jsonb_populate_record(b, jsonb_build_object('id', left(b.id, -2) || lpad(n::text, 2, '0'), 'code', 'BEN' || n)) AS copy
      WHERE b.id = $1 RETURNING id`;
    const { rows } = await connection.query<{ id: string }>(text, [branchId, branchCount]);
    return rows.map((row) => row.id);
  } finally {
    await connection.end();
  }
}

async function startBaseline(folder: string, databaseUrl: string): Promise<World["baseline"]> {
  const child = await startChild({
    module: new URL("baseline-process.ts", import.meta.url).href,
    env: { EDGEWARD_DATA: folder, DATABASE_URL: databaseUrl },
    logFile: join(folder, "baseline.log"),
    profileFolder: null,
  });
  return { ...child, url: z.string().parse(child.ready["url"]) };
}

/** Starts database, hub and baseline. */
export async function startWorld(folder: string, options: BenchOptions): Promise<World> {
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres();
  try {
    // The first start fills the database; the second is the one that is measured.
    const first = await startHub(folder, postgres.hubUrl, null);
    await first.child.stop();
    const hub = await startHub(folder, postgres.hubUrl, options.profileFolder);
    const branchIds = await addBranches(postgres.hubUrl, hub.access.demo.branch_id);
    const baseline = await startBaseline(folder, postgres.baselineUrl);
    return { folder, options, postgres, hub, baseline, branchIds };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Ends what `startWorld` has started. */
export async function stopWorld(world: World): Promise<void> {
  await world.hub.child.stop();
  await world.baseline.stop();
  await world.postgres.stop();
}
