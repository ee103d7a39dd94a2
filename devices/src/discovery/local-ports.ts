import { SerialPort } from "serialport";
import { startUsbProgram } from "#transport/usb-program.ts";
import type { UsbNews, UsbRequest } from "#transport/usb-protocol.ts";
import type { FoundDevice } from "./found-device.ts";

const usbWithinMs = 5_000;

/** The serial ports at which something hangs. Rejects where the machine does not list them, as without `udevadm`. */
export async function listSerialPorts(): Promise<readonly FoundDevice[]> {
  const ports = await SerialPort.list();
  // A port of the mainboard says nothing of what hangs at it, if anything; one of an adapter names the adapter.
  return ports
    .filter(({ vendorId }) => vendorId !== undefined)
    .map(({ path, manufacturer, serialNumber }) => ({
      source: "serial",
      name: path,
      serialNo: serialNumber ?? null,
      vendor: manufacturer ?? null,
      connection: { kind: "serial", path },
    }));
}

/** The printers at the machine's USB ports, looked for in a process of its own. Rejects where there is no USB. */
export async function listUsbPrinters(): Promise<readonly FoundDevice[]> {
  const child = await startUsbProgram();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), usbWithinMs);
    child.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("this machine does not report its USB devices"));
    });
    child.on("error", reject);
    child.on("message", (message) => {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- only our own child speaks here
      const news = message as UsbNews;
      if (news.kind === "printers") resolve(news.printers.map(foundUsb));
      child.kill("SIGKILL");
    });
    const request: UsbRequest = { kind: "list" };
    child.send(request);
  });
}

type UsbPrinter = Extract<UsbNews, { kind: "printers" }>["printers"][number];

function foundUsb({ vendorId, productId, name, serialNo, vendor }: UsbPrinter): FoundDevice {
  return {
    source: "usb",
    name: name ?? `${vendorId}:${productId}`,
    serialNo,
    vendor,
    connection: { kind: "usb", usb_vid: vendorId, usb_pid: productId },
  };
}
