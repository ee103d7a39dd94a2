// Holds one USB printer, in a process of its own: on a host without USB the library takes its process down with it. Between
// two connections it keeps the printer, and ends when its parent lets it go.
import { flushCompileCache } from "node:module";
import { usb } from "usb";
import { nameOf, portStatusOf, softReset, type Device, type PrinterPipes } from "./usb-ask.ts";
import { choosePrinter } from "./usb-choice.ts";
import type { UsbChoice, UsbNews, UsbPrinterFacts, UsbRequest } from "./usb-protocol.ts";

const printerClass = 7;
// A read that waits for a printer to speak is asked anew; the library gives up on each after this long.
const readMs = 1_000;

interface OpenPrinter {
  readonly device: Device;
  readonly at: PrinterPipes;
  readonly name: string | null;
  isStillAt(device: Device): boolean;
  write(bytes: Buffer, timeoutMs: number): Promise<void>;
}

function notify(news: UsbNews): void {
  process.send?.(news);
}

interface Endpoints extends PrinterPipes {
  /** Null for a printer that says nothing. */
  readonly in: { readonly number: number; readonly packetBytes: number } | null;
}

function printerEndpoints(device: Device): Endpoints | null {
  for (const configuration of device.configurations) {
    for (const { interfaceNumber, alternates } of configuration.interfaces) {
      for (const { interfaceClass, alternateSetting, endpoints } of alternates) {
        const bulk = endpoints.filter(({ type }) => type === "bulk");
        const out = bulk.find(({ direction }) => direction === "out")?.endpointNumber;
        if (interfaceClass !== printerClass || out === undefined) continue;
        const back = bulk.find(({ direction }) => direction === "in");
        return {
          interfaceNumber,
          alternate: alternateSetting,
          out,
          in:
            back === undefined
              ? null
              : { number: back.endpointNumber, packetBytes: back.packetSize },
        };
      }
    }
  }
  return null;
}

// Asked for less than a packet, the kernel drops one that is longer.
async function readReplies(
  device: Device,
  { number, packetBytes }: NonNullable<Endpoints["in"]>,
): Promise<void> {
  while (device.opened) {
    try {
      const data = await device.nativeTransferIn(number, readMs, packetBytes);
      // A printer that has halted its side says nothing more until it is asked to go on.
      if (data === null) await device.clearHalt("in", number);
      else if (data.length > 0) {
        notify({ kind: "data", bytes: Buffer.from(data).toString("base64") });
      }
    } catch (error) {
      // Silence is no fault; a printer that was pulled out is.
      if (!/timeout|cancel/iu.test(String(error))) return notify({ kind: "gone" });
    }
  }
}

async function writeAll(device: Device, endpoint: number, bytes: Buffer, timeoutMs: number) {
  const taken = await device.nativeTransferOut(endpoint, timeoutMs, Uint8Array.from(bytes));
  if (taken === bytes.length) return;
  if (taken < 0) await device.clearHalt("out", endpoint);
  throw new Error("the printer took a part only");
}

async function findDevice(choice: UsbChoice): Promise<Device | undefined> {
  const vendor = Number.parseInt(choice.vendorId, 16);
  const product = Number.parseInt(choice.productId, 16);
  const devices = await usb.getDevices();
  const alike = devices.filter(
    ({ vendorId, productId }) => vendorId === vendor && productId === product,
  );
  return choosePrinter(alike, choice);
}

async function openPrinter(choice: UsbChoice): Promise<OpenPrinter | null> {
  const device = await findDevice(choice);
  if (device === undefined) return null;
  if (printer?.isStillAt(device) === true) return printer;
  const endpoints = printerEndpoints(device);
  if (endpoints === null) return null;
  await device.open();
  // The kernel's own printer driver holds it until it is asked to let go.
  await device.detachKernelDriver(endpoints.interfaceNumber).catch(() => undefined);
  await device.claimInterface(endpoints.interfaceNumber);
  if (endpoints.alternate !== 0) {
    await device.selectAlternateInterface(endpoints.interfaceNumber, endpoints.alternate);
  }
  if (endpoints.in !== null) void readReplies(device, endpoints.in);
  return {
    device,
    at: endpoints,
    name: await nameOf(device, endpoints),
    // A printer that was pulled out and plugged in again has another address on its bus.
    isStillAt: ({ bus, address: place }) => device.bus === bus && device.address === place,
    write: (bytes, timeoutMs) => writeAll(device, endpoints.out, bytes, timeoutMs),
  };
}

function hexadecimal(id: number): string {
  return id.toString(16).padStart(4, "0");
}

async function listPrinters(): Promise<readonly UsbPrinterFacts[]> {
  const devices = await usb.getDevices();
  return devices
    .filter((device) => printerEndpoints(device) !== null)
    .map((device) => ({
      vendorId: hexadecimal(device.vendorId),
      productId: hexadecimal(device.productId),
      name: device.productName ?? null,
      vendor: device.manufacturerName ?? null,
      serialNo: device.serialNumber ?? null,
    }));
}

async function statusOf(open: OpenPrinter | null): Promise<number | null> {
  return open === null ? null : portStatusOf(open.device, open.at);
}

let printer: OpenPrinter | null = null;

async function carryOut(request: UsbRequest): Promise<void> {
  switch (request.kind) {
    case "list":
      return notify({ kind: "printers", printers: await listPrinters() });
    case "open":
      printer = await openPrinter(request.choice);
      return notify(
        printer === null
          ? { kind: "failed", reason: "unreachable" }
          : { kind: "opened", name: printer.name },
      );
    case "status":
      return notify({ kind: "status", byte: await statusOf(printer) });
    case "reset":
      if (printer !== null) await softReset(printer.device, printer.at);
      return notify({ kind: "reset" });
    case "write":
      await printer?.write(Buffer.from(request.bytes, "base64"), request.timeoutMs);
      return notify({ kind: "written" });
    case "close":
      return notify({ kind: "closed" });
  }
}

let last: Promise<void> = Promise.resolve();
// oxlint-disable-next-line typescript/consistent-type-assertions -- only our own parent speaks here
process.on("message", (message) => take(message as UsbRequest));

function take(request: UsbRequest): void {
  last = last
    .then(() => carryOut(request))
    .catch((error: unknown) => {
      const isWaiting = /access|busy|permission/iu.test(String(error));
      notify({ kind: "failed", reason: isWaiting ? "refused" : "io" });
    });
}

process.on("disconnect", () => process.exit(0));
notify({ kind: "ready" });
// Kept now, for this program is mostly killed: what was kept halves the processor time of its next start (96 -> 48 ms).
flushCompileCache();
