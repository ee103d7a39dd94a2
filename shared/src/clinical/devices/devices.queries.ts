import { sql } from "kysely";
import { recordFinder, type Viewer } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import { devicesTable, type DeviceRow } from "./devices.table.ts";

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

/** How devices are, with how many jobs wait for each. */
export async function deviceHealth({ db, tenantId }: Viewer, rows: readonly DeviceRow[]) {
  const waiting = await waitingIn(db, tenantId, rows);
  return ({ id, branch_id: branchId, roles, health }: DeviceRow) => {
    const queues = [id, ...roles].map((queue) => waiting.get(`${branchId ?? ""}/${queue}`) ?? 0);
    return {
      health: {
        since: health?.since ?? null,
        last_seen_at: health?.last_seen_at ?? null,
        paper: health?.paper ?? null,
        cover_open: health?.cover_open ?? null,
        drawer_open: health?.drawer_open ?? null,
        error_code: health?.error_code ?? null,
        answers: health?.answers ?? null,
        queue_depth: queues.reduce((sum, count) => sum + count, 0),
      },
    };
  };
}
