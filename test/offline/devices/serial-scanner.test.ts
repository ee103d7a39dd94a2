import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FrameReader } from "@edgeward/devices/scanner/frame-reader.ts";
import {
  ScannerLink,
  type OpenPort,
  type ScannerState,
} from "@edgeward/devices/scanner/scanner-link.ts";
import { networkScannerPort, serialScannerPort } from "@edgeward/devices/scanner/scanner-ports.ts";
import { until } from "#support/until.ts";
import { isSoak } from "#offline/load.ts";

// Debian's package `socat` joins two pseudo-terminals: one end is the branch's serial port, the other the scanner.
const hasSocat = spawnSync("socat", ["-V"]).status === 0;
const scanCount = isSoak ? 100_000 : 5_000;

let folder: string;
let cable: ChildProcess;
let scans: string[];
let states: ScannerState[];
let link: ScannerLink;

const portPath = () => join(folder, "port");
const scannerPath = () => join(folder, "scanner");

async function plugIn(): Promise<void> {
  const end = (path: string) => `pty,rawer,link=${path}`;
  cable = spawn("socat", [end(portPath()), end(scannerPath())], { stdio: "ignore" });
  await until(
    "both ends are there",
    5_000,
    () => existsSync(portPath()) && existsSync(scannerPath()),
  );
}

async function pullOut(): Promise<void> {
  cable.kill("SIGKILL");
  await once(cable, "exit");
  rmSync(portPath(), { force: true });
  rmSync(scannerPath(), { force: true });
}

function listenTo(openPort: OpenPort): ScannerLink {
  scans = [];
  states = [];
  return new ScannerLink({
    open: openPort,
    reader: new FrameReader({ onScan: (text) => scans.push(text) }),
    onState: (state) => states.push(state),
  });
}

async function isReady(): Promise<void> {
  await until("the link is ready", 10_000, () => states.at(-1) === "ready");
}

/** Sends text as a scanner does; the pseudo-terminal takes 4 kB at a time, so each part waits for its place. */
async function send(scanner: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    at += (await scanner.write(bytes, at, Math.min(1_024, bytes.length - at))).bytesWritten;
  }
}

const label = (number: number) => `EW1:S:L26-${String(number).padStart(7, "0")}`;

test.runIf(process.env["CI"] === "true")("in CI nothing here is left out for want of socat", () => {
  expect(hasSocat).toBe(true);
});

describe.skipIf(!hasSocat)("a scanner on a serial port (needs socat)", () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "edgeward-scanner-"));
    await plugIn();
    link = listenTo(serialScannerPort({ path: portPath(), baudRate: 115_200 }));
    await isReady();
  });

  afterEach(async () => {
    await link.close();
    if (cable.exitCode === null && cable.signalCode === null) await pullOut();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    `loses none of ${scanCount} scans, and keeps their order`,
    { timeout: 120_000 },
    async () => {
      const scanner = await open(scannerPath(), "w");
      const sent = Array.from({ length: scanCount }, (_, number) => label(number));
      for (let at = 0; at < sent.length; at += 250) {
        await send(
          scanner,
          sent
            .slice(at, at + 250)
            .map((text) => `${text}\r`)
            .join(""),
        );
      }
      await until("all have arrived", 60_000, () => scans.length >= scanCount);
      await scanner.close();
      expect(scans).toHaveLength(scanCount);
      expect(scans).toEqual(sent);
    },
  );

  test("reads letters of three bytes and the separators of GS1 over a real line", async () => {
    const scanner = await open(scannerPath(), "w");
    await send(scanner, "सावित्री\r\n0104006381333931\u001D10A1\r\n");
    await until("two scans", 20_000, () => scans.length === 2);
    await scanner.close();
    expect(scans).toEqual(["सावित्री", "0104006381333931\u001D10A1"]);
  });

  test("is there again by itself when it is plugged in again, without the half of a scan", async () => {
    const scanner = await open(scannerPath(), "w");
    // A scanner that has ended a scan itself will end the next: what is left of it is none, however late the loss shows.
    await send(scanner, `${label(0)}\r`);
    await until("a whole scan", 20_000, () => scans.length > 0);
    await send(scanner, "half of a sc");
    await pullOut();
    await scanner.close().catch(() => undefined);
    await until("the loss is noticed", 20_000, () => states.at(-1) === "lost");
    await plugIn();
    await isReady();
    const again = await open(scannerPath(), "w");
    await send(again, `${label(1)}\r`);
    await until("a scan", 20_000, () => scans.length > 1);
    await again.close();
    expect(scans).toEqual([label(0), label(1)]);
    expect(states).toEqual(["connecting", "ready", "lost", "ready"]);
  });

  test("is lost and there again when it is pulled out between two reads of a scan", async () => {
    await link.close();
    let reads = 0;
    const pulledOutAtRead = (path: string) => {
      reads += 1;
      if (reads > 1) return;
      const port = realpathSync(path);
      cable.kill("SIGKILL");
      // Nothing else of this process goes on meanwhile, so that the next read finds the line hung up already.
      while (existsSync(port)) spawnSync("sleep", ["0.05"]);
    };
    states = [];
    link = new ScannerLink({
      open: serialScannerPort({ path: portPath(), baudRate: 115_200 }),
      reader: { push: () => pulledOutAtRead(portPath()), reset: () => undefined },
      onState: (state) => states.push(state),
    });
    await isReady();
    const scanner = await open(scannerPath(), "w");
    await send(scanner, "half of a sc");
    await until("the loss is noticed", 20_000, () => states.at(-1) === "lost");
    await scanner.close().catch(() => undefined);
    for (const path of [portPath(), scannerPath()]) rmSync(path, { force: true });
    await plugIn();
    await isReady();
    const again = await open(scannerPath(), "w");
    await send(again, `${label(1)}\r`);
    await until("a scan", 20_000, () => reads > 1);
    await again.close();
    expect(states).toEqual(["connecting", "ready", "lost", "ready"]);
  });

  test("keeps a second program off its port, and waits while another has it", async () => {
    const otherStates: ScannerState[] = [];
    const other = new ScannerLink({
      open: serialScannerPort({ path: portPath(), baudRate: 115_200 }),
      reader: new FrameReader({ onScan: () => undefined }),
      onState: (state) => otherStates.push(state),
    });
    await until("the second is refused", 20_000, () => otherStates.length > 1);
    expect(otherStates).toEqual(["connecting", "lost"]);
    await link.close();
    await until("it has its turn", 20_000, () => otherStates.at(-1) === "ready");
    await other.close();
  });
});

describe("a scanner behind a serial server on the network", () => {
  test("is read, and found again on the same address after the server was away", async () => {
    let sendScan: (text: string) => void = () => undefined;
    const serve = async (port: number) => {
      const server = createServer((socket) => {
        sendScan = (text) => void socket.write(text);
        socket.on("error", () => undefined);
        server.once("ended", () => socket.destroy());
      });
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return server;
    };
    const first = await serve(0);
    const address = first.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    link = listenTo(networkScannerPort("127.0.0.1", port));
    await isReady();
    await until("a scan", 20_000, () => {
      if (scans.length === 0) sendScan("one\r");
      return scans.length > 0;
    });
    first.emit("ended");
    first.close();
    await until("the loss is noticed", 20_000, () => states.at(-1) === "lost");
    const second = await serve(port);
    await isReady();
    const before = scans.length;
    await until("another scan", 20_000, () => {
      if (scans.length === before) sendScan("two\r");
      return scans.length > before;
    });
    expect(scans.at(-1)).toBe("two");
    await link.close();
    second.emit("ended");
    second.close();
  });
});
