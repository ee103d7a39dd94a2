import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { startSpooler, type Spooler } from "@edgeward/branch-node/printing/spooler.ts";
import type { PrinterTransport } from "@edgeward/devices/driver.ts";
import { printWithAcknowledgement } from "@edgeward/devices/printer/print.ts";
import { defaultPrintTimeouts } from "@edgeward/devices/printer/print-job.ts";
import { epson80mm, generic80mm } from "@edgeward/devices/printer/profile.ts";
import { createSerialTransport } from "@edgeward/devices/transport/serial.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { printoutText } from "@edgeward/devices/virtual/printout.ts";
import { startVirtualPrinter, type VirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import { goldenDocuments } from "#printing/golden-documents.ts";
import { billHindi } from "#printing/samples.ts";
import { errorLog } from "#support/error-log.ts";
import { isSoak } from "#offline/load.ts";
import { hasPtyPairs, openPtyPair } from "#support/pty-pair.ts";
import { openPrintingDesk, shortTimeouts, until, type PrintingDesk } from "./printing-desk.ts";
import { printerAt, validSlips } from "./desk-printer.ts";

// Start bit, eight bits, stop bit.
const bitsOnTheLine = 10;
// A whole bill at 9,600 baud takes more than a minute. The usual run has four times the speed, and a quarter of the time
// that a job is given besides what its bytes take: nothing but the line's own time brings the bill out.
const faster = isSoak ? 1 : 4;
const baud = 9_600 * faster;
const slow = { bytesPerSecond: 872 * faster, msPerKb: 1_100 / faster };
const timeouts = {
  readyMs: defaultPrintTimeouts.readyMs,
  writeMs: defaultPrintTimeouts.writeMs / faster,
  printedMs: defaultPrintTimeouts.printedMs / faster,
};

/** Hands on what comes at a serial port to a printer, as fast as the line carries it, and its answers back. */
async function joinSlowly(path: string, printer: VirtualPrinter): Promise<() => Promise<void>> {
  const line = await createSerialTransport({ path, flowControl: "none" }).open();
  const socket = connect(printer.port, "127.0.0.1");
  await once(socket, "connect");
  let waiting = Buffer.alloc(0);
  line.onData((bytes) => (waiting = Buffer.concat([waiting, bytes])));
  socket.on("data", (bytes) => void line.write(bytes, { timeoutMs: 5_000 }));
  // By the time that has passed: the timers of a busy machine are late, a line is not.
  let carriedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const room = Math.floor(((now - carriedAt) * baud) / bitsOnTheLine / 1_000);
    carriedAt = now;
    socket.write(waiting.subarray(0, room));
    waiting = waiting.subarray(room);
  }, 100);
  return async () => {
    clearInterval(timer);
    socket.destroy();
    await line.close();
  };
}

test.runIf(hasPtyPairs())(
  `a Hindi bill of ten lines is printed at ${baud} baud`,
  async () => {
    const bill = goldenDocuments.find(({ name }) => name === "bill-80mm-hi");
    if (bill === undefined) throw new Error("there is no Hindi bill among the printouts");
    const tenLines = Array.from({ length: 10 }, (_, index) => billHindi.lines[index % 3]);
    const { parts } = await renderDocument({
      ...bill.request,
      data: { ...billHindi, lines: tenLines },
      medium: { kind: "receipt", profile: epson80mm },
    });
    expect(parts.body.length).toBeGreaterThan(20_000);
    const pair = await openPtyPair();
    const printer = await startVirtualPrinter();
    const part = await joinSlowly(pair.far, printer);
    const transport = createSerialTransport({ path: pair.near, flowControl: "none", baud });
    const options = { jobTag: "bill", profile: epson80mm, timeouts };
    const began = performance.now();
    const outcome = await printWithAcknowledgement(transport, parts, options);
    // Long enough that a time which did not know of the line would have been over.
    expect(performance.now() - began).toBeGreaterThan(1.5 * timeouts.printedMs);
    expect(outcome).toEqual({ state: "printed" });
    expect(printer.printouts()).toHaveLength(1);
    await part();
    await printer.close();
    await pair.close();
  },
  120_000,
);

describe("at a desk", () => {
  let bench: PrintingDesk;
  let spooler: Spooler | undefined;

  beforeEach(async () => {
    bench = await openPrintingDesk();
  });

  afterEach(async () => {
    await spooler?.stop();
    spooler = undefined;
    await bench.close();
  });

  async function spoolOn(port: number, plan: Partial<Parameters<typeof printerAt>[1]> = {}) {
    const printers = [printerAt(port, { timeouts: shortTimeouts, ...plan })];
    const log = errorLog(Date.now);
    const states: string[] = [];
    spooler = await startSpooler({
      ...bench.branch,
      ...bench.desk,
      printers,
      log,
      onJob: () => undefined,
      onPrinter: ({ state, answers }) => states.push(`${state} ${String(answers?.confirms)}`),
    });
    return states;
  }

  async function arrive(name: string) {
    const arrived = await bench.arrive(name);
    spooler?.wake();
    return arrived.appointment.id;
  }

  test("a job that broke on a slow line does not take the next ones with it", async () => {
    const { printer } = bench;
    printer.machine().setState({ slowMsPerKb: slow.msPerKb });
    const transport: PrinterTransport = {
      ...createTcpTransport({ host: "127.0.0.1", port: printer.port }),
      bytesPerSecond: slow.bytesPerSecond,
    };
    await spoolOn(printer.port, { transport });
    printer.machine().setTcpFaults({ resetAfterBytes: 700 });
    const broken = await arrive("लक्ष्मी अय्यर");
    await bench.job(broken, ["needs_review"]);
    printer.machine().setTcpFaults({});
    const next = await Promise.all(["Ravi Kumar", "Asha Patil"].map(arrive));
    for (const id of next) await bench.job(id, ["printed"]);
    expect(
      printer.printouts().filter((printout) => printoutText(printout).includes("VOID")),
    ).toHaveLength(1);
    for (const id of next) expect(validSlips(printer.printouts(), id)).toHaveLength(1);
    expect(validSlips(printer.printouts(), broken)).toEqual([]);
  }, 60_000);

  test("a strip that does not come to its end costs no job, and is tried again", async () => {
    const { printer } = bench;
    await spoolOn(printer.port);
    printer.machine().setTcpFaults({ resetAfterBytes: 700 });
    await bench.job(await arrive("लक्ष्मी अय्यर"), ["needs_review"]);
    printer.machine().setTcpFaults({ resetAfterBytes: 3_000 });
    const next = await arrive("Ravi Kumar");
    await pause(1_500);
    expect(await bench.job(next, ["queued"])).toMatchObject({ attempts: 0 });
    printer.machine().setTcpFaults({});
    await bench.job(next, ["printed"]);
    expect(validSlips(printer.printouts(), next)).toHaveLength(1);
  });

  test("a printer of a model that confirms, which does not, gives its slips all the same, unconfirmed", async () => {
    const machine = await startVirtualPrinter({ silence: { acknowledgement: true } });
    const states = await spoolOn(machine.port, { profile: epson80mm });
    const id = await arrive("Ravi Kumar");
    await bench.job(id, ["sent_unconfirmed"]);
    await until(() => validSlips(machine.printouts(), id)[0]);
    expect(states).toContain("ok false");
    await machine.close();
  });

  test("a printer of an unknown make that confirms its slips is believed", async () => {
    const machine = await startVirtualPrinter();
    const states = await spoolOn(machine.port, { profile: generic80mm });
    const id = await arrive("Ravi Kumar");
    await bench.job(id, ["printed"]);
    expect(validSlips(machine.printouts(), id)).toHaveLength(1);
    expect(states).toContain("ok true");
    await machine.close();
  });

  test("a printer of an unknown make that reports its paper is waited for", async () => {
    const machine = await startVirtualPrinter({ silence: { acknowledgement: true } });
    machine.setState({ paperOut: true });
    const states = await spoolOn(machine.port, { profile: generic80mm });
    const id = await arrive("Ravi Kumar");
    await until(() => states.find((state) => state.startsWith("paper_out")));
    expect(await bench.job(id, ["queued"])).toMatchObject({ attempts: 0 });
    machine.setState({ paperOut: false });
    await bench.job(id, ["sent_unconfirmed"]);
    await until(() => validSlips(machine.printouts(), id)[0]);
    await machine.close();
  });

  test("a printer that lets its one connection go late is asked, and prints, all the same", async () => {
    const machine = await startVirtualPrinter({ tcpFaults: { letsGoAfterMs: 120_000 } });
    await spoolOn(machine.port);
    for (const name of ["Ravi Kumar", "Asha Patil", "Meena Joshi"]) {
      await bench.job(await arrive(name), ["printed"]);
    }
    expect(machine.printouts()).toHaveLength(3);
    await machine.close();
  });

  test("a slip whose paper ended in the middle is printed when there is some, and nobody has to look", async () => {
    const { printer } = bench;
    const states = await spoolOn(printer.port);
    printer.machine().setState({ slowMsPerKb: 300 });
    const stop = bench.onChange(() => undefined);
    const running = pause(400).then(() => printer.machine().setState({ paperOut: true }));
    const id = await arrive("लक्ष्मी अय्यर लक्ष्मी अय्यर");
    await running;
    await until(() => states.find((state) => state.startsWith("paper_out")));
    await pause(1_500);
    printer.machine().setState({ paperOut: false, slowMsPerKb: 0 });
    await bench.job(id, ["printed"]);
    stop();
    expect(validSlips(printer.printouts(), id)).toHaveLength(1);
    expect(printer.printouts()).toHaveLength(1);
  });
});
