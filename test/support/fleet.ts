import { randomUUID } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startChild, type Child } from "../../scripts/demo/children.ts";
import { builtProgram } from "./built-program.ts";
import { DurablePostgres } from "./durable-postgres.ts";
import { copyFolder } from "./made-once.ts";
import { HubNetwork } from "./network.ts";
import { seededHub } from "./product.ts";
import { send, type Answer } from "./product-http.ts";
import { branchRows, hubRows, type Row } from "./product-rows.ts";

const hubPort = 4_000;
const postgresPort = 4_001;
const relayPort = 4_002;

const clientShape = z.object({ client_id: z.string(), client_secret: z.string() });
const hubReady = z.object({
  operator_token: z.string(),
  demo: z.object({ tenant_id: z.string(), branch_id: z.string(), clinical: clientShape }),
});
const branchReady = z.object({ url: z.string(), node_id: z.string() });
const codeShape = z.object({ code: z.string() });
const tokenShape = z.object({ access_token: z.string() });
const idShape = z.object({ id: z.string() });

type HubFacts = z.output<typeof hubReady>;

/** One branch of a fleet: a node in a process of its own. */
export interface FleetBranch {
  readonly place: number;
  readonly branchId: string;
  readonly nodeId: string;
  readonly url: string;
  readonly folder: string;
  readonly token: string;
}

/** A hub with its PostgreSQL in a network of its own, and branches around it. */
export class Fleet {
  readonly network: HubNetwork;
  readonly branches: FleetBranch[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "edgeward-fleet-"));
  readonly #postgres: DurablePostgres;
  readonly #children: Child[] = [];
  #facts: HubFacts | null = null;

  constructor() {
    this.network = new HubNetwork(hubPort);
    this.#postgres = new DurablePostgres(postgresPort, this.network.within);
  }

  /** Brings everything up; each branch has had what the hub holds. */
  async start(size: number): Promise<void> {
    const { folder } = await seededHub();
    await this.#postgres.putBack(join(folder, "postgres"));
    copyFolder(join(folder, "product", "hub"), join(this.#folder, "hub"));
    await this.#startHub();
    const ids = await this.#addBranches(size);
    for (const [place, id] of ids.entries()) await this.#startBranch(place, id);
  }

  /** Rows of the hub's database, of every tenant. */
  hubRows(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const url = new URL(this.#postgres.url);
    url.host = `${this.network.safeAddress}:${relayPort}`;
    return hubRows(url.href, sql, values);
  }

  /** Rows of a branch's database. */
  rowsOf(branch: FleetBranch, sql: string, values: readonly unknown[] = []): readonly Row[] {
    return branchRows(join(branch.folder, "branch"), sql, values);
  }

  /** A request at a branch as the demo's clinical client; a write gets an idempotency key of its own. */
  call(branch: FleetBranch, method: string, path: string, body?: unknown): Promise<Answer> {
    return send(`${branch.url}${path}`, method, body, {
      authorization: `Bearer ${branch.token}`,
      "x-tenant-id": this.#known.demo.tenant_id,
      "x-branch-id": branch.branchId,
      ...(method === "GET" ? {} : { "idempotency-key": randomUUID() }),
    });
  }

  /** Registers a patient at a branch. @returns the id; null when the branch did not answer with 201 */
  async register(branch: FleetBranch, name: string): Promise<string | null> {
    const body = { name, gender: "female", age_years: 41, consent_status: "granted" };
    const answer = await this.call(branch, "POST", "/v1/patients", body);
    return answer.status === 201 ? idShape.parse(answer.body).id : null;
  }

  /** The end of what each process has logged. */
  lastWords(): string {
    const logs = globSync(join(this.#folder, "**", "*.log"));
    return logs.map((file) => `${file}: ${readFileSync(file, "utf8").slice(-1_500)}`).join("\n");
  }

  /** Ends everything and removes what was written. */
  async stop(): Promise<void> {
    this.network.heal();
    for (const child of this.#children.toReversed()) await child.stop();
    await this.#postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #known(): HubFacts {
    if (this.#facts === null) throw new Error("the hub has not started");
    return this.#facts;
  }

  async #startHub(): Promise<void> {
    const { safeAddress, within } = this.network;
    const hub = await startChild({
      name: "the hub",
      file: await builtProgram("hub"),
      env: {
        EDGEWARD_DATA: this.#folder,
        EDGEWARD_DEMO: "1",
        EDGEWARD_HUB_HOST: "0.0.0.0",
        EDGEWARD_HUB_PORT: String(hubPort),
        EDGEWARD_HUB_URL: `http://${safeAddress}:${hubPort}`,
        DATABASE_URL: this.#postgres.url,
      },
      logFile: join(this.#folder, "hub.log"),
      readyWithinMs: 90_000,
      within,
    });
    this.#children.push(hub);
    this.#facts = hubReady.parse(hub.ready);
    const relay = await startChild({
      name: "the way to PostgreSQL",
      file: fileURLToPath(new URL("relay-process.ts", import.meta.url)),
      args: [safeAddress, String(relayPort), String(postgresPort)],
      logFile: join(this.#folder, "relay.log"),
      readyWithinMs: 15_000,
      within,
    });
    this.#children.push(relay);
  }

  // Copies of the demo's first branch under other ids; what they hold does not matter, only that they are several.
  async #addBranches(size: number): Promise<readonly string[]> {
    const rows = await this.hubRows(
      `INSERT INTO branches SELECT copy.* FROM branches AS b, generate_series(1, $2::int) AS n,
          jsonb_populate_record(b, jsonb_build_object(
            'id', left(b.id, -2) || lpad(n::text, 2, '0'), 'code', 'FLT' || n)) AS copy
        WHERE b.id = $1 RETURNING id`,
      [this.#known.demo.branch_id, size],
    );
    return rows.map((row) => String(row["id"]));
  }

  async #enrolmentCode(branchId: string): Promise<string> {
    const { operator_token: token, demo } = this.#known;
    const url = `http://${this.network.safeAddress}:${hubPort}/operator/enrolment-codes`;
    const body = { tenant_id: demo.tenant_id, branch_id: branchId };
    const answer = await send(url, "POST", body, { authorization: `Bearer ${token}` });
    return codeShape.parse(answer.body).code;
  }

  async #startBranch(place: number, branchId: string): Promise<void> {
    const folder = join(this.#folder, `branch-${place}`);
    const child = await startChild({
      name: `branch ${place}`,
      file: await builtProgram("branch"),
      env: {
        EDGEWARD_DATA: folder,
        EDGEWARD_BRANCH_PORT: "0",
        EDGEWARD_BRANCH_TLS_PORT: "off",
        EDGEWARD_HUB_URL: `http://${this.network.addressFor(place)}:${hubPort}`,
        EDGEWARD_PRINTERS: "[]",
        EDGEWARD_ENROL_CODE: await this.#enrolmentCode(branchId),
      },
      logFile: join(folder, "branch.log"),
      readyWithinMs: 60_000,
    });
    this.#children.push(child);
    const { url, node_id: nodeId } = branchReady.parse(child.ready);
    const token = await this.#tokenAt(url);
    this.branches.push({ place, branchId, nodeId, url, folder, token });
  }

  // A branch knows the tenant's clients as soon as the hub has sent them to it.
  async #tokenAt(url: string): Promise<string> {
    const body = { grant_type: "client_credentials", ...this.#known.demo.clinical };
    for (const end = performance.now() + 60_000; ;) {
      const answer = await send(`${url}/auth/token`, "POST", body, {});
      if (answer.status === 200) return tokenShape.parse(answer.body).access_token;
      if (performance.now() > end) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Brings a fleet up. */
export async function startFleet(size: number): Promise<Fleet> {
  const fleet = new Fleet();
  try {
    await fleet.start(size);
    return fleet;
  } catch (error) {
    const said = fleet.lastWords();
    await fleet.stop();
    throw new Error(`the fleet did not start:\n${said}`, { cause: error });
  }
}
