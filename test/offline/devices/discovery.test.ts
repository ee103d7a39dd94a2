import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { discoveryModule } from "@edgeward/branch-node/printing/discovery.module.ts";
import { listUsbPrinters } from "@edgeward/devices/discovery/local-ports.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { discoveredDevicesContract } from "@edgeward/shared/clinical/devices/discovered-devices.contract.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { clientFor } from "#support/node.ts";
import { isAbleToUnshare, onOwnNetwork } from "#support/own-network.ts";

const run = promisify(execFile);
const child = fileURLToPath(new URL("mdns-child.ts", import.meta.url));

test("a printer that announces itself is found, and a node announces itself", async (context) => {
  if (!isAbleToUnshare() && process.env["CI"] !== "true") {
    context.skip("needs root, unshare and iproute2 for a network of its own");
  }
  const { file, args } = onOwnNetwork('"$@"', [process.execPath, child]);
  const { stdout } = await run(file, args, { timeout: 30_000 });
  expect(JSON.parse(stdout)).toEqual({
    printer: {
      source: "mdns",
      name: "Front desk",
      serialNo: "X5Y1",
      vendor: "EPSON",
      connection: { kind: "network", host: "10.77.0.1", port: 9100 },
    },
    node: 'Kothrud 8081 edgeward-kot.local true {"branch":"brn_1"}',
  });
});

test("a machine without USB says so, and goes on", async () => {
  const outcome = await listUsbPrinters().then(
    (printers) => Array.isArray(printers),
    (error: unknown) => error instanceof Error,
  );
  expect(outcome).toBe(true);
});

test("what is found is shown with what of it is registered, and where nobody could look", async () => {
  const found = (name: string, port: number) =>
    ({
      source: "mdns",
      name,
      serialNo: null,
      vendor: null,
      connection: { kind: "network", host: "192.0.2.9", port },
    }) as const;
  const looked: unknown[] = [];
  const module = discoveryModule({
    mdns: () => Promise.resolve([found("known", 9100), found("new", 9101)]),
    serial: () => Promise.reject(new Error("spawn udevadm ENOENT")),
    usb: () => Promise.resolve([]),
    subnet: (subnet) => {
      looked.push(subnet);
      return Promise.resolve([]);
    },
  });
  const node = await startTestBranch({ modules: [module] });
  try {
    const client = await clientFor(node, node.tenant);
    const body = {
      device_type: "printer",
      driver_profile: "escpos_80",
      serial_no: "1",
      connection: { kind: "network", host: "192.0.2.9", port: 9100 },
    } as const;
    const { id } = (await client.call(devicesContract.register, { body })).body;
    const { list } = discoveredDevicesContract;
    const answer = (await client.call(list, { query: { subnet: "192.168.7.0/24" } })).body;
    expect(answer.data.map(({ name, device_id }) => [name, device_id])).toEqual([
      ["known", id],
      ["new", null],
    ]);
    expect(answer.unavailable).toEqual(["serial"]);
    expect(looked).toHaveLength(1);
    const foreign = client.call(list, { query: { subnet: "8.8.8.0/24" } });
    await expect(foreign).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "subnet" }] },
    });
    const clerk = await clientFor(node, node.tenant, { claims: { roles: ["front_desk"] } });
    await expect(clerk.call(list, {})).rejects.toMatchObject({ status: 403 });
  } finally {
    await node.stop();
  }
});

test("of two USB printers of one make, the one whose serial number is registered is the registered one", async () => {
  const found = (serialNo: string | null) =>
    ({
      source: "usb",
      name: "TM-T82III",
      serialNo,
      vendor: "EPSON",
      connection: { kind: "usb", usb_vid: "04b8", usb_pid: "0e15" },
    }) as const;
  let plugged = [found("X2"), found("X1")];
  const module = discoveryModule({
    mdns: () => Promise.resolve([]),
    serial: () => Promise.resolve([]),
    usb: () => Promise.resolve(plugged),
    subnet: () => Promise.resolve([]),
  });
  const node = await startTestBranch({ modules: [module] });
  try {
    const client = await clientFor(node, node.tenant);
    const body = {
      device_type: "printer",
      driver_profile: "escpos_80",
      serial_no: "X1",
      connection: { kind: "usb", usb_vid: "04b8", usb_pid: "0e15" },
    } as const;
    const { id } = (await client.call(devicesContract.register, { body })).body;
    const known = async () => {
      const { data } = (await client.call(discoveredDevicesContract.list, { query: {} })).body;
      return data.map(({ serial_no, device_id }) => [serial_no, device_id]);
    };
    expect(await known()).toEqual([
      ["X2", null],
      ["X1", id],
    ]);
    // Alone, it may be the registered one, whose number somebody has read from its back.
    plugged = [found("X3")];
    expect(await known()).toEqual([["X3", id]]);
  } finally {
    await node.stop();
  }
});
