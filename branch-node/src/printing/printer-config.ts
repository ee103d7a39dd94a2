import type { PrinterTransport } from "@edgeward/devices/driver.ts";
import { labelPrinterOf } from "@edgeward/devices/model/label-models.ts";
import { printerProfileOf } from "@edgeward/devices/model/printer-models.ts";
import type { PrintTimeouts } from "@edgeward/devices/printer/print-job.ts";
import { serialBandBytes, type PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import type { DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import type { PrintMedium } from "#printing/documents/render-document.ts";
import { printerTransport, serialNosBeside } from "./printer-transport.ts";

/** A printer of the branch, and what it is for. */
export interface PrinterConfig {
  /** The id of the device: names the printer in jobs and states. */
  readonly id: string;
  /** What people call it; its id when absent. */
  readonly name?: string;
  /** The queues it takes jobs from: its roles', and its own, which has the name of its id. */
  readonly queues: readonly string[];
  readonly transport: PrinterTransport;
  readonly profile: PrinterProfile;
  /** What documents are set on for it; null for a printer whose language we do not write. */
  readonly medium: PrintMedium | null;
  readonly timeouts?: PrintTimeouts;
  /** The printer that takes its jobs while it cannot. */
  readonly fallbackId?: string | null;
  /** Changes with everything above: a printer whose settings changed is let go of and taken up anew. */
  readonly revision: string;
}

function isPrinter(row: DeviceRow): boolean {
  return row.device_type === "printer" || row.device_type === "barcode";
}

function queuesOf(row: DeviceRow): readonly string[] {
  return [row.id, ...row.roles];
}

// A printer that was blocked or retired leaves its queues to the one that was to stand in for it.
function inheritedBy(row: DeviceRow, rows: readonly DeviceRow[]): readonly string[] {
  return rows
    .filter((other) => other.status !== "active" && other.fallback_device_id === row.id)
    .flatMap(queuesOf);
}

/** What documents are set on for a printer of that profile and model. */
export function mediumOf({
  driver_profile: driver,
  model,
  capabilities,
  connection,
}: Pick<
  DeviceRow,
  "driver_profile" | "model" | "capabilities" | "connection"
>): PrintMedium | null {
  const isSerial = connection?.kind === "serial" || connection?.kind === "bluetooth";
  switch (driver) {
    case "escpos_80":
    case "escpos_58":
    case "escpos_76":
    case "escpos_112":
    case "virtual":
      return {
        kind: "receipt",
        profile: {
          ...printerProfileOf(driver, model),
          ...(isSerial ? { bandBytes: serialBandBytes } : {}),
        },
        hasDrawer: capabilities.includes("drawer"),
        drawerPin: capabilities.includes("drawer_pin_5") ? 5 : 2,
      };
    case "pdf_spooler":
      return { kind: "page" };
    default: {
      const printer = labelPrinterOf(driver, model);
      return printer === null ? null : { kind: "label", ...printer };
    }
  }
}

/** Pages are drawn as the way to their printer takes them. */
export function mediumBy(
  { pagesAs }: Pick<PrinterTransport, "pagesAs">,
  medium: PrintMedium | null,
): PrintMedium | null {
  return medium?.kind === "page" && pagesAs !== undefined ? { ...medium, raster: pagesAs } : medium;
}

/** The printers among a branch's devices that can be printed on: active, and reached in a way that we know. */
export function printerConfigs(rows: readonly DeviceRow[]): readonly PrinterConfig[] {
  const printers = rows.filter(isPrinter);
  return printers
    .filter((row) => row.status === "active")
    .flatMap((row): readonly PrinterConfig[] => {
      const transport = printerTransport(row, printers);
      if (transport === null) return [];
      const queues = [...new Set([...queuesOf(row), ...inheritedBy(row, printers)])];
      const { id, name, driver_profile, model, connection, fallback_device_id: fallbackId } = row;
      const revision = JSON.stringify([
        row.capabilities,
        name,
        driver_profile,
        model,
        connection,
        fallbackId,
        queues,
        serialNosBeside(row, printers),
      ]);
      const profile = printerProfileOf(driver_profile, model);
      const medium = mediumBy(transport, mediumOf(row));
      return [{ id, name, queues, transport, profile, medium, fallbackId, revision }];
    });
}
