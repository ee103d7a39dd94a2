import { noteHealth } from "@edgeward/shared/clinical/devices/devices.commands.ts";
import { devicesTable } from "@edgeward/shared/clinical/devices/devices.table.ts";
import type { WrittenUnit, WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { branchOrigin } from "#node/branch-origin.ts";

/** Whose devices, and who is notified after the commit. */
export interface DeviceHealthOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly identity: { readonly tenantId: string; readonly branchId: string };
  readonly onWritten: (unit: WrittenUnit | null) => void;
}

/** Notes that a device has come or gone. One that is not to work stays as it is. */
export async function noteThere(
  options: DeviceHealthOptions,
  deviceId: string,
  isThere: boolean,
): Promise<void> {
  const { store, runtime, identity } = options;
  const { tenantId } = identity;
  const unit = await store.write({ tenantId }, async (session) => {
    const origin = branchOrigin(identity, "system", "system");
    const write = openWrite(session, runtime, origin, "device.note_health");
    const row = await write.load(devicesTable, deviceId);
    if (row === null || row.status !== "active") return null;
    const status = isThere ? "online" : "offline";
    if (row.health_status === status) return null;
    const last_seen_at = isThere ? write.at : (row.health?.last_seen_at ?? null);
    const detail = {
      since: write.at,
      last_seen_at,
      paper: null,
      cover_open: null,
      drawer_open: null,
    };
    noteHealth(write, row, { status, detail: { ...detail, error_code: null } });
    return write.flush([]);
  });
  if (unit !== null) options.onWritten(unit);
}
