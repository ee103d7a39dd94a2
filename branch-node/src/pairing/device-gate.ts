import { devicesTable, type DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import type { WrittenUnit } from "@edgeward/shared/write/model.ts";
import type { Caller } from "@edgeward/shared/resource/context.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { DeviceEnd } from "#lan/sockets.ts";
import type { DeviceHolder } from "#lan/tickets.ts";
import { deviceKeyShape, type DeviceKey } from "./device-sign-in.contract.ts";

/** A kiosk or tablet as the gate knows it. */
export interface GateDevice {
  readonly id: string;
  readonly type: "kiosk" | "bedside_tablet";
  readonly name: string;
  readonly status: string;
  readonly key: DeviceKey | null;
  /** Another after each pairing: what was issued before is void. */
  readonly sessionId: string;
}

/** Whose devices, and who is notified when one may no longer act. */
export interface DeviceGateOptions {
  readonly store: Store;
  readonly identity: Pick<NodeIdentity, "tenantId" | "branchId">;
  /** A device that was let in is blocked, retired or paired anew. */
  readonly onClosed: (deviceId: string, end: DeviceEnd) => void;
}

function gateDevice(row: DeviceRow): GateDevice | null {
  const { id, device_type: type, name, status } = row;
  if (type !== "kiosk" && type !== "bedside_tablet") return null;
  const key = deviceKeyShape.safeParse(row.public_key).data ?? null;
  return { id, type, name, status, key, sessionId: `${id}.${row.last_rotated_at ?? ""}` };
}

// A screen that is locked waits to be unlocked; any other that may not act forgets its key.
function endOf({ status }: GateDevice): DeviceEnd {
  return status === "blocked" ? "locked" : "revoked";
}

/**
 * Which kiosks and tablets may act, in memory: asked with every request, so that a block counts from the very next one.
 * It follows the devices' rows, whoever changes them.
 */
export class DeviceGate {
  readonly #options: DeviceGateOptions;
  readonly #devices = new Map<string, GateDevice>();
  #isClosed = false;

  constructor(options: DeviceGateOptions) {
    this.#options = options;
  }

  /** Reads what stands. */
  async recall(): Promise<void> {
    const { tenantId } = this.#options.identity;
    const rows = await this.#options.store.read({ tenantId }, (session) => this.#rows(session));
    for (const row of rows) this.#take(row);
  }

  /** Takes in what a command has changed. */
  see(unit: WrittenUnit | null): void {
    for (const { table, after } of unit?.rows ?? []) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a row of this very table
      if (table.name === devicesTable.name) this.#take(after as unknown as DeviceRow);
    }
  }

  find(deviceId: string): GateDevice | null {
    return this.#isClosed ? null : (this.#devices.get(deviceId) ?? null);
  }

  /** Whether a token that names a device speaks for one that may not act, is not known, or has been paired anew. */
  isRefused(caller: Pick<Caller, "type" | "deviceId" | "sessionId">): boolean {
    const { type, deviceId, sessionId } = caller;
    if (type !== "device" || deviceId === null) return false;
    return this.refusalOf({ deviceId, sessionId }) !== null;
  }

  /** Lets no device in any more: this machine is its branch's node no longer. */
  closeAll(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const id of this.#devices.keys()) this.#options.onClosed(id, "revoked");
  }

  /** Why a device may not act by the pairing that it names, or null for one that may. */
  refusalOf({ deviceId, sessionId }: DeviceHolder): DeviceEnd | null {
    const device = this.#isClosed ? undefined : this.#devices.get(deviceId);
    if (device?.sessionId !== sessionId) return "revoked";
    return device.status === "active" ? null : endOf(device);
  }

  #take(row: DeviceRow): void {
    const device = gateDevice(row);
    if (device === null || row.branch_id !== this.#options.identity.branchId) return;
    const before = this.#devices.get(device.id);
    this.#devices.set(device.id, device);
    const wasLetIn = before?.status === "active";
    const isSame = device.status === "active" && device.sessionId === before?.sessionId;
    if (wasLetIn && !isSame) this.#options.onClosed(device.id, endOf(device));
  }

  #rows(session: Session): Promise<readonly DeviceRow[]> {
    const { tenantId, branchId } = this.#options.identity;
    return session.kysely
      .selectFrom("devices")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("device_type", "in", ["kiosk", "bedside_tablet"])
      .execute();
  }
}
