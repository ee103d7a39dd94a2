// `npm start`: the whole product on this machine, with a demo tenant in it.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { processEnv } from "@edgeward/shared/log/process-env.ts";
import { startDeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";
import { databasePasswordVariable } from "./demo/database-password.ts";
import { startChild, type Child } from "./demo/children.ts";
import { keepChild, type KeptChild } from "./demo/kept-child.ts";
import { startControl } from "./demo/control.ts";
import { startFaultProxy } from "./demo/fault-proxy.ts";
import { buildPages } from "./demo/pages.ts";
import {
  requireFolder,
  requirePort,
  requireReachable,
  requireTlsPort,
  StartFailure,
} from "./demo/preflight.ts";
import { takeKioskCode } from "./demo/kiosk-code.ts";
import { keepPrintouts } from "./demo/printouts.ts";
import { freePort } from "./free-port.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const data = resolve(process.env["EDGEWARD_DATA"] ?? join(root, "var"));
const runFile = join(data, "run.json");
const hubPort = Number(process.env["EDGEWARD_HUB_PORT"] ?? "8080");
const branchPort = Number(process.env["EDGEWARD_BRANCH_PORT"] ?? "8081");
/** The same for every process of this run, also for one that is started again. */
const operatorToken = randomBytes(32).toString("base64url");

interface Stoppable {
  stop(): Promise<void>;
}

/** What runs, in the order in which it was started; it ends in the opposite one. */
const running: Stoppable[] = [];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A secret of this data folder, made at the first start. */
function keptSecret(name: string): string {
  const file = join(data, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

async function startDatabase(): Promise<string> {
  const given = process.env["DATABASE_URL"];
  if (given !== undefined && given !== "") return given;
  const folder = join(data, "postgres");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireReachable(data);
  const port = await freePort();
  const password = keptSecret("postgres-password");
  const child = await startChild({
    name: "PostgreSQL",
    file: join(root, "scripts", "demo", "postgres-process.ts"),
    args: [folder, String(port)],
    // Everybody on the machine may read a command's arguments; its environment is its user's.
    env: { [databasePasswordVariable]: password },
    logFile: join(data, "log", "postgres.log"),
    readyWithinMs: 60_000,
  });
  running.push(child);
  return `postgres://edgeward_owner:${password}@127.0.0.1:${port}/postgres`;
}

/** Keeps one of the two nodes: when it ends by itself it is started again, and the other goes on. */
async function keepNode(startNode: () => Promise<Child>): Promise<KeptChild> {
  const notify = (line: string) => {
    process.stderr.write(`edgeward: ${line}; see ${join(data, "log")}\n`);
  };
  const kept = await keepChild({ start: startNode, notify, onRestart: () => writeRun() });
  running.push(kept);
  return kept;
}

function startHubProcess(databaseUrl: string): Promise<Child> {
  return startChild({
    name: "the hub",
    file: join(root, "hub", "src", "process.ts"),
    env: {
      ...processEnv({ kind: "hub", dataFolder: data, nodeOptions: process.env["NODE_OPTIONS"] }),
      EDGEWARD_DATA: data,
      EDGEWARD_DEMO: "1",
      // Without goods, bills and claims the first start is some seconds quicker.
      EDGEWARD_DEMO_TRADE: process.env["EDGEWARD_DEMO_TRADE"] ?? "1",
      EDGEWARD_HUB_PORT: String(hubPort),
      EDGEWARD_OPERATOR_TOKEN: operatorToken,
      DATABASE_URL: databaseUrl,
    },
    logFile: join(data, "log", "hub.log"),
    readyWithinMs: 90_000,
  });
}

async function enrolmentCode(hub: Child, demo: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await fetch(`${String(hub.ready["url"])}/operator/enrolment-codes`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${String(hub.ready["operator_token"])}`,
    },
    body: JSON.stringify({ tenant_id: demo["tenant_id"], branch_id: demo["branch_id"] }),
  });
  const body: unknown = await response.json();
  if (typeof body === "object" && body !== null && "code" in body) return String(body.code);
  throw new Error("the hub gave no enrolment code");
}

async function startBranchProcess(
  hub: Child,
  demo: Readonly<Record<string, unknown>>,
  hubUrl: string,
  printerPort: number,
): Promise<Child> {
  const isNew = !existsSync(join(data, "branch", "identity.json"));
  const printers = [
    { id: "front-desk", role: "token", host: "127.0.0.1", port: printerPort, profile: "epson_80" },
  ];
  return startChild({
    name: "the branch node",
    file: join(root, "branch-node", "src", "process.ts"),
    env: {
      ...processEnv({ kind: "branch", dataFolder: data, nodeOptions: process.env["NODE_OPTIONS"] }),
      EDGEWARD_DATA: data,
      EDGEWARD_BRANCH_PORT: String(branchPort),
      EDGEWARD_HUB_URL: hubUrl,
      EDGEWARD_OPERATOR_TOKEN: operatorToken,
      EDGEWARD_PRINTERS: JSON.stringify(printers),
      ...(isNew ? { EDGEWARD_ENROL_CODE: await enrolmentCode(hub, demo) } : {}),
    },
    logFile: join(data, "log", "branch.log"),
    readyWithinMs: 60_000,
  });
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- an object's keys are texts
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function writeCredentials(
  hub: Child,
  branch: Child,
  demo: Readonly<Record<string, unknown>>,
): void {
  const other = { tenant_id: demo["other_tenant_id"], branch_id: demo["other_branch_id"] };
  const credentials = {
    hub: hub.ready["url"],
    branch: branch.ready["url"],
    tenant_id: demo["tenant_id"],
    branch_id: demo["branch_id"],
    clinical: demo["clinical"],
    clinical_other_tenant: { ...other, ...record(demo["clinical_other_tenant"]) },
    branch_staff: demo["branch_staff"],
    branch_doctor: demo["branch_doctor"],
    branch_manager: demo["branch_manager"],
    branch_nurse: demo["branch_nurse"],
    branch_lab: demo["branch_lab"],
    branch_radiographer: demo["branch_radiographer"],
    branch_radiologist: demo["branch_radiologist"],
    branch_pharmacist: demo["branch_pharmacist"],
    branch_billing: demo["branch_billing"],
    branch_stores: demo["branch_stores"],
    tenant_admin: demo["tenant_admin"],
    provider_id: demo["provider_id"],
    patient_id: demo["patient_id"],
  };
  writeFileSync(join(data, "credentials.json"), `${JSON.stringify(credentials, null, 2)}\n`, {
    mode: 0o600,
  });
}

/** Waits until the branch has everything that the hub holds for it, so that an outage can begin at once. */
async function waitForFirstSync(branchUrl: string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const response = await fetch(`${branchUrl}/readyz`).catch(() => null);
    const body = record(await response?.json().catch(() => null));
    const hub = record(record(body["checks"])["hub"]);
    if (record(hub["detail"])["link"] === "online") return;
    await new Promise((next) => setTimeout(next, 200));
  }
  throw new Error("the branch did not get in touch with the hub");
}

function introduce(
  hub: Child,
  branch: Child,
  demo: Readonly<Record<string, unknown>>,
  devicesUrl: string,
): void {
  const staff = record(demo["branch_staff"]);
  const doctor = record(demo["branch_doctor"]);
  say("");
  say("  Edgeward is running on this machine.");
  say("");
  say(`  Desk             ${String(branch.ready["url"])}/desk`);
  say(`  Waiting room     ${String(branch.ready["url"])}/display/all`);
  say(
    `  Kiosk, bedside   ${String(branch.ready["url"])}/kiosk  and  /bedside  (paired at the desk)`,
  );
  say(`  Sign in as       ${String(staff["username"])}  /  ${String(staff["password"])}`);
  say(`  or as a doctor   ${String(doctor["username"])}  /  ${String(doctor["password"])}`);
  const others = [
    ["or as a manager", demo["branch_manager"]],
    ["or as a nurse", demo["branch_nurse"]],
    ["or for the lab", demo["branch_lab"]],
    ["or for images", demo["branch_radiographer"]],
    ["or to report", demo["branch_radiologist"]],
    ["or for medicines", demo["branch_pharmacist"]],
    ["or for money", demo["branch_billing"]],
    ["or for stores", demo["branch_stores"]],
  ] as const;
  for (const [words, person] of others) {
    const { username, password } = record(person);
    // A demo that was made before there was somebody goes on without them.
    if (typeof username === "string")
      say(`  ${words.padEnd(15)}  ${username}  /  ${String(password)}`);
  }
  say(`  Hub console      ${String(hub.ready["url"])}/`);
  const { tenant, username, password } = record(demo["tenant_admin"]);
  if (typeof username === "string")
    say(`  sign in there as ${String(tenant)}  /  ${username}  /  ${String(password)}`);
  say(`  Branch API       ${String(branch.ready["url"])}/v1      reference at /docs`);
  say(`  Hub API          ${String(hub.ready["url"])}/v1      reference at /docs`);
  say(`  Slips            ${join(data, "printouts")}`);
  say(`  Virtual devices  ${devicesUrl}`);
  say(`  Credentials      ${join(data, "credentials.json")}`);
  say("");
  say("  Cut the link to the hub:   npm run -s edgeward -- outage on");
  say("  Bring it back:             npm run -s edgeward -- outage off");
  say("  End everything:            Ctrl-C");
  say("");
}

let isStopping = false;
async function stopAll(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const part of running.toReversed()) await part.stop();
  // `force` forgives a file that is missing, not a path that leads through a file.
  if (existsSync(runFile)) rmSync(runFile);
  process.exit(code);
}

/** What is written down of this run, once it is known. */
let describeRun: (() => Readonly<Record<string, unknown>>) | null = null;

/** Says in a file where everything is, for the operator's command; anew when a process has been started again. */
function writeRun(): void {
  if (describeRun === null || isStopping) return;
  writeFileSync(runFile, `${JSON.stringify(describeRun(), null, 2)}\n`, { mode: 0o600 });
}

async function requirePorts(): Promise<void> {
  await requirePort(hubPort, "EDGEWARD_HUB_PORT");
  await requirePort(branchPort, "EDGEWARD_BRANCH_PORT");
  requireTlsPort();
}

async function start(): Promise<void> {
  requireFolder(data);
  await requirePorts();
  const pages = buildPages(root);
  const databaseUrl = await startDatabase();
  const keptHub = await keepNode(() => startHubProcess(databaseUrl));
  const hub = keptHub.child;
  const demo = record(hub.ready["demo"]);
  const proxy = await startFaultProxy(hubPort, 0);
  running.push({ stop: proxy.close });
  const branchUrl = `http://127.0.0.1:${branchPort}`;
  const bench = await startDeviceBench({
    branchUrl,
    kioskFile: join(data, "virtual-kiosk.json"),
    takeCode: () => takeKioskCode(branchUrl, demo["branch_manager"]),
  });
  const printer = bench.receiptPrinter;
  running.push({ stop: () => bench.close() });
  keepPrintouts(bench, join(data, "printouts"));
  await pages;
  const lineUrl = `http://127.0.0.1:${proxy.port}`;
  const keptBranch = await keepNode(() => startBranchProcess(hub, demo, lineUrl, printer.port));
  const branch = keptBranch.child;
  const control = await startControl({
    token: operatorToken,
    status: () => ({ outage: proxy.isCut(), printouts: printer.printouts().length }),
    setOutage: proxy.setCut,
  });
  running.push({ stop: control.close });
  writeCredentials(hub, branch, demo);
  describeRun = () => ({
    hub: hub.ready["url"],
    branch: branch.ready["url"],
    control: control.url,
    operator_token: operatorToken,
    tenant_id: demo["tenant_id"],
    printer: { host: "127.0.0.1", port: printer.port },
    virtual_devices: bench.url,
    pids: {
      supervisor: process.pid,
      hub: keptHub.child.process.pid,
      branch: keptBranch.child.process.pid,
    },
  });
  writeRun();
  await waitForFirstSync(String(branch.ready["url"]));
  introduce(hub, branch, demo, bench.url);
  say("ready");
}

process.on("SIGINT", () => void stopAll(0));
process.on("SIGTERM", () => void stopAll(0));

try {
  await start();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`edgeward: ${message}\n`);
  if (!(error instanceof StartFailure))
    process.stderr.write(`edgeward: logs are in ${join(data, "log")}\n`);
  await stopAll(1);
}
