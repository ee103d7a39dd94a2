import { browsePrinters } from "@edgeward/devices/discovery/mdns.ts";
import type { FoundDevice } from "@edgeward/devices/discovery/found-device.ts";
import { listSerialPorts, listUsbPrinters } from "@edgeward/devices/discovery/local-ports.ts";
import { probeSubnet, readSubnet, type Subnet } from "@edgeward/devices/discovery/subnet.ts";
import { devicesOfBranch } from "@edgeward/shared/clinical/devices/devices.queries.ts";
import type { DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import {
  discoveredDevicesContract,
  type DiscoveredDevice,
} from "@edgeward/shared/clinical/devices/discovered-devices.contract.ts";
import { fieldError } from "@edgeward/shared/kernel/errors.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";

type Source = FoundDevice["source"];

/** Each way of looking. Rejects where this machine cannot look so. */
export type DiscoverySources = Readonly<{
  mdns: () => Promise<readonly FoundDevice[]>;
  serial: () => Promise<readonly FoundDevice[]>;
  usb: () => Promise<readonly FoundDevice[]>;
  subnet: (subnet: Subnet) => Promise<readonly FoundDevice[]>;
}>;

// Printers answer within a second, also those that were asleep; nobody waits longer for a list.
const browseMs = 1_500;

/** The ways in which a node looks for devices. */
const discoverySources: DiscoverySources = {
  mdns: () => browsePrinters(browseMs),
  serial: listSerialPorts,
  usb: listUsbPrinters,
  subnet: probeSubnet,
};

function subnetOf(text: string | undefined): Subnet | null {
  if (text === undefined) return null;
  const subnet = readSubnet(text);
  if (subnet !== null) return subnet;
  const message = "must be a range of private addresses, /22 or smaller, such as 192.168.1.0/24";
  throw fieldError({ path: "subnet", code: "validation_error", message });
}

function placeOf(connection: Readonly<Record<string, unknown>> | null): string {
  if (connection === null) return "";
  const { kind, host, port, path, usb_vid, usb_pid } = connection;
  return JSON.stringify([kind, host, port, kind === "serial" ? path : null, usb_vid, usb_pid]);
}

// One that was registered by a number of its own is that one, whoever else is found in a place that looks the same.
function registeredAs(
  found: FoundDevice,
  all: readonly FoundDevice[],
  rows: readonly DeviceRow[],
): string | null {
  const kept = rows.filter((row) => row.status !== "retired");
  const bySerial = kept.find((row) => row.serial_no === found.serialNo);
  if (bySerial !== undefined) return bySerial.id;
  const serialNos = new Set(all.map(({ serialNo }) => serialNo));
  const place = placeOf(found.connection);
  const isHere = (row: DeviceRow) =>
    !serialNos.has(row.serial_no) && placeOf(row.connection) === place;
  return kept.find(isHere)?.id ?? null;
}

function present(
  found: FoundDevice,
  all: readonly FoundDevice[],
  rows: readonly DeviceRow[],
): DiscoveredDevice {
  const { source, name, serialNo, vendor, connection } = found;
  const device_id = registeredAs(found, all, rows);
  return { source, name, serial_no: serialNo, vendor, connection: { ...connection }, device_id };
}

// One way that this machine has not is no reason to hide what the others found.
async function lookBy(
  source: Source,
  look: Promise<readonly FoundDevice[]>,
): Promise<{ readonly found: readonly FoundDevice[]; readonly missing: readonly Source[] }> {
  try {
    return { found: await look, missing: [] };
  } catch {
    return { found: [], missing: [source] };
  }
}

/** `GET /v1/discovered-devices`. */
export function discoveryModule(sources: DiscoverySources = discoverySources): Module {
  return defineModule("discovered-devices", discoveredDevicesContract, {
    list: async ({ query }, ctx) => {
      const subnet = subnetOf(query.subnet);
      const [rows, ...looks] = await Promise.all([
        devicesOfBranch(ctx.db, ctx.tenantId, ctx.branch.id),
        lookBy("mdns", sources.mdns()),
        lookBy("serial", sources.serial()),
        lookBy("usb", sources.usb()),
        ...(subnet === null ? [] : [lookBy("subnet", sources.subnet(subnet))]),
      ]);
      const all = looks.flatMap(({ found }) => found);
      return {
        data: all.map((found) => present(found, all, rows)),
        unavailable: looks.flatMap(({ missing }) => missing),
      };
    },
  });
}
