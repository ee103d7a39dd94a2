import { FrameReader } from "@edgeward/devices/scanner/frame-reader.ts";
import { findHidScanner } from "@edgeward/devices/scanner/find-hid-scanner.ts";
import { HidPosReader } from "@edgeward/devices/scanner/hid-pos.ts";
import {
  ScannerLink,
  type OpenPort,
  type ScannerState,
} from "@edgeward/devices/scanner/scanner-link.ts";
import {
  hidScannerPort,
  networkScannerPort,
  serialScannerPort,
} from "@edgeward/devices/scanner/scanner-ports.ts";
import type { DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";

/** A scan, and which scanner it came from. */
export interface Scan {
  readonly scannerId: string;
  readonly scannerName: string;
  readonly text: string;
}

/** What the station reports. */
export interface StationOptions {
  readonly onScan: (scan: Scan) => void;
  readonly onState: (scannerId: string, state: ScannerState) => void;
}

const usualBaud = 9_600;
const usualPort = 4_001;

/** How a registered scanner is read; null for one that types like a keyboard and for what is no scanner. */
function portOf(row: DeviceRow): { readonly open: OpenPort; readonly isHid: boolean } | null {
  if (row.device_type !== "scanner" && row.device_type !== "barcode") return null;
  const { kind, path, baud, host, port, usb_vid: vendor, usb_pid: product } = row.connection ?? {};
  if ((kind === "serial" || kind === "bluetooth") && path !== undefined) {
    return { open: serialScannerPort({ path, baudRate: baud ?? usualBaud }), isHid: false };
  }
  const isReader = row.driver_profile === "serial_scanner" || row.driver_profile === "virtual";
  if (kind === "network" && isReader && host !== undefined) {
    return { open: networkScannerPort(host, port ?? usualPort), isHid: false };
  }
  if (kind !== "usb" || vendor === undefined || product === undefined) return null;
  const open: OpenPort = async (onBytes) =>
    hidScannerPort(path ?? (await findHidScanner(vendor, product)))(onBytes);
  return { open, isHid: true };
}

interface Attached {
  readonly link: ScannerLink;
  /** What it was opened with: another connection is another link. */
  readonly connection: string;
}

/** The scanners that hang on the branch's own machine: each registered one is kept open, and each scan is reported. */
export class ScannerStation {
  readonly #options: StationOptions;
  readonly #attached = new Map<string, Attached>();

  constructor(options: StationOptions) {
    this.#options = options;
  }

  /** Takes in how a device stands now: opens it, opens it anew, or lets it go. */
  async take(row: DeviceRow): Promise<void> {
    const port = row.status === "active" ? portOf(row) : null;
    const connection = JSON.stringify([row.connection, row.name]);
    const known = this.#attached.get(row.id);
    if (port !== null && known?.connection === connection) return;
    this.#attached.delete(row.id);
    await known?.link.close();
    if (port === null) return;
    const onScan = (text: string) =>
      this.#options.onScan({ scannerId: row.id, scannerName: row.name, text });
    const link = new ScannerLink({
      open: port.open,
      reader: port.isHid ? new HidPosReader({ onScan }) : new FrameReader({ onScan }),
      onState: (state) => this.#options.onState(row.id, state),
    });
    this.#attached.set(row.id, { link, connection });
  }

  /** Lets all scanners go. */
  async stop(): Promise<void> {
    await Promise.all([...this.#attached.values()].map(({ link }) => link.close()));
    this.#attached.clear();
  }
}
