import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PrinterTransport } from "#driver.ts";
import { createTcpTransport } from "#transport/tcp.ts";
import { startVirtualPrinter, type VirtualPrinter } from "#virtual/printer.ts";
import type { PrintJobOptions, PrintStage } from "#printer/print-job.ts";
import { printWithAcknowledgement } from "#printer/print.ts";
import { epson80mm } from "#printer/profile.ts";
import { createStarBuilder } from "./builder.ts";
import type { PrintParts } from "#printer/token-slip.ts";

const profile = { ...epson80mm, language: "star", hasProcessId: false, codes: [] } as const;
const timeouts = { readyMs: 3_000, writeMs: 1_000, printedMs: 1_500 };

let printer: VirtualPrinter;
let transport: PrinterTransport;

beforeEach(async () => {
  printer = await startVirtualPrinter({ language: "star" });
  transport = createTcpTransport({ host: "127.0.0.1", port: printer.port, lingerMs: 2_000 });
});
afterEach(() => printer.close());

function slip(text: string): PrintParts {
  const body = createStarBuilder(profile);
  body.text(text, { align: "center", isBold: true, scale: 2 });
  const trailer = createStarBuilder(profile);
  trailer.cut();
  return { body: body.bytes(), trailer: trailer.bytes() };
}

function job(changes: Partial<PrintJobOptions> = {}): PrintJobOptions {
  return { jobTag: "job-1", profile, timeouts, ...changes };
}

const print = (changes: Partial<PrintJobOptions> = {}) =>
  printWithAcknowledgement(transport, slip("42"), job(changes));

test("a Star printer in StarPRNT counts its marks as one in Line Mode does", async () => {
  await printer.close();
  printer = await startVirtualPrinter({ language: "star", starPictures: "starprnt" });
  transport = createTcpTransport({ host: "127.0.0.1", port: printer.port });
  const prnt = { ...profile, starPictures: "starprnt" } as const;
  const body = createStarBuilder(prnt);
  body.text("42", { align: "center", isBold: true, scale: 2 });
  const trailer = createStarBuilder(prnt);
  trailer.cut();
  const parts = { body: body.bytes(), trailer: trailer.bytes() };
  expect(await printWithAcknowledgement(transport, parts, job({ profile: prnt }))).toEqual({
    state: "printed",
  });
  expect(printer.printouts()).toHaveLength(1);
  expect(printer.unknownCommands()).toEqual([]);
});

describe("printing on a Star printer in its own mode", () => {
  test("is printed when the paper is cut, and reports each stage in order", async () => {
    const stages: (readonly [PrintStage, number])[] = [];
    const onStage = (stage: PrintStage) => void stages.push([stage, printer.printouts().length]);
    expect(await print({ onStage })).toEqual({ state: "printed" });
    expect(stages.map(([stage]) => stage)).toEqual([
      "connected",
      "body_sent",
      "body_done",
      "trailer_sent",
    ]);
    expect(stages.find(([stage]) => stage === "body_done")?.[1]).toBe(0);
    expect(printer.printouts()).toHaveLength(1);
    expect(printer.unknownCommands()).toEqual([]);
  });

  test("prints forty jobs one after another, past the end of the printer's counter", async () => {
    for (let count = 1; count <= 40; count += 1) {
      expect(await print({ jobTag: `job-${count}` })).toEqual({ state: "printed" });
      expect(printer.printouts()).toHaveLength(count);
    }
  });

  test.each([
    [{ paperOut: true }, "paper_out"],
    [{ coverOpen: true }, "cover_open"],
    [{ offline: true }, "offline"],
  ])(
    "is not started while the printer says %j, and prints nothing later",
    async (state, reason) => {
      printer.setState(state);
      expect(await print()).toEqual({ state: "not_started", reason });
      printer.setState({ paperOut: false, coverOpen: false, offline: false });
      expect(await print()).toEqual({ state: "printed" });
      expect(printer.printouts()).toHaveLength(1);
    },
  );

  test("is not started where the status is never reported", async () => {
    printer.setTcpFaults({ isMute: true });
    const outcome = await print({ timeouts: { ...timeouts, readyMs: 200 } });
    expect(outcome).toEqual({ state: "not_started", reason: "no_status_reply" });
    expect(printer.printouts()).toEqual([]);
  });

  test("waits for the paper that ran out before the cut, and is printed when there is some", async () => {
    const waits: unknown[] = [];
    const onStage = (stage: PrintStage) => {
      if (stage === "body_done") printer.setState({ paperOut: true });
    };
    const onHeld = (obstacle: unknown) => {
      waits.push(obstacle);
      if (obstacle !== null) setTimeout(() => printer.setState({ paperOut: false }), 2_000);
    };
    expect(await print({ onStage, onHeld })).toEqual({ state: "printed" });
    expect(waits).toEqual(["paper_out", null]);
    expect(printer.printouts()).toHaveLength(1);
  });

  test("is in doubt when nobody brings the paper that ran out before the cut", async () => {
    const onStage = (stage: PrintStage) => {
      if (stage === "body_done") printer.setState({ paperOut: true });
    };
    const outcome = await print({ onStage, timeouts: { ...timeouts, heldMs: 300 } });
    expect(outcome).toEqual({ state: "unknown", reason: "paper_out", stage: "trailer" });
    expect(printer.printouts()).toEqual([]);
  });

  test.each([
    ["body_sent", "body"],
    ["trailer_sent", "trailer"],
  ] as const)("is in doubt when the power is cut at %s", async (at, stage) => {
    // So slow that what was sent is not yet printed.
    const onStage = (now: PrintStage) => {
      if (now === "body_done") printer.setState({ slowMsPerKb: 60_000 });
      if (now === at) printer.powerCut();
    };
    if (at === "body_sent") printer.setState({ slowMsPerKb: 3_000 });
    const outcome = await print({ onStage });
    expect(outcome).toMatchObject({ state: "unknown", stage });
    expect(printer.printouts()).toEqual([]);
  });

  test("never takes what an earlier job left in the printer for its own acknowledgement", async () => {
    for (let round = 1; round <= 4; round += 1) {
      printer.setState({ slowMsPerKb: 0 });
      const before = printer.printouts().length;
      const onStage = (stage: PrintStage) => {
        if (stage === "body_done") printer.setState({ paperOut: true });
      };
      const hurried = { ...timeouts, heldMs: 300 };
      const left = await print({ jobTag: `left-${round}`, onStage, timeouts: hurried });
      expect(left).toMatchObject({ state: "unknown", stage: "trailer" });
      // Its cut and its mark are still in the printer, and come slowly, while the next job begins.
      printer.setState({ paperOut: false, slowMsPerKb: 3_000 });
      const ready = { ...timeouts, printedMs: 20_000, readyMs: 20_000 };
      const sped = (stage: PrintStage) => {
        if (stage === "body_sent") printer.setState({ slowMsPerKb: 0 });
      };
      const next = await print({ jobTag: `next-${round}`, onStage: sped, timeouts: ready });
      expect(next).toEqual({ state: "printed" });
      expect(printer.printouts().length - before).toBe(2);
    }
  }, 60_000);
});
