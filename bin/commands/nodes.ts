import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { keepFilesPrivate } from "@edgeward/shared/files/private-files.ts";
import { giveBackStartMemory } from "@edgeward/shared/log/start-memory.ts";
import { CommandFailure, messageOf, usageExit } from "../failure.ts";
import { dataFolder, givenPath } from "../running-demo.ts";
import type { Terminal } from "../terminal.ts";
import { addBranchKey, askForBranchKey } from "./branch-key.ts";
import { addCertificate } from "./certificate.ts";
import { addRevocation } from "./revoke.ts";
import { addBranchFiles, addHubFiles } from "./sync-files.ts";

interface ListenOptions {
  readonly host: string;
  readonly port?: string;
}

interface BranchOptions extends ListenOptions {
  readonly tlsPort?: string;
}

interface HubOptions extends ListenOptions {
  readonly url?: string;
  readonly instance: string;
  readonly workers: string;
}

interface EnrolOptions {
  readonly hub: string;
  readonly code?: string;
  readonly codeFile?: string;
  readonly name: string;
}

interface EnrolAgainOptions extends Omit<EnrolOptions, "hub"> {
  readonly hub?: string;
}

interface Stoppable {
  stop(): Promise<void>;
}

const highestPort = 65_535;

function portOf(given: string | undefined, variable: string, usual: number): number {
  const text = given ?? process.env[variable] ?? String(usual);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= highestPort) return port;
  throw new CommandFailure(`${text} is not a port (--port, or ${variable})`, usageExit);
}

function databaseUrl(): string {
  const url = process.env["DATABASE_URL"];
  if (url !== undefined && URL.canParse(url)) return url;
  throw new CommandFailure(
    "DATABASE_URL must name a PostgreSQL 15 or newer and a role that may make roles and tables",
    usageExit,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Starts a node, in words for what most often stands in its way. */
async function started<Node>(start: () => Promise<Node>, port: number): Promise<Node> {
  keepFilesPrivate();
  try {
    return await start();
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE")
      throw new CommandFailure(`port ${port} is taken; choose another with --port`);
    if (code === "ECONNREFUSED")
      throw new CommandFailure("the database in DATABASE_URL does not answer");
    throw new CommandFailure(messageOf(error));
  }
}

/** Runs until the process is asked to end, and then ends in order. */
async function untilStopped(node: Stoppable): Promise<void> {
  giveBackStartMemory();
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  await node.stop();
}

function trustedBy(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    throw new CommandFailure(messageOf(error), usageExit);
  }
}

const mostWorkers = 64;
const instanceForm = /^[a-z0-9]{1,32}$/u;

function workersOf({ workers }: HubOptions): number {
  const count = Number(workers);
  if (Number.isInteger(count) && count >= 1 && count <= mostWorkers) return count;
  throw new CommandFailure(
    `${workers} is no number of processes from 1 to ${mostWorkers} (--workers)`,
    usageExit,
  );
}

function instanceNamed({ instance }: HubOptions): string {
  if (instanceForm.test(instance)) return instance;
  throw new CommandFailure("--instance takes 1 to 32 small letters and digits", usageExit);
}

/** Starts a hub of several processes, which share its port. */
async function startHubProcesses(
  options: HubOptions,
  { url, port, count }: { readonly url: string; readonly port: number; readonly count: number },
  terminal: Terminal,
): Promise<void> {
  const { HubProcesses } = await import("@edgeward/hub/hub-processes.ts");
  const { standardLog } = await import("@edgeward/hub/main.ts");
  const { provisionDatabase } = await import("@edgeward/hub/db/provision.ts");
  const { writeOperatorToken } = await import("@edgeward/shared/http/operator-token.ts");
  const folder = join(dataFolder(), "hub");
  const { processes, url: address } = await started(async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await provisionDatabase(url, join(folder, "database-passwords.json"));
    return HubProcesses.start({
      count,
      dataFolder: dataFolder(),
      env: {
        DATABASE_URL: url,
        EDGEWARD_HUB_PORT: String(port),
        EDGEWARD_HUB_HOST: options.host,
        // One for all of them, as the file says.
        EDGEWARD_OPERATOR_TOKEN: writeOperatorToken(join(folder, "operator-token")),
        EDGEWARD_HUB_URL: options.url ?? "",
        EDGEWARD_DEMO: "",
      },
      instance: options.instance,
      log: standardLog(),
    });
  }, port);
  terminal.out(`hub ready at ${address}, ${count} processes`);
  await untilStopped(processes);
}

async function startHubHere(options: HubOptions, terminal: Terminal): Promise<void> {
  const url = databaseUrl();
  const port = portOf(options.port, "EDGEWARD_HUB_PORT", 8080);
  const instance = instanceNamed(options);
  const count = workersOf(options);
  // Loaded only here: the other commands need no database driver, and answer sooner without.
  const { startHub } = await import("@edgeward/hub/main.ts");
  const { readTrustedProxies, trustedProxiesVariable } =
    await import("@edgeward/hub/trusted-proxies.ts");
  const trustedProxies = trustedBy(() => readTrustedProxies(process.env[trustedProxiesVariable]));
  if (count > 1) return startHubProcesses(options, { url, port, count }, terminal);
  const settings = {
    databaseUrl: url,
    folder: join(dataFolder(), "hub"),
    trustedProxies,
    port,
    host: options.host,
    instance,
    publicUrl: options.url ?? null,
    allowLoopbackHttp: false,
  };
  const running = await started(() => startHub(settings), port);
  terminal.out(`hub ready at ${running.url}`);
  await untilStopped(running);
}

async function migrateHub(terminal: Terminal): Promise<void> {
  const url = databaseUrl();
  const folder = join(dataFolder(), "hub");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { provisionDatabase } = await import("@edgeward/hub/db/provision.ts");
  try {
    const { applied } = await provisionDatabase(url, join(folder, "database-passwords.json"));
    terminal.out(
      applied.length === 0 ? "the database is up to date" : `applied ${applied.join(", ")}`,
    );
  } catch (error) {
    const isSilent = codeOf(error) === "ECONNREFUSED";
    throw new CommandFailure(
      isSilent ? "the database in DATABASE_URL does not answer" : messageOf(error),
    );
  }
}

async function tlsPortOf(given: string | undefined): Promise<number | null> {
  const { readTlsPort, tlsPortVariable } =
    await import("@edgeward/branch-node/lan/tls/tls-port.ts");
  try {
    return readTlsPort(given ?? process.env[tlsPortVariable]);
  } catch (error) {
    throw new CommandFailure(`${messageOf(error)} (or --tls-port)`, usageExit);
  }
}

async function hostNames(): Promise<readonly string[]> {
  const { hostNamesVariable, readHostNames } =
    await import("@edgeward/branch-node/lan/own-hosts.ts");
  try {
    return readHostNames(process.env[hostNamesVariable]);
  } catch (error) {
    throw new CommandFailure(messageOf(error), usageExit);
  }
}

async function startBranchHere(options: BranchOptions, terminal: Terminal): Promise<void> {
  const port = portOf(options.port, "EDGEWARD_BRANCH_PORT", 8081);
  const tlsPort = await tlsPortOf(options.tlsPort);
  const { KeptBranch } = await import("@edgeward/branch-node/kept-branch.ts");
  const folder = join(dataFolder(), "branch");
  await started(() => askForBranchKey(folder), port);
  const settings = {
    folder,
    host: options.host,
    port,
    tlsPort,
    hostNames: await hostNames(),
    printers: [],
    hubUrl: process.env["EDGEWARD_HUB_URL"] ?? null,
    operatorToken: null,
    enrolment: null,
  };
  const running = await started(() => KeptBranch.start(settings), port);
  terminal.out(`branch ready at ${running.node.url}`);
  await untilStopped(running);
}

function enrolmentCode({ code, codeFile }: Pick<EnrolOptions, "code" | "codeFile">): string {
  if (code !== undefined) return code.trim();
  if (codeFile === undefined)
    throw new CommandFailure("give the code with --code or --code-file", usageExit);
  try {
    return readFileSync(givenPath(codeFile), "utf8").trim();
  } catch (error) {
    throw new CommandFailure(`cannot read the code: ${messageOf(error)}`);
  }
}

const refusal = /^(?<what>[^{]*): \{.*?"message":"(?<why>[^"]*)"/u;

// The platform says only "fetch failed" of a hub that cannot be reached; a refusal quotes the hub's whole answer.
function enrolmentFault(error: unknown, hubUrl: string): string {
  if (error instanceof TypeError) return `${hubUrl} does not answer`;
  const { what, why } = refusal.exec(messageOf(error))?.groups ?? {};
  return what === undefined || why === undefined ? messageOf(error) : `${what}: ${why}`;
}

async function enrolBranch(options: EnrolOptions, terminal: Terminal): Promise<void> {
  const code = enrolmentCode(options);
  if (!URL.canParse(options.hub))
    throw new CommandFailure("--hub wants the hub's address", usageExit);
  const folder = join(dataFolder(), "branch");
  if (existsSync(join(folder, "identity.json"))) {
    throw new CommandFailure(
      `${folder} holds an enrolled branch already; choose another folder with EDGEWARD_DATA, or enrol it anew with its work: edgeward branch enrol-again`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { enrolNode } = await import("@edgeward/branch-node/node/identity.ts");
  const hubUrl = options.hub.replace(/\/+$/u, "");
  try {
    const identity = await enrolNode(folder, hubUrl, code, options.name);
    terminal.out(
      `enrolled as ${identity.nodeId} for branch ${identity.branchId}; start it with: edgeward branch start`,
    );
  } catch (error) {
    throw new CommandFailure(enrolmentFault(error, hubUrl));
  }
}

async function enrolBranchAgain(options: EnrolAgainOptions, terminal: Terminal): Promise<void> {
  const code = enrolmentCode(options);
  if (options.hub !== undefined && !URL.canParse(options.hub))
    throw new CommandFailure("--hub wants the hub's address", usageExit);
  const { enrolAgain } = await import("@edgeward/branch-node/open-branch.ts");
  const hubUrl = options.hub?.replace(/\/+$/u, "") ?? null;
  try {
    const identity = await enrolAgain(join(dataFolder(), "branch"), hubUrl, code, options.name);
    terminal.out(
      `enrolled anew as ${identity.nodeId} for branch ${identity.branchId}; start it again, and it sends all that it has done`,
    );
  } catch (error) {
    throw new CommandFailure(enrolmentFault(error, hubUrl ?? "the hub"));
  }
}

/** `edgeward hub start|migrate|revoke-node`. */
export function addHub(program: Command, terminal: Terminal): void {
  const hub = program.command("hub").description("the hub, on the PostgreSQL in DATABASE_URL");
  hub
    .command("start")
    .description("bring the database up to date and serve until asked to stop")
    .option("--port <port>", "else EDGEWARD_HUB_PORT, else 8080")
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--url <url>", "where callers reach it, when that is another address")
    .option("--instance <name>", "distinguishes several hubs on one database", "hub")
    .option("--workers <number>", "processes that share the port and the work", "1")
    .action((options: HubOptions) => startHubHere(options, terminal));
  hub
    .command("migrate")
    .description("bring the database up to date, and no more")
    .action(() => migrateHub(terminal));
  addHubFiles(hub, terminal);
  addRevocation(hub, terminal);
}

/** `edgeward branch start|enrol|enrol-again|certificate|key`. */
export function addBranch(program: Command, terminal: Terminal): void {
  const branch = program.command("branch").description("the branch node of this machine");
  branch
    .command("start")
    .description("serve the branch until asked to stop")
    .option("--port <port>", "else EDGEWARD_BRANCH_PORT, else 8081")
    .option("--tls-port <port>", "HTTPS: else EDGEWARD_BRANCH_TLS_PORT, else 8443; off for none")
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .action((options: BranchOptions) => startBranchHere(options, terminal));
  branch
    .command("enrol")
    .description("make this machine a branch's node, with a code from the hub (ten minutes, once)")
    .requiredOption("--hub <url>", "the hub")
    .option("--code <code>", "the code")
    .option("--code-file <file>", "a file with the code, which other users then do not see")
    .option("--name <name>", "what the node is called", hostname())
    .action((options: EnrolOptions) => enrolBranch(options, terminal));
  branch
    .command("enrol-again")
    .description(
      "enrol a branch anew that the hub does not know any more, with all that it has done",
    )
    .option("--hub <url>", "the hub, when it is not where it was")
    .option("--code <code>", "the code")
    .option("--code-file <file>", "a file with the code, which other users then do not see")
    .option("--name <name>", "what the node is called", hostname())
    .action((options: EnrolAgainOptions) => enrolBranchAgain(options, terminal));
  addCertificate(branch, terminal);
  addBranchKey(branch, terminal);
  addBranchFiles(branch, terminal);
}
