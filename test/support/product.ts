import { randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Printout } from "@edgeward/devices/virtual/printout.ts";
import { startVirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import * as z from "zod";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startChild, type Child } from "../../scripts/demo/children.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startFaultProxy } from "../../scripts/demo/fault-proxy.ts";
import { builtProgram } from "./built-program.ts";
import { copyFolder, madeOnce } from "./made-once.ts";
import { pagesBuilt } from "./pages.ts";
import { send, type Answer } from "./product-http.ts";
import { branchRows, hubRows, type Row } from "./product-rows.ts";
import { schemaFolder, startTestPostgres, type TestPostgres } from "./postgres.ts";
import { until } from "./until.ts";

/** Which of the product's two nodes. */
export type NodeName = "hub" | "branch";

const clientShape = z.object({ client_id: z.string(), client_secret: z.string() });
const personShape = z.object({ username: z.string(), password: z.string() });
const demoShape = z.object({
  tenant_id: z.string(),
  branch_id: z.string(),
  other_tenant_id: z.string(),
  other_branch_id: z.string(),
  clinical: clientShape,
  clinical_other_tenant: clientShape,
  branch_staff: personShape.extend({ pin: z.string() }),
  branch_doctor: personShape,
  branch_manager: personShape,
  tenant_admin: personShape.extend({ tenant: z.string() }),
  provider_id: z.string(),
  patient_id: z.string(),
});
const hubReady = z.object({ url: z.string(), operator_token: z.string(), demo: demoShape });
const branchReady = z.object({ url: z.string(), node_id: z.string() });
const codeShape = z.object({ code: z.string() });
const tokenShape = z.object({ access_token: z.string() });

/** The demo's tenant, people and credentials. */
export type DemoAccess = z.output<typeof demoShape>;

/** What lies between branch and hub, and can be cut. */
export interface Line {
  readonly port: number;
  setCut(isCut: boolean): void;
  close(): Promise<void>;
}

/** How a product is to be brought up; what is left out is the usual. */
export interface ProductPlan {
  /** Brings up a PostgreSQL on a copy of the data in a folder and says where it is; otherwise it is one of the product's own. */
  readonly openDatabase?: (data: string) => Promise<string>;
  /** Only the hub, without a branch node. */
  readonly hubOnly?: true;
  /** Builds the branch's pages first. */
  readonly withPages?: true;
  /** More environment for the branch's process. */
  readonly branchEnv?: Readonly<Record<string, string>>;
  /** Makes the line to a hub's port. */
  readonly openLine?: (hubPort: number) => Promise<Line>;
}

/** The whole product as real processes: hub, branch, a line between them that can be cut, and a virtual printer. */
export class Product {
  readonly #plan: ProductPlan;
  readonly #ends: (() => Promise<void> | void)[] = [];
  readonly #tokens = new Map<NodeName, { readonly token: string; readonly until: number }>();
  readonly #printer: Awaited<ReturnType<typeof startVirtualPrinter>>;
  /** The hub's database, for a role that may do everything. */
  readonly databaseUrl: string;
  /** Everything the product writes; the branch's files are under `branch`. */
  readonly folder: string;
  #hub: Child | null = null;
  #branch: Child | null = null;
  #line: Line | null = null;
  #demo: DemoAccess | null = null;
  hubUrl = "";
  branchUrl = "";
  nodeId = "";
  operatorToken = "";
  /** Whether the branch in the folder has been enrolled. */
  isEnrolled = false;

  constructor(
    plan: ProductPlan,
    folder: string,
    databaseUrl: string,
    printer: Awaited<ReturnType<typeof startVirtualPrinter>>,
  ) {
    this.#plan = plan;
    this.folder = folder;
    this.databaseUrl = databaseUrl;
    this.#printer = printer;
  }

  /** The demo's people and credentials. */
  get demo(): DemoAccess {
    if (this.#demo === null) throw new Error("the hub has not started");
    return this.#demo;
  }

  /** Where the branch looks for the hub: the near end of the line that can be cut. */
  get lineUrl(): string {
    return `http://127.0.0.1:${this.#line?.port ?? 0}`;
  }

  /** What is to be done at the end, last first. */
  atEnd(act: () => Promise<void> | void): void {
    this.#ends.push(act);
  }

  /** Starts the hub, on the port it had before. */
  async restartHub(): Promise<void> {
    this.#hub = await startChild({
      name: "the hub",
      file: await builtProgram("hub"),
      env: {
        EDGEWARD_DATA: this.folder,
        EDGEWARD_DEMO: "1",
        EDGEWARD_HUB_PORT: this.hubUrl === "" ? "0" : new URL(this.hubUrl).port,
        DATABASE_URL: this.databaseUrl,
      },
      logFile: join(this.folder, "log", "hub.log"),
      readyWithinMs: 90_000,
    });
    const ready = hubReady.parse(this.#hub.ready);
    this.hubUrl = ready.url;
    this.operatorToken = ready.operator_token;
    this.#demo = ready.demo;
  }

  /** Opens the line between branch and hub. */
  async openLine(): Promise<void> {
    const open = this.#plan.openLine ?? ((port) => startFaultProxy(port, 0));
    const line = await open(Number(new URL(this.hubUrl).port));
    this.#line = line;
    this.atEnd(() => line.close());
  }

  /** Starts the branch node, on the port it had before; the first time it is enrolled. */
  async restartBranch(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const isNew = this.branchUrl === "";
    const printer = {
      id: "front-desk",
      role: "token",
      host: "127.0.0.1",
      port: this.#printer.port,
      profile: "epson_80",
    };
    this.#branch = await startChild({
      name: "the branch node",
      file: await builtProgram("branch"),
      env: {
        EDGEWARD_DATA: this.folder,
        EDGEWARD_BRANCH_PORT: isNew ? "0" : new URL(this.branchUrl).port,
        EDGEWARD_BRANCH_TLS_PORT: "off",
        EDGEWARD_HUB_URL: this.lineUrl,
        EDGEWARD_PRINTERS: JSON.stringify([printer]),
        ...(this.isEnrolled
          ? {}
          : { EDGEWARD_ENROL_CODE: await this.enrolmentCode(this.demo.branch_id) }),
        ...this.#plan.branchEnv,
        ...env,
      },
      logFile: join(this.folder, "log", "branch.log"),
      readyWithinMs: 60_000,
    });
    const ready = branchReady.parse(this.#branch.ready);
    this.branchUrl = ready.url;
    // Its clock may be another one now, and a token from before seem to come out of the future.
    this.#tokens.delete("branch");
    this.nodeId = ready.node_id;
    this.isEnrolled = true;
  }

  /** A code that enrols a node of a branch of the demo's tenant. */
  async enrolmentCode(branchId: string): Promise<string> {
    const body = { tenant_id: this.demo.tenant_id, branch_id: branchId };
    const answer = await this.operator("POST", "/operator/enrolment-codes", body);
    return codeShape.parse(answer.body).code;
  }

  /** A request of the operator's to the hub. */
  operator(method: string, path: string, body?: unknown): Promise<Answer> {
    return send(`${this.hubUrl}${path}`, method, body, {
      authorization: `Bearer ${this.operatorToken}`,
    });
  }

  /** A token of the node itself for the demo's clinical client, which holds every clinical role. */
  async token(node: NodeName): Promise<string> {
    const known = this.#tokens.get(node);
    if (known !== undefined && known.until > performance.now()) return known.token;
    const url = `${this.#urlOf(node)}/auth/token`;
    const answer = await send(
      url,
      "POST",
      { grant_type: "client_credentials", ...this.demo.clinical },
      {},
    );
    const { access_token: token } = tokenShape.parse(answer.body);
    this.#tokens.set(node, { token, until: performance.now() + 10 * 60_000 });
    return token;
  }

  /** A request to a node as the demo's clinical client at the branch; a write gets an idempotency key of its own. */
  async call(
    node: NodeName,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const given =
      "authorization" in headers ? {} : { authorization: `Bearer ${await this.token(node)}` };
    return send(`${this.#urlOf(node)}${path}`, method, body, {
      ...given,
      "x-tenant-id": this.demo.tenant_id,
      "x-branch-id": this.demo.branch_id,
      ...(method === "GET" ? {} : { "idempotency-key": randomUUID() }),
      ...headers,
    });
  }

  /** Cuts the line between branch and hub, or joins it again. */
  outage(isOn: boolean): void {
    this.#line?.setCut(isOn);
  }

  /** Ends the hub by a signal; resolves with its exit code, null when the signal itself ended it. */
  killHub(signal: NodeJS.Signals): Promise<number | null> {
    return endBy(this.#hub, signal);
  }

  /** Ends the branch node by a signal; resolves with its exit code, null when the signal itself ended it. */
  killBranch(signal: NodeJS.Signals): Promise<number | null> {
    return endBy(this.#branch, signal);
  }

  /** Every printout the printer has put out. */
  printouts(): readonly Printout[] {
    return this.#printer.printouts();
  }

  /** Rows of the hub's database, of every tenant. */
  hubRows(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return hubRows(this.databaseUrl, sql, values);
  }

  /** Rows of the branch's database. */
  branchRows(sql: string, values: readonly unknown[] = []): readonly Row[] {
    return branchRows(join(this.folder, "branch"), sql, values);
  }

  /** The branch's `GET /v1/sync/status`. */
  async syncStatus(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.call("branch", "GET", "/v1/sync/status")).body;
  }

  /** Waits until the branch is in touch with the hub and nothing waits to be sent. */
  async caughtUp(withinMs = 30_000): Promise<void> {
    let seen: unknown = null;
    try {
      await until("the branch is in step with the hub", withinMs, async () => {
        const status = await this.syncStatus();
        seen = status;
        return status["state"] === "online" && status["unsent"] === 0;
      });
    } catch (error) {
      // Without what the nodes said, nobody finds out why.
      console.error(`its state: ${JSON.stringify(seen)}\n${this.lastWords()}`);
      throw error;
    }
  }

  /** Waits until the branch has had everything that the hub holds for it. */
  async waitForFirstSync(): Promise<void> {
    await until("the branch gets in touch with the hub", 60_000, async () => {
      const { body } = await send(`${this.branchUrl}/readyz`, "GET", undefined, {});
      return JSON.stringify(body).includes('"link":"online"');
    });
  }

  /** The end of what each process has logged. */
  lastWords(): string {
    const logs = globSync(join(this.folder, "log", "*.log"));
    return logs.map((file) => `${file}: ${readFileSync(file, "utf8").slice(-1_500)}`).join("\n");
  }

  /** Ends hub and branch in order; what they have written stays. */
  async rest(): Promise<void> {
    await this.#branch?.stop();
    await this.#hub?.stop();
  }

  /** Ends everything and removes what was written. */
  async stop(): Promise<void> {
    await this.rest();
    for (const act of this.#ends.toReversed()) await act();
  }

  #urlOf(node: NodeName): string {
    return node === "hub" ? this.hubUrl : this.branchUrl;
  }
}

function endBy(child: Child | null, signal: NodeJS.Signals): Promise<number | null> {
  const running = child?.process;
  if (running === undefined) return Promise.resolve(null);
  if (running.exitCode !== null || running.signalCode !== null)
    return Promise.resolve(running.exitCode);
  return new Promise((resolve) => {
    running.once("exit", (code) => resolve(code));
    running.kill(signal);
  });
}

/** What a product begins with: its folder and the data of its PostgreSQL, as they were put away. */
interface Prepared {
  readonly folder: string;
  readonly isEnrolled: boolean;
}

async function newProduct(
  plan: ProductPlan,
  prepared: Prepared | null,
): Promise<{ readonly product: Product; readonly postgres: TestPostgres | null }> {
  const data = join(prepared?.folder ?? (await schemaFolder()), "postgres");
  const postgres =
    plan.openDatabase === undefined ? await startTestPostgres({ folder: data }) : null;
  const databaseUrl = postgres?.url ?? (await plan.openDatabase?.(data)) ?? "";
  const printer = await startVirtualPrinter({});
  const folder = join(tmpdir(), `edgeward-product-${randomUUID()}`);
  if (prepared === null) mkdirSync(folder, { mode: 0o700 });
  else copyFolder(join(prepared.folder, "product"), folder);
  const product = new Product(plan, folder, databaseUrl, printer);
  product.isEnrolled = prepared?.isEnrolled === true;
  product.atEnd(() => rmSync(folder, { recursive: true, force: true }));
  product.atEnd(() => postgres?.stop());
  product.atEnd(() => printer.close());
  return { product, postgres };
}

async function bringUp(product: Product, plan: ProductPlan): Promise<void> {
  try {
    await product.restartHub();
    await product.openLine();
    if (plan.hubOnly === true) return;
    await product.restartBranch();
    await product.waitForFirstSync();
  } catch (error) {
    const said = product.lastWords();
    await product.stop();
    throw new Error(`the product did not start:\n${said}`, { cause: error });
  }
}

/** Brings a product up, ends it in order, and leaves what it has written in a folder. */
async function prepare(plan: ProductPlan, from: Prepared | null, to: string): Promise<void> {
  const { product, postgres } = await newProduct(plan, from);
  await bringUp(product, plan);
  if (plan.hubOnly !== true) await product.caughtUp();
  await product.rest();
  rmSync(join(product.folder, "log"), { recursive: true, force: true });
  copyFolder(product.folder, join(to, "product"));
  await postgres?.putAway(join(to, "postgres"));
  await product.stop();
}

/**
 * A hub with the demo's people and no branch. It is seeded once in a run of the tests, and so is the branch enrolled:
 * both take longer than most tests that follow.
 */
export async function seededHub(): Promise<Prepared> {
  const folder = await madeOnce("seeded-hub", (to) => prepare({ hubOnly: true }, null, to));
  return { folder, isEnrolled: false };
}

async function enrolledBranch(): Promise<Prepared> {
  const hub = await seededHub();
  const folder = await madeOnce("enrolled-branch", (to) => prepare({}, hub, to));
  return { folder, isEnrolled: true };
}

function preparedFor(plan: ProductPlan): Promise<Prepared> {
  // Whoever has another clock or another network has had it from the beginning.
  const isUsual = plan.hubOnly !== true && plan.branchEnv === undefined;
  return isUsual ? enrolledBranch() : seededHub();
}

/** Brings the product up: hub, branch and printer as they run at a clinic, on free ports and in a folder of their own. */
export async function startProduct(plan: ProductPlan = {}): Promise<Product> {
  if (plan.withPages === true) await pagesBuilt();
  const { product } = await newProduct(plan, await preparedFor(plan));
  await bringUp(product, plan);
  return product;
}
