import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { hasPtyPairs, openPtyPair, type PtyPair } from "#support/pty-pair.ts";
import {
  eventOf,
  openPage,
  registerDevice,
  setStatus,
  untilShown,
  type DeviceDesk,
} from "./device-desk.ts";
import type { Finding } from "./figures.ts";
import type { LineMessage, TimedLine } from "./timed-line.ts";
import { since, waitFinding, type Wait } from "./waits.ts";

// The branch looks for its port 2.5 times a second: it comes back at another moment of that time each time.
const lookMs = 400;

const scanShape = z.object({ scan: z.object({ text: z.string() }) });

function scanOf(text: string): (message: LineMessage) => boolean {
  return (message) => scanShape.safeParse(message).data?.scan.text === text;
}

/** A scanner at a serial port, whose plug can be pulled out. */
class SerialScanner {
  readonly #folder = mkdtempSync(join(tmpdir(), "edgeward-bench-scanner-"));
  #pair: PtyPair | null = null;
  #line: FileHandle | null = null;

  /** The branch's port. */
  get path(): string {
    return join(this.#folder, "port");
  }

  /** Makes the port appear, at one moment; returns when that was, by `performance.now()`. */
  async plugIn(): Promise<number> {
    const pair = await openPtyPair();
    this.#pair = pair;
    this.#line = await open(pair.far, "w");
    symlinkSync(pair.near, this.path);
    return performance.now();
  }

  async scan(text: string): Promise<void> {
    await this.#line?.write(`${text}\r`);
  }

  async pullOut(): Promise<void> {
    rmSync(this.path, { force: true });
    await this.#line?.close();
    await this.#pair?.close();
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Counter {
  readonly desk: DeviceDesk;
  readonly page: TimedLine;
  readonly scanner: SerialScanner;
  readonly device: Device;
}

// People do not scan in step with anything of the node's.
const betweenScansMs = 23;

async function measureScans({ page, scanner }: Counter, scans: number): Promise<readonly Wait[]> {
  page.send({ type: "scans", wants: "all", scanner_id: null });
  const waits: Wait[] = [];
  for (let scan = 0; scan < scans; scan += 1) {
    await delay(betweenScansMs);
    page.forget();
    const text = `EW1:S:L26-${String(scan).padStart(7, "0")}`;
    const began = performance.now();
    await scanner.scan(text);
    waits.push(since(began, await page.seen(scanOf(text))));
  }
  return waits;
}

async function measurePlugs(counter: Counter, plugs: number) {
  const { desk, page, scanner, device } = counter;
  const [lost, ready, read]: [Wait[], Wait[], Wait[]] = [[], [], []];
  for (let plug = 0; plug < plugs; plug += 1) {
    page.forget();
    const pulled = performance.now();
    await scanner.pullOut();
    lost.push(since(pulled, await page.seen(eventOf("device.offline", device.id))));
    await delay(lookMs + (plug * lookMs) / plugs);
    page.forget();
    const plugged = await scanner.plugIn();
    ready.push(since(plugged, await page.seen(eventOf("device.online", device.id))));
    read.push(since(plugged, await untilShown(desk, device, "online")));
  }
  return { lost, ready, read };
}

/** How soon a scan is at its desk, and a scanner that was unplugged at work again. */
export async function scannerContest(
  desk: DeviceDesk,
  { scans, plugs }: { readonly scans: number; readonly plugs: number },
): Promise<readonly Finding[]> {
  if (!hasPtyPairs()) {
    process.stderr.write("left out: scanners need socat (Debian: apt-get install socat)\n");
    return [];
  }
  const scanner = new SerialScanner();
  await scanner.plugIn();
  const device = await registerDevice(desk, {
    device_type: "scanner",
    driver_profile: "serial_scanner",
    connection: { kind: "serial", path: scanner.path, baud: 115_200 },
  });
  await untilShown(desk, device, "online");
  const page = await openPage(desk);
  const counter = { desk, page, scanner, device };
  const waits = await measureScans(counter, scans);
  const { lost, ready, read } = await measurePlugs(counter, plugs);
  await setStatus(desk, device, "retired");
  page.cut();
  await scanner.pullOut();
  scanner.remove();
  return [
    waitFinding("scan on a serial scanner → desk notified", "max ≤ 100 (aim)", waits),
    waitFinding("scanner unplugged → desk notified", null, lost),
    waitFinding("scanner plugged in → ready, desk notified", "max ≤ 2000", ready),
    waitFinding("scanner plugged in → GET /v1/devices", "max ≤ 2000", read),
  ];
}
