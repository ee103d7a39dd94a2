import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import {
  devicesContract,
  type Device,
} from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { newestPatient, startBranch, untilFound } from "./branch-contests.ts";
import { enrolmentCode } from "./nodes.ts";
import { TimedLine, type LineMessage } from "./timed-line.ts";
import { longestWaitMs } from "./waits.ts";
import { headersFor, tokenFrom, type World } from "./world.ts";

/** A branch that is connected to its hub, and a desk at it. */
export interface DeviceDesk {
  readonly url: string;
  /** Of the branch's process. */
  readonly pid: number;
  readonly providerId: string;
  /** Acts as a person with every clinical role. */
  readonly client: Client;
  stop(): Promise<void>;
}

type RegisterBody = NonNullable<RequestOf<typeof devicesContract.register>["body"]>;

/** What a device is registered with; name and serial number are given to it. */
export type DevicePlan = Omit<RegisterBody, "serial_no" | "name">;

/** Starts a branch of its own for the contests of devices, and waits until it has what the hub has. */
export async function openDeviceDesk(world: World): Promise<DeviceDesk> {
  const { access } = world.hub;
  const { tenant_id: tenantId, branch_id: branchId, provider_id: providerId } = access.demo;
  const env = {
    EDGEWARD_DATA: join(world.folder, "devices"),
    EDGEWARD_HUB_URL: access.url,
    EDGEWARD_ENROL_CODE: await enrolmentCode(access, branchId),
  };
  const branch = await startBranch(world, env, world.options.profileFolder);
  const url = String(branch.ready["url"]);
  try {
    const atHub = headersFor(tenantId, branchId, await tokenFrom(access.url, access));
    await untilFound(`${url}/v1/patients/${await newestPatient(world, atHub)}`, atHub);
    const headers = headersFor(tenantId, branchId, await tokenFrom(url, access));
    const client = createClient({ baseUrl: url, headers: () => headers });
    return { url, pid: branch.pid, providerId, client, stop: () => branch.stop() };
  } catch (error) {
    await branch.stop();
    throw error;
  }
}

let registered = 0;

/** Registers a device that stands at the desk. */
export async function registerDevice({ client }: DeviceDesk, plan: DevicePlan): Promise<Device> {
  registered += 1;
  const body = { ...plan, name: `Device ${registered}`, serial_no: `BENCH-${registered}` };
  return (await client.call(devicesContract.register, { body })).body;
}

/** Registers a receipt printer at a port of this machine. */
export function registerPrinter(
  desk: DeviceDesk,
  port: number,
  roles: DevicePlan["roles"] = [],
): Promise<Device> {
  return registerDevice(desk, {
    device_type: "printer",
    driver_profile: "escpos_80",
    model: "epson_tm_m30",
    connection: { kind: "network", host: "127.0.0.1", port },
    roles,
  });
}

/** Blocks a device, lets it work again, or takes it away for good. */
export async function setStatus(
  { client }: DeviceDesk,
  { id }: Pick<Device, "id">,
  status: "blocked" | "active" | "retired",
): Promise<void> {
  await client.call(devicesContract.update, { params: { id }, body: { status } });
}

/** Opens a page of the desk by its live connection. */
export async function openPage({ client, url }: DeviceDesk): Promise<TimedLine> {
  const { body } = await client.call(wsTicketContract.create, { body: {} });
  return TimedLine.open(url, `ticket=${body.ticket}`);
}

const eventShape = z.object({ event: z.object({ type: z.string(), entity_id: z.string() }) });
const jobShape = z.object({ type: z.literal("print"), job: z.looseObject({ status: z.string() }) });

/** Whether a page is notified of an event of that record. */
export function eventOf(type: string, id: string): (message: LineMessage) => boolean {
  return (message) => {
    const { data } = eventShape.safeParse(message);
    return data?.event.type === type && data.event.entity_id === id;
  };
}

/** Whether a page is notified that a job has been printed. */
export function isPrinted(message: LineMessage): boolean {
  return jobShape.safeParse(message).data?.job.status === "printed";
}

// A page asks when it is notified, not as fast as it can.
const askAgainMs = 10;

/** When `GET /v1/devices` was answered that shows the device so; null when none does within half a minute. */
export async function untilShown(
  { client }: DeviceDesk,
  device: Pick<Device, "id" | "device_type">,
  health: Device["health_status"],
): Promise<number | null> {
  const query = { device_type: device.device_type, health_status: health, limit: "100" };
  const end = performance.now() + longestWaitMs;
  while (performance.now() < end) {
    const { body } = await client.call(devicesContract.list, { query });
    if (body.data.some(({ id }) => id === device.id)) return performance.now();
    await delay(askAgainMs);
  }
  return null;
}

/** Registers a receipt printer and waits until it is shown to be ready. */
export async function readyPrinter(
  desk: DeviceDesk,
  port: number,
  roles: DevicePlan["roles"] = [],
): Promise<Device> {
  const device = await registerPrinter(desk, port, roles);
  await untilShown(desk, device, "online");
  return device;
}
