import { ensureDevice } from "@edgeward/shared/clinical/devices/devices.commands.ts";
import type { OpenWrite } from "@edgeward/shared/write/model.ts";
import * as z from "zod";

/** Printers of a branch, as its settings name them before anybody has registered one. */
export const settingsPrintersShape = z.array(
  z.strictObject({
    /** Its serial number in the register. */
    id: z.string().min(1).max(64),
    role: z.enum(["token", "bill", "receipt", "report", "prescription", "discharge"]),
    host: z.string(),
    port: z.int().min(1).max(65_535),
    profile: z.enum(["epson_80", "generic_80", "generic_58"]),
  }),
);

/** One printer that the settings name. */
export type SettingsPrinter = z.output<typeof settingsPrintersShape>[number];

const drivers = {
  epson_80: { driver_profile: "escpos_80", model: "epson_tm_m30" },
  generic_80: { driver_profile: "escpos_80", model: null },
  generic_58: { driver_profile: "escpos_58", model: null },
} as const;

/** Registers the printers that the settings name, or moves those that are registered to where they are now. */
export async function registerSettingsPrinters(
  write: OpenWrite,
  branchId: string,
  printers: readonly SettingsPrinter[],
): Promise<void> {
  for (const { id, role, host, port, profile } of printers) {
    await ensureDevice(write, branchId, {
      device_type: "printer",
      serial_no: id,
      name: id,
      ...drivers[profile],
      connection: { kind: "network", host, port },
      roles: [role],
    });
  }
}
