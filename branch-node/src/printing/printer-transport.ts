import type { PrinterTransport } from "@edgeward/devices/driver.ts";
import { createIppTransport } from "@edgeward/devices/transport/ipp.ts";
import { createSerialTransport } from "@edgeward/devices/transport/serial.ts";
import { createSpoolerTransport } from "@edgeward/devices/transport/spooler-queue.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { createUsbTransport } from "@edgeward/devices/transport/usb.ts";
import type { DeviceConnection } from "@edgeward/shared/clinical/devices/device-connection.contract.ts";

const rawPort = 9_100;

function ippTransport({ host = "", port, path }: DeviceConnection, driverProfile: string) {
  const isPdf = driverProfile === "pdf_spooler";
  return createIppTransport({
    host,
    ...(port === undefined ? {} : { port }),
    ...(path === undefined ? {} : { path }),
    documentFormat: isPdf ? "application/pdf" : "application/octet-stream",
  });
}

function serialTransport({ path = "", baud }: DeviceConnection): PrinterTransport {
  return createSerialTransport({ path, ...(baud === undefined ? {} : { baud }) });
}

/** The way to a printer, or null where it is reached in a way that the node itself has not, such as by a browser. */
export function printerTransport(
  connection: DeviceConnection | null,
  driverProfile: string,
): PrinterTransport | null {
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
      });
    case "ipp":
      return ippTransport(connection, driverProfile);
    case "spooler":
      return createSpoolerTransport({ queue: path });
    case "browser":
      return null;
  }
}
