// Asks a printer at its USB port. Printers that do not know a question refuse it (a stall), and lose nothing by that.
import type { usb } from "usb";
import { classRequests, nameInDeviceId } from "./usb-class.ts";

/** A USB device as the library has it. */
export type Device = Awaited<ReturnType<typeof usb.getDevices>>[number];

/** Which of a device's interfaces is the printer. */
export interface PrinterInterface {
  readonly interfaceNumber: number;
  readonly alternate: number;
}

// A printer that is busy answers its port all the same; one that does not is not waited for.
const askMs = 500;
const deviceIdBytes = 1_023;

async function answerTo(
  device: Device,
  request: number,
  index: number,
  length: number,
): Promise<Uint8Array | null> {
  const setup = { requestType: "class", recipient: "interface", request, value: 0, index } as const;
  try {
    return await device.nativeControlTransferIn(setup, askMs, length);
  } catch {
    return null;
  }
}

/** What a printer calls itself; null for one that does not say. */
export async function nameOf(
  device: Device,
  { interfaceNumber, alternate }: PrinterInterface,
): Promise<string | null> {
  // Of this question alone the high byte is the interface and the low one its setting.
  const index = interfaceNumber * 256 + alternate;
  const answer = await answerTo(device, classRequests.deviceId, index, deviceIdBytes);
  return answer === null ? null : nameInDeviceId(answer);
}

/** The status of a printer's port; null for one that does not say. */
export async function portStatusOf(
  device: Device,
  { interfaceNumber }: PrinterInterface,
): Promise<number | null> {
  const answer = await answerTo(device, classRequests.portStatus, interfaceNumber, 1);
  return answer?.[0] ?? null;
}

/** The ways of a printer that bytes go. */
export interface PrinterPipes extends PrinterInterface {
  readonly out: number;
  readonly in: { readonly number: number } | null;
}

/**
 * Has a printer drop what it has taken and not printed. Its pipes begin anew with that, and so do this machine's: the first
 * packet would be taken for one that came before. A printer that does not know how goes on as it was.
 */
export async function softReset(device: Device, printer: PrinterPipes): Promise<void> {
  if (!(await isReset(device, printer))) return;
  await device.clearHalt("out", printer.out).catch(() => undefined);
  if (printer.in !== null) await device.clearHalt("in", printer.in.number).catch(() => undefined);
}

async function isReset(
  device: Device,
  { interfaceNumber: index }: PrinterInterface,
): Promise<boolean> {
  // Version 1.0 of the class addressed it otherwise, and printers were made after it.
  for (const recipient of ["interface", "other"] as const) {
    const setup = { requestType: "class", recipient, request: classRequests.softReset } as const;
    const taken = await device
      .nativeControlTransferOut({ ...setup, value: 0, index }, askMs)
      .catch(() => -1);
    if (taken >= 0) return true;
  }
  return false;
}
