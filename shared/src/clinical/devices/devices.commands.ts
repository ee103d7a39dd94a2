import type * as z from "zod";
import { enumValueOf } from "#contract/enum-value.ts";
import type { EventType } from "#contract/event-types.ts";
import { fieldError } from "#kernel/errors.ts";
import type { Write } from "#write/model.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { nextState, refusedTransition } from "#resource/state-machine.ts";
import { deviceFields, type devicesContract } from "./devices.contract.ts";
import { deviceEvents } from "./devices.events.ts";
import { findDevice, findDeviceBySerial } from "./devices.queries.ts";
import { deviceStates, firstDeviceStatus, isDecidedByPerson } from "./devices.states.ts";
import { devicesTable, type DeviceRow, type KeptHealth } from "./devices.table.ts";
import {
  deviceStatuses,
  deviceTypes,
  profilesOf,
  type DeviceStatus,
  type DeviceType,
  type DriverProfile,
  type HealthStatus,
} from "./device-values.contract.ts";

type RegisterBody = z.output<typeof devicesContract.register.body>;
type UpdateBody = z.output<typeof devicesContract.update.body>;

function refuseProfile(type: DeviceType, profile: DriverProfile): void {
  const fitting = profilesOf[type];
  if (fitting.includes(profile)) return;
  throw fieldError({
    path: "driver_profile",
    code: "conflicting_fields",
    message: `does not fit a ${type}; one of ${fitting.join(", ")} does`,
  });
}

function refuseRoles(type: DeviceType, roles: readonly string[]): void {
  if (roles.length === 0 || type === "printer" || type === "barcode") return;
  throw fieldError({
    path: "roles",
    code: "conflicting_fields",
    message: "are for what prints",
  });
}

/**
 * A printer of the acting branch that another record may name: any that was not retired.
 * @throws AppError invalid_reference for every other id
 */
export async function printerOfBranch(
  ctx: Pick<WriteContext, "db" | "tenantId" | "branch">,
  path: string,
  id: string,
): Promise<DeviceRow> {
  const row = await findDevice(ctx.db, ctx.tenantId, id);
  const fits =
    row !== undefined &&
    row.branch_id === ctx.branch.id &&
    row.status !== "retired" &&
    (row.device_type === "printer" || row.device_type === "barcode");
  if (fits) return row;
  throw fieldError({
    path,
    code: "invalid_reference",
    message: "names no printer of this branch",
  });
}

async function refuseFallback(
  ctx: WriteContext,
  ownId: string | null,
  fallbackId: string | null | undefined,
): Promise<void> {
  if (fallbackId === null || fallbackId === undefined) return;
  const fallback = await printerOfBranch(ctx, "fallback_device_id", fallbackId);
  if (fallback.id !== ownId) return;
  throw fieldError({
    path: "fallback_device_id",
    code: "invalid_reference",
    message: "names the printer itself",
  });
}

function refuseElsewhere(ctx: WriteContext, row: DeviceRow): void {
  if (row.branch_id === ctx.branch.id) return;
  throw fieldError({
    path: "serial_no",
    code: "duplicate_identifier",
    message: "is registered at another branch of the tenant; retire it there first",
  });
}

function announce(write: Write, event: EventType, row: DeviceRow): void {
  const { device_type, name, status, health_status } = row;
  write.emit(event, devicesTable, row, { device_type, name, status, health_status });
}

/** A device that stands here already, or the new one. */
export interface RegisteredDevice {
  readonly row: DeviceRow;
  readonly isNew: boolean;
}

type DeviceFields = Omit<RegisterBody, "tenant_id" | "branch_id">;

const mapping = recordMapping(deviceFields);

function insertDevice(write: Write, branchId: string, body: DeviceFields): DeviceRow {
  const status = firstDeviceStatus(body.device_type);
  const by = write.origin.actor.id;
  return write.insert(devicesTable, write.runtime.newId("dev"), {
    ...mapping.first(body),
    branch_id: branchId,
    name: body.name ?? `${body.device_type} ${body.serial_no}`,
    health: null,
    status,
    status_history: [{ status, at: write.at, by, reason: null }],
    pairing_code_hash: null,
    pairing_expires_at: null,
  });
}

/** Registers what a node's own settings name, or moves it to where it is now if it stands at that branch already. */
export async function ensureDevice(
  write: Write,
  branchId: string,
  fields: DeviceFields,
): Promise<DeviceRow> {
  const { tenantId } = write.origin;
  const known = await findDeviceBySerial(write.session.kysely, tenantId, fields.serial_no);
  if (known === undefined) {
    const row = insertDevice(write, branchId, fields);
    announce(write, deviceEvents.registered, row);
    return row;
  }
  if (known.branch_id !== branchId) return known;
  return write.update(devicesTable, known, { connection: fields.connection ?? null });
}

/**
 * Registers a device at the acting branch. The same serial number again is the same device, as it stands.
 * @throws AppError conflicting_fields, invalid_reference, duplicate_identifier for one that stands at another branch
 */
export async function registerDevice(
  ctx: WriteContext,
  body: RegisterBody,
): Promise<RegisteredDevice> {
  refuseProfile(body.device_type, body.driver_profile);
  refuseRoles(body.device_type, body.roles ?? []);
  const known = await findDeviceBySerial(ctx.db, ctx.tenantId, body.serial_no);
  if (known !== undefined) {
    refuseElsewhere(ctx, known);
    return { row: known, isNew: false };
  }
  await refuseFallback(ctx, null, body.fallback_device_id);
  const row = insertDevice(ctx.write, ctx.branch.id, body);
  announce(ctx.write, deviceEvents.registered, row);
  return { row, isNew: true };
}

function changedStatus(
  ctx: WriteContext,
  row: DeviceRow,
  to: DeviceStatus,
  reason: string | undefined,
) {
  const from = enumValueOf(deviceStatuses, row.status);
  if (from === to) return {};
  if (!isDecidedByPerson(from, to)) {
    throw refusedTransition(deviceStates.subject, from, to, ["retired"]);
  }
  const status = nextState(deviceStates, from, to);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: reason ?? null };
  // Nobody asks any more how a device is that is not to work.
  const health = to === "active" ? {} : { health_status: "unknown", health: null };
  return { status, status_history: [...row.status_history, step], ...health };
}

/** That another printer stands there has been seen by whoever changes it. */
function seen({ health }: DeviceRow): Partial<Pick<DeviceRow, "health">> {
  const answers = health?.answers;
  if (health === null || answers === undefined || answers.identity_before === null) return {};
  return { health: { ...health, answers: { ...answers, identity_before: null } } };
}

/** Changes a device. @throws AppError invalid_transition, conflicting_fields, invalid_reference */
export async function changeDevice(
  ctx: WriteContext,
  row: DeviceRow,
  body: UpdateBody,
): Promise<DeviceRow> {
  const type = enumValueOf(deviceTypes, row.device_type);
  if (body.driver_profile !== undefined) refuseProfile(type, body.driver_profile);
  refuseRoles(type, body.roles ?? []);
  await refuseFallback(ctx, row.id, body.fallback_device_id);
  const status = body.status === undefined ? {} : changedStatus(ctx, row, body.status, body.reason);
  const after = ctx.write.update(devicesTable, row, {
    ...mapping.later(body),
    ...seen(row),
    ...status,
  });
  if (after.status === "blocked" && row.status !== "blocked") {
    announce(ctx.write, deviceEvents.blocked, after);
  }
  return after;
}

const reachable: ReadonlySet<string> = new Set(["online", "degraded", "error"]);

/**
 * Notes how a device is now; nothing where that is as before. `device.online` and `device.offline` are published when it
 * comes and goes, not when its paper runs low.
 */
export function noteHealth(
  write: Write,
  row: DeviceRow,
  health: { readonly status: HealthStatus; readonly detail: KeptHealth },
): DeviceRow {
  const { detail } = health;
  const isSame =
    row.health_status === health.status &&
    row.health?.paper === detail.paper &&
    row.health.cover_open === detail.cover_open &&
    row.health.drawer_open === detail.drawer_open &&
    row.health.error_code === detail.error_code &&
    JSON.stringify(row.health.answers) === JSON.stringify(detail.answers);
  if (isSame) return row;
  const after = write.update(devicesTable, row, { health_status: health.status, health: detail });
  const wasThere = reachable.has(row.health_status);
  if (reachable.has(health.status) !== wasThere || row.health_status === "unknown") {
    const { online, offline } = deviceEvents;
    announce(write, reachable.has(health.status) ? online : offline, after);
  }
  return after;
}
