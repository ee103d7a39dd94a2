import type { PrinterTransport } from "@edgeward/devices/driver.ts";
import { createIppTransport } from "@edgeward/devices/transport/ipp.ts";
import { createSerialTransport } from "@edgeward/devices/transport/serial.ts";
import { createSpoolerTransport } from "@edgeward/devices/transport/spooler-queue.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { createUsbTransport } from "@edgeward/devices/transport/usb.ts";
import type { DeviceConnection } from "@edgeward/shared/clinical/devices/device-connection.contract.ts";
import type { DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";

const rawPort = 9_100;

function ippTransport(connection: DeviceConnection, driverProfile: string) {
  const { host = "", port, path, tls, certificate_sha256: certificate = null } = connection;
  const isPdf = driverProfile === "pdf_spooler";
  return createIppTransport({
    host,
    ...(port === undefined ? {} : { port }),
    ...(path === undefined ? {} : { path }),
    ...(tls === true || certificate !== null ? { certificate } : {}),
    documentFormat: isPdf ? "application/pdf" : "application/octet-stream",
  });
}

function serialTransport(connection: DeviceConnection): PrinterTransport {
  const { path = "", baud, parity, flow_control: flowControl } = connection;
  return createSerialTransport({
    path,
    ...(baud === undefined ? {} : { baud }),
    ...(parity === undefined ? {} : { parity }),
    ...(flowControl === undefined ? {} : { flowControl }),
  });
}

/** The serial numbers of the other printers of the same make and product at this machine's USB ports. */
export function serialNosBeside(
  { id, connection }: DeviceRow,
  rows: readonly DeviceRow[],
): readonly string[] {
  if (connection?.kind !== "usb") return [];
  const { usb_vid: vendorId, usb_pid: productId } = connection;
  return rows
    .filter((row) => row.id !== id && row.status !== "retired" && row.connection?.kind === "usb")
    .filter(({ connection: at }) => at?.usb_vid === vendorId && at?.usb_pid === productId)
    .map((row) => row.serial_no);
}

/**
 * The way to a printer, or null where it is reached in a way that the node itself has not, such as by a browser.
 * @param rows all that are registered, for printers of the same make and product are distinguished by serial number
 */
export function printerTransport(
  row: DeviceRow,
  rows: readonly DeviceRow[],
): PrinterTransport | null {
  const { connection, driver_profile: driverProfile } = row;
  if (connection === null) return null;
  const { kind, host = "", port = rawPort, path = "" } = connection;
  switch (kind) {
    case "network":
      return createTcpTransport({ host, port });
    case "serial":
    // A Bluetooth printer that is paired with the machine has a serial port there.
    case "bluetooth":
      return serialTransport(connection);
    case "usb":
      return createUsbTransport({
        vendorId: connection.usb_vid ?? "",
        productId: connection.usb_pid ?? "",
        serialNo: row.serial_no,
        otherSerialNos: serialNosBeside(row, rows),
      });
    case "ipp":
      return ippTransport(connection, driverProfile);
    case "spooler":
      return createSpoolerTransport({
        queue: path,
        takes: driverProfile === "pdf_spooler" ? "pages" : "raw",
      });
    case "browser":
      return null;
  }
}
