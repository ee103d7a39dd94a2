import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findHidScanner } from "./find-hid-scanner.ts";
import { HidPosReader } from "./hid-pos.ts";
import { ScannerLink, type ScannerState } from "./scanner-link.ts";
import { hidScannerPort, networkScannerPort } from "./scanner-ports.ts";

const scannerDescriptor = Uint8Array.of(0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, 0xc0);
const keyboardDescriptor = Uint8Array.of(0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0xc0);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-hid-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plugIn(node: string, id: string, descriptor: Uint8Array): void {
  const device = join(folder, node, "device");
  mkdirSync(device, { recursive: true });
  writeFileSync(join(device, "uevent"), `DRIVER=hid-generic\nHID_ID=0003:${id}\nHID_NAME=X\n`);
  writeFileSync(join(device, "report_descriptor"), descriptor);
}

describe("a scanner among the machine's HID devices", () => {
  test("is found by maker and product, in its mode for points of sale only", async () => {
    plugIn("hidraw0", "000005E0:00001200", keyboardDescriptor);
    plugIn("hidraw1", "00000C2E:00000B61", scannerDescriptor);
    plugIn("hidraw2", "000005E0:00001200", scannerDescriptor);
    mkdirSync(join(folder, "hidraw3"));
    expect(await findHidScanner("05e0", "1200", folder)).toBe("/dev/hidraw2");
    expect(await findHidScanner("0c2e", "0b61", folder)).toBe("/dev/hidraw1");
    await expect(findHidScanner("0c2e", "1200", folder)).rejects.toThrow("not plugged in");
  });

  test("is no fault of a machine that has none", async () => {
    await expect(findHidScanner("05e0", "1200", join(folder, "none"))).rejects.toThrow("ENOENT");
  });

  test("is read report by report, and its end is noticed", async () => {
    const path = join(folder, "hidraw0");
    // A named pipe gives what is written to it as the kernel gives reports.
    execFileSync("mkfifo", [path]);
    const scans: string[] = [];
    const reader = new HidPosReader({ onScan: (text) => scans.push(text) });
    const opening = hidScannerPort(path)((bytes) => reader.push(bytes));
    const writer = await open(path, "w");
    const port = await opening;
    const report = new Uint8Array(64);
    report.set([2, 5, ...Buffer.from("]C012345")]);
    await writer.write(report);
    await vi.waitFor(() => expect(scans).toEqual(["]C012345"]));
    await writer.close();
    await port.closed;
  });
});

describe("a scanner that is not there", () => {
  test("is asked for again and again, until it is let go", async () => {
    const states: ScannerState[] = [];
    let asked = 0;
    const link = new ScannerLink({
      open: (onBytes) => {
        asked += 1;
        return networkScannerPort("127.0.0.1", 1)(onBytes);
      },
      reader: { push: () => undefined, reset: () => undefined },
      onState: (state) => states.push(state),
      retryMs: 10,
    });
    await vi.waitFor(() => expect(asked).toBeGreaterThan(2));
    await link.close();
    const then = asked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toBe(then);
    expect(states).toEqual(["connecting", "lost"]);
  });
});
