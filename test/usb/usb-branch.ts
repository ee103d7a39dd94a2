import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { TestTenant } from "#support/seed.ts";
import { keptFolder } from "#support/quick-folder.ts";
import { until } from "#support/until.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { freePort } from "../../scripts/free-port.ts";
import { gadgetDrivers, hostDrivers, usbPorts } from "./gadgets.ts";
import type { MachineParts } from "./kernel.ts";
import { Machine } from "./machine.ts";
import { clientAt, knowsDoctor, prepareBranch, type PreparedBranch } from "./prepared-branch.ts";

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

async function startIn(machine: Machine, { program, data, compiled, loads }: PreparedBranch) {
  await machine.bring(loads);
  const node = "/run/programs/node --disable-warning=ExperimentalWarning";
  await machine.run(`
    mkdir /run/data
    cp -r ${data}/branch /run/data/branch
    cp -r ${compiled} /run/data/compiled
    export EDGEWARD_DATA=/run/data EDGEWARD_BRANCH_HOST=0.0.0.0 EDGEWARD_BRANCH_PORT=${branchPort} EDGEWARD_BRANCH_TLS_PORT=off
    export NODE_COMPILE_CACHE=/run/data/compiled CI=${process.env["CI"] ?? ""}
    setsid ${node} ${program} </dev/null >/run/branch.log 2>&1 &
    echo $! > /run/branch.pid`);
}

async function untilItAnswers(machine: Machine, url: string, prepared: PreparedBranch) {
  try {
    await startIn(machine, prepared);
    const client = await clientAt(url, prepared, ["branch_admin"]);
    await until("the branch answers", startWithinMs, () => knowsDoctor(client, prepared.tenant));
  } catch (error) {
    const log = await machine.run("cat /run/branch.log").catch(String);
    throw new Error(`the branch does not run on the emulated machine: ${log}`, { cause: error });
  }
}

/** Starts one without any USB. @throws Error with what stood on the machine's console */
export async function startUsbBranch(parts: MachineParts): Promise<UsbBranch> {
  // The emulated machine reads this one's files, but has a `/dev` of its own, where a run may have its quick folder.
  const folder = realpathSync(mkdtempSync(join(keptFolder(), "edgeward-usb-")));
  const port = await freePort();
  const drivers = [usbPorts, ...hostDrivers, ...gadgetDrivers];
  const forwards = [{ hostPort: port, guestPort: branchPort }];
  // One machine starts while the other prepares what is to run on it.
  const booting = Machine.boot({ parts, drivers, folder, forwards, programs: [process.execPath] });
  const stop = async () => {
    const machine = await booting.catch(() => null);
    await machine?.off();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    const [machine, prepared] = await Promise.all([booting, prepareBranch(folder)]);
    await untilItAnswers(machine, url, prepared);
    return {
      machine,
      url,
      tenant: prepared.tenant,
      client: (roles) => clientAt(url, prepared, roles),
      processId: async () =>
        Number(await machine.run("pid=$(cat /run/branch.pid); kill -0 $pid; echo $pid")),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
