import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readIdentity, type NodeIdentity } from "@edgeward/branch-node/identity.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { signAccessToken } from "@edgeward/shared/http/tokens.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import type { TestTenant } from "#support/seed.ts";
import { announceSeeded } from "#support/synced-branch.ts";
import { until } from "#support/until.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startChild } from "../../scripts/demo/children.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { freePort } from "../../scripts/demo/preflight.ts";
import { gadgetDrivers, hostDrivers, usbPorts } from "./gadgets.ts";
import type { MachineParts } from "./kernel.ts";
import { Machine } from "./machine.ts";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/u, "");
const branchProgram = join(root, "branch-node", "src", "process.ts");
const noteLoadedFiles = new URL("loaded-files.ts", import.meta.url);
const branchPort = 8_081;
// All software, on a machine that others use too.
const startWithinMs = 180_000;

/** A whole branch node, enrolled and out of its hub's reach, on an emulated machine that may get USB ports. */
export interface UsbBranch {
  readonly machine: Machine;
  readonly url: string;
  readonly tenant: TestTenant;
  /** A client that acts for the branch, as a person of these roles. */
  client(roles: readonly string[]): Promise<Client>;
  /** The number of the process that the branch runs in; it changes when the branch had to be started anew. */
  processId(): Promise<number>;
  stop(): Promise<void>;
}

interface Enrolled {
  readonly folder: string;
  readonly identity: NodeIdentity;
  readonly tenant: TestTenant;
}

async function clientAt(
  url: string,
  { identity, tenant }: Enrolled,
  roles: readonly string[],
): Promise<Client> {
  const { tenantId, branchId, nodeId, privateKey } = identity;
  const issuer = `branch:${nodeId}`;
  const people = { sub: tenant.clerkId, tid: tenantId, bids: [branchId], roles };
  const claims = { iss: issuer, aud: `branch:${branchId}`, ...people };
  const session = createIdSource(Date.now)("ses");
  const key = { kid: nodeId, privateKey };
  const token = await signAccessToken(key, claims, 3_600, Date.now(), session);
  const headers = {
    authorization: `Bearer ${token}`,
    "x-tenant-id": tenantId,
    "x-branch-id": branchId,
  };
  return createClient({ baseUrl: url, headers: () => headers });
}

function loadedList(folder: string): string {
  return join(folder, "loaded");
}

/** What the branch loads when it runs, and what has been compiled of it. */
function filesToBring(folder: string): readonly string[] {
  const loaded = readFileSync(loadedList(folder), "utf8").trim().split("\n");
  const compiled = readdirSync(join(folder, "compiled"), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, "compiled", name))
    .filter((file) => statSync(file).isFile());
  return [...new Set(loaded)].filter((file) => file.startsWith(`${root}/`)).concat(compiled);
}

async function knowsDoctor(client: Client, { tenant }: Enrolled): Promise<boolean> {
  const { body } = await client.call(staffContract.get, { params: { id: tenant.doctorId } });
  return body.id === tenant.doctorId;
}

// On this machine itself, where it takes a second: what it compiles is not compiled again on the emulated one.
async function runUntilSynced(hub: TestHub, folder: string): Promise<Enrolled> {
  await announceSeeded(hub);
  const branch = await startChild({
    name: "the branch node",
    file: branchProgram,
    env: {
      EDGEWARD_DATA: folder,
      EDGEWARD_BRANCH_PORT: "0",
      EDGEWARD_HUB_URL: hub.url,
      EDGEWARD_ENROL_CODE: await hub.enrolmentCode(hub.tenant.branchId),
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      NODE_OPTIONS: `--import=${noteLoadedFiles.href}`,
      EDGEWARD_LOADED_FILES: loadedList(folder),
    },
    logFile: join(folder, "enrolment.log"),
    readyWithinMs: 60_000,
  });
  try {
    const identity = await readIdentity(join(folder, "branch"));
    if (identity === null) throw new Error("the branch has no identity");
    const enrolled = { folder, identity, tenant: hub.tenant };
    const client = await clientAt(String(branch.ready["url"]), enrolled, ["branch_admin"]);
    await until("the branch has its people", 60_000, () => knowsDoctor(client, enrolled));
    return enrolled;
  } finally {
    await branch.stop();
  }
}

async function enrol(folder: string): Promise<Enrolled> {
  const hub = await startTestHub({ startsAt: new Date().toISOString() });
  try {
    return await runUntilSynced(hub, folder);
  } finally {
    await hub.stop();
  }
}

async function startBranchIn(machine: Machine, folder: string): Promise<void> {
  const node = `${process.execPath} --disable-warning=ExperimentalWarning`;
  await machine.run(`
    mkdir /run/data
    cp -r ${folder}/branch /run/data/branch
    cp -r ${folder}/compiled /run/data/compiled
    export EDGEWARD_DATA=/run/data EDGEWARD_BRANCH_HOST=0.0.0.0 EDGEWARD_BRANCH_PORT=${branchPort}
    export NODE_COMPILE_CACHE=/run/data/compiled CI=${process.env["CI"] ?? ""}
    setsid ${node} ${branchProgram} </dev/null >/run/branch.log 2>&1 &
    echo $! > /run/branch.pid`);
}

/** Starts one without any USB. @throws Error with what stood on the machine's console */
export async function startUsbBranch(parts: MachineParts): Promise<UsbBranch> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-usb-"));
  const port = await freePort();
  const drivers = [usbPorts, ...hostDrivers, ...gadgetDrivers];
  const forwards = [{ hostPort: port, guestPort: branchPort }];
  const enrolled = await enrol(folder);
  const broughtFiles = filesToBring(folder);
  const broughtFolders = [root, folder];
  const machine = await Machine.boot({
    parts,
    drivers,
    folder,
    forwards,
    broughtFiles,
    broughtFolders,
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await machine.off();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await startBranchIn(machine, folder);
    const client = await clientAt(url, enrolled, ["branch_admin"]);
    await until("the branch answers", startWithinMs, () => knowsDoctor(client, enrolled));
  } catch (error) {
    const log = await machine.run("cat /run/branch.log").catch(String);
    await stop();
    throw new Error(`the branch does not run on the emulated machine: ${log}`, { cause: error });
  }
  return {
    machine,
    url,
    tenant: enrolled.tenant,
    client: (roles) => clientAt(url, enrolled, roles),
    processId: async () =>
      Number(await machine.run("pid=$(cat /run/branch.pid); kill -0 $pid; echo $pid")),
    stop,
  };
}
