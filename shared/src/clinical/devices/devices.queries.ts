import { sql } from "kysely";
import { enumValueOf } from "#contract/enum-value.ts";
import { inList } from "#db/statements.ts";
import {
  presentRecord,
  whereFields,
  madeWithin,
  recordFinder,
  type RecordTimes,
  type FieldFilters,
  syncStatesOf,
  type Viewer,
} from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Device } from "./devices.contract.ts";
import { devicesTable, type DeviceRow } from "./devices.table.ts";
import {
  deviceCapabilities,
  deviceModules,
  deviceStatuses,
  deviceTypes,
  driverProfiles,
  healthStatuses,
  printerRoles,
} from "./device-values.contract.ts";

/** One device of the tenant, or undefined. */
export const findDevice = recordFinder(devicesTable);

/** The device with a serial number that has not been retired, or undefined. */
export function findDeviceBySerial(
  db: Reader,
  tenantId: string,
  serialNo: string,
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom("devices")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("serial_no", "=", serialNo)
    .where("status", "!=", "retired")
    .orderBy("id")
    .executeTakeFirst();
}

/** The devices of a branch that may do something now, oldest first; a branch has tens, not thousands. */
export function activeDevices(
  db: Reader,
  tenantId: string,
  branchId: string,
): Promise<readonly DeviceRow[]> {
  return db
    .selectFrom("devices")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "active")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** All devices of a branch, those that work no more included, oldest first. */
export function devicesOfBranch(
  db: Reader,
  tenantId: string,
  branchId: string,
): Promise<readonly DeviceRow[]> {
  return db
    .selectFrom("devices")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Which devices a list is of. */
export interface DeviceFilters extends RecordTimes {
  readonly branchId: string;
  readonly module?: string | undefined;
  readonly device_type?: string | undefined;
  readonly health_status?: string | undefined;
  readonly status?: string | undefined;
}

/** The devices that the filters leave. */
export function filteredDevices(db: Reader, tenantId: string, filters: DeviceFilters) {
  const { module, device_type, health_status, status } = filters;
  return db
    .selectFrom("devices")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", filters.branchId)
    .where(
      whereFields({ module, device_type, health_status, status } satisfies FieldFilters<DeviceRow>),
    )
    .where(madeWithin(filters));
}

/** How many jobs wait in each queue that these devices take from: a role's, or a device's own. */
async function waitingIn(
  db: Reader,
  tenantId: string,
  rows: readonly DeviceRow[],
): Promise<ReadonlyMap<string, number>> {
  const queues = [...new Set(rows.flatMap((row) => [row.id, ...row.roles]))];
  const branches = [...new Set(rows.flatMap((row) => row.branch_id ?? []))];
  if (rows.length === 0) return new Map();
  const counted = await db
    .selectFrom("print_jobs")
    .select(["branch_id", "device_role", sql<number>`cast(count(*) as integer)`.as("waiting")])
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "in", inList(branches))
    .where("status", "in", ["queued", "printing"])
    .where("device_role", "in", inList(queues))
    .groupBy(["branch_id", "device_role"])
    .execute();
  return new Map(counted.map((row) => [`${row.branch_id ?? ""}/${row.device_role}`, row.waiting]));
}

function presentFields(row: DeviceRow, queueDepth: number) {
  const { health } = row;
  return {
    id: row.id,
    branch_id: row.branch_id,
    device_type: enumValueOf(deviceTypes, row.device_type),
    serial_no: row.serial_no,
    driver_profile: enumValueOf(driverProfiles, row.driver_profile),
    name: row.name,
    module: row.module === null ? null : enumValueOf(deviceModules, row.module),
    connection: row.connection,
    location: row.location_text,
    firmware: row.firmware,
    model: row.model,
    vendor: row.vendor,
    capabilities: row.capabilities.map((word) => enumValueOf(deviceCapabilities, word)),
    roles: row.roles.map((word) => enumValueOf(printerRoles, word)),
    fallback_device_id: row.fallback_device_id,
    health_status: enumValueOf(healthStatuses, row.health_status),
    health: {
      since: health?.since ?? null,
      last_seen_at: health?.last_seen_at ?? null,
      paper: health?.paper ?? null,
      cover_open: health?.cover_open ?? null,
      drawer_open: health?.drawer_open ?? null,
      error_code: health?.error_code ?? null,
      answers: health?.answers ?? null,
      queue_depth: queueDepth,
    },
    status: enumValueOf(deviceStatuses, row.status),
    status_history: [...row.status_history],
    public_key: row.public_key,
    last_rotated_at: row.last_rotated_at,
  };
}

/** Rows as the wire answers them. */
export async function presentDevices(
  viewer: Viewer,
  rows: readonly DeviceRow[],
): Promise<Device[]> {
  const ids = rows.map((row) => row.id);
  const [stateOf, waiting] = await Promise.all([
    syncStatesOf(viewer, ids),
    waitingIn(viewer.db, viewer.tenantId, rows),
  ]);
  const depthOf = (row: DeviceRow) =>
    [row.id, ...row.roles]
      .map((queue) => waiting.get(`${row.branch_id ?? ""}/${queue}`) ?? 0)
      .reduce((sum, count) => sum + count, 0);
  return rows.map((row) => ({
    ...presentFields(row, depthOf(row)),
    ...presentRecord(row, stateOf(row.id)),
  }));
}

/** One row as the wire answers it. */
export async function presentDevice(viewer: Viewer, row: DeviceRow): Promise<Device> {
  const [device] = await presentDevices(viewer, [row]);
  if (device === undefined) throw new Error("a row was presented as nothing");
  return device;
}
