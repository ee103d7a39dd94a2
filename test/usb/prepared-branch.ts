import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readIdentity, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { discoveredDevicesContract } from "@edgeward/shared/clinical/devices/discovered-devices.contract.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { signAccessToken } from "@edgeward/shared/http/tokens.ts";
import { writePrograms } from "#support/built-program.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import type { TestTenant } from "#support/seed.ts";
import { announceSeeded } from "#support/synced-branch.ts";
import { until } from "#support/until.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startChild } from "../../scripts/demo/children.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const noteLoadedFiles = new URL("loaded-files.ts", import.meta.url);

/** An enrolled branch that does not run, with all that it needs to run on another machine that sees this one's files. */
export interface PreparedBranch {
  readonly program: string;
  /** Its folder of data. */
  readonly data: string;
  /** What has been compiled of the program. */
  readonly compiled: string;
  /** The files that the program loads, by their real paths. */
  readonly loads: readonly string[];
  readonly identity: NodeIdentity;
  readonly tenant: TestTenant;
}

type Place = Pick<PreparedBranch, "program" | "data" | "compiled"> & {
  readonly loadedList: string;
};

/** A client that acts for the branch, as a person of these roles. */
export async function clientAt(
  url: string,
  { identity, tenant }: Pick<PreparedBranch, "identity" | "tenant">,
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

/** Whether a branch answers, and has its people from the hub. */
export async function knowsDoctor(client: Client, tenant: TestTenant): Promise<boolean> {
  const { body } = await client.call(staffContract.get, { params: { id: tenant.doctorId } });
  return body.id === tenant.doctorId;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function loadedFiles({ loadedList }: Place): readonly string[] {
  const files = readFileSync(loadedList, "utf8").trim().split("\n");
  return [...new Set(files)].filter((file) => file.startsWith(root));
}

// Where it takes a second. What it compiles here is not compiled again on the emulated machine.
async function runUntilSynced(
  hub: TestHub,
  place: Place,
): Promise<Pick<PreparedBranch, "identity" | "tenant">> {
  await announceSeeded(hub);
  const branch = await startChild({
    name: "the branch node",
    file: place.program,
    env: {
      EDGEWARD_DATA: place.data,
      EDGEWARD_BRANCH_PORT: "0",
      EDGEWARD_BRANCH_TLS_PORT: "off",
      EDGEWARD_HUB_URL: hub.url,
      EDGEWARD_ENROL_CODE: await hub.enrolmentCode(hub.tenant.branchId),
      NODE_COMPILE_CACHE: place.compiled,
      NODE_OPTIONS: `--import=${noteLoadedFiles.href}`,
      EDGEWARD_LOADED_FILES: place.loadedList,
    },
    logFile: join(place.data, "enrolment.log"),
    readyWithinMs: 60_000,
  });
  try {
    const identity = await readIdentity(join(place.data, "branch"));
    if (identity === null) throw new Error("the branch has no identity");
    const { tenant } = hub;
    const client = await clientAt(String(branch.ready["url"]), { identity, tenant }, [
      "branch_admin",
    ]);
    await until("the branch has its people", 60_000, () => knowsDoctor(client, tenant));
    // Starts the program that talks to USB, whatever it finds here.
    await client.call(discoveredDevicesContract.list, { query: {} });
    return { identity, tenant };
  } finally {
    await branch.stop();
  }
}

/** Enrols a branch at a hub that is gone afterwards, and brings its people and what it was sent. */
export async function prepareBranch(folder: string): Promise<PreparedBranch> {
  const programFolder = join(folder, "program");
  // To find and read each of hundreds of files costs some 10 ms on the emulated machine, which is most of its start.
  const programs = await writePrograms(programFolder, ["branch"]);
  const place = {
    program: programs("branch"),
    data: join(folder, "data"),
    compiled: join(folder, "compiled"),
    loadedList: join(folder, "loaded"),
  };
  const hub = await startTestHub({ startsAt: new Date().toISOString() });
  try {
    const enrolled = await runUntilSynced(hub, place);
    return { ...place, ...enrolled, loads: [...loadedFiles(place), ...filesIn(programFolder)] };
  } finally {
    await hub.stop();
  }
}
