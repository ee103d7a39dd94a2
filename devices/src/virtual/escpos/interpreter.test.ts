import * as fc from "fast-check";
import { PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { describe, expect, test } from "vitest";
import { requestProcessId } from "#printer/escpos/status.ts";
import { epson80mm } from "#printer/profile.ts";
import { buildTokenSlip } from "#printer/token-slip.ts";
import { createInterpreter, type InterpreterEvent } from "./interpreter.ts";
import { printoutText, type Printout } from "#virtual/printout.ts";
import { renderPrintout } from "#virtual/render.ts";

function interpret(...chunks: readonly Uint8Array[]): readonly InterpreterEvent[] {
  const events: InterpreterEvent[] = [];
  const interpreter = createInterpreter({ onEvent: (event) => events.push(event) });
  for (const chunk of chunks) interpreter.push(chunk);
  return events;
}

function printoutsOf(events: readonly InterpreterEvent[]): readonly Printout[] {
  return events.flatMap((event) => (event.kind === "printout" ? [event.printout] : []));
}

const cut = [0x1d, 0x56, 0];
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );

/** Cuts bytes into chunks of the given sizes, and the rest into one. */
function chunked(whole: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(whole.subarray(at, at + size));
    at += size;
  }
  return [...chunks, whole.subarray(at)];
}

const slip = await buildTokenSlip(
  {
    facilityName: "Saraswati Nursing Home",
    branchName: "Hazratganj",
    department: "General medicine",
    queueNo: 42,
    tokenCode: "GM-042",
    patientName: "लक्ष्मी शर्मा",
    uhid: "LKO-2026-000123",
    providerName: null,
    issuedAt: "21 Nov 2026, 09:46",
    qr: "tok_01j9z8y7x6w5v4t3s2r1q0p9n8",
    reprint: false,
  },
  epson80mm,
);

describe("the ESC/POS interpreter", () => {
  test("makes the same printouts of a slip whatever the chunks", () => {
    const whole = interpret(slip);
    expect(printoutsOf(whole)).toHaveLength(1);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (sizes) => {
        expect(interpret(...chunked(slip, sizes))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
    expect(interpret(...Array.from(slip, (byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  test("never throws on garbage, whole or in pieces, and both come to the same", () => {
    const lead = fc.constantFrom(0x1b, 0x1d, 0x10, 0x1c, 0x28, 0x6b, 0x76, 0x56, 0, 0x0a, 0x41);
    const noise = fc.array(fc.oneof(lead, fc.nat(255)), { maxLength: 300 });
    fc.assert(
      fc.property(noise, fc.array(fc.nat(40), { maxLength: 12 }), (raw, sizes) => {
        const garbage = Uint8Array.from(raw);
        expect(interpret(...chunked(garbage, sizes))).toEqual(interpret(garbage));
      }),
      { numRuns: 400 },
    );
  });

  test("draws any printout that garbage makes", async () => {
    const raster = [0x1d, 0x76, 0x30, 3, 2, 0, 2, 0, 0xff, 0x81, 0x18, 0x01];
    const pieces = [raster, [0x1b, 0x64, 9], [0x1d, 0x21, 0x77], [0x1d, 0x42, 1], [0x41], [0xff]];
    const noise = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.array(fc.nat(255))));
    await fc.assert(
      fc.asyncProperty(noise, async (garbage) => {
        const printouts = printoutsOf(
          interpret(bytes(...garbage), Uint8Array.from([...cut, ...cut])),
        );
        const pictures = await Promise.all(printouts.map((printout) => renderPrintout(printout)));
        return pictures.every((picture) => picture.subarray(1, 4).toString() === "PNG");
      }),
      { numRuns: 40 },
    );
    const longFeed = bytes([0x1b, 0x33, 255], [0x1b, 0x64, 255], [0x1b, 0x64, 255], cut);
    const [long] = await Promise.all(
      printoutsOf(interpret(longFeed)).map((printout) => renderPrintout(printout)),
    );
    expect(long?.readUInt32BE(20)).toBe(20_000);
  });

  test("understands every command that node-thermal-printer's Epson type emits for receipts", () => {
    const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: "" });
    printer.alignRight();
    printer.bold(true);
    printer.underline(true);
    printer.invert(true);
    printer.upsideDown(true);
    printer.setTypeFontB();
    printer.println("small");
    printer.setTypeFontA();
    printer.setTextQuadArea();
    printer.println("four");
    printer.setTextSize(2, 2);
    printer.println("nine");
    printer.setLineSpacing(60);
    printer.resetLineSpacing();
    printer.leftRight("left", "right");
    printer.printQR("qr content", { cellSize: 6, correction: "Q" });
    printer.code128("123");
    printer.printBarcode("890123456789", 67);
    printer.beep();
    printer.partialCut();
    const events = interpret(printer.getBuffer());
    const notCarriedOut = events.flatMap((event) =>
      event.kind === "unknown" ? [event.bytes] : [],
    );
    expect(notCarriedOut).toEqual([]);
    const [printout] = printoutsOf(events);
    expect(printout?.cut).toBe("partial");
    expect(printout?.items.filter(({ kind }) => kind === "qr")).toEqual([
      { kind: "qr", align: "right", content: "qr content", moduleDots: 6, correction: "Q" },
    ]);
    const bars = printout?.items.filter((item) => item.kind === "bars");
    // Start, three characters, check and stop of Code 128; an EAN-13 is always 95 modules.
    expect(bars?.map(({ grid }) => grid.columns)).toEqual([35 + 3 * 11, 95]);
    const styles = printout?.items.flatMap((item) => (item.kind === "line" ? item.runs : []));
    expect(styles?.[0]?.style).toEqual({
      font: "B",
      isBold: true,
      isUnderlined: true,
      isInverted: true,
      widthScale: 1,
      heightScale: 1,
    });
    expect(styles?.[1]?.style).toMatchObject({ font: "A", widthScale: 2, heightScale: 2 });
    expect(styles?.[2]?.style).toMatchObject({ widthScale: 3, heightScale: 3 });
  });

  test("wraps a line where the paper ends, counting wide characters twice", () => {
    const [printout] = printoutsOf(
      interpret(bytes("a".repeat(50), [0x0a, 0x1d, 0x21, 0x10], "b".repeat(25), cut)),
    );
    if (printout === undefined) throw new Error("nothing was printed");
    const lines = printoutText(printout).split("\n");
    expect(lines.map((line) => line.length)).toEqual([48, 2, 24, 1]);
  });

  test("asks its printer only when everything before the question is carried out", () => {
    const events = interpret(bytes("x", cut), requestProcessId("ab12"), Uint8Array.of(0x10, 4, 2));
    expect(events.map(({ kind }) => kind)).toEqual([
      "printout",
      "process_id_request",
      "realtime_request",
    ]);
    expect(events[1]).toEqual({ kind: "process_id_request", id: "ab12" });
  });

  test("reports automatic status, sensor, counter and drawer commands", () => {
    const stream = bytes(
      [0x1d, 0x61, 0x0f],
      [0x1d, 0x72, 1],
      [0x1d, 0x67, 0x32, 0, 178, 0],
      [0x1b, 0x70, 1, 50, 50],
    );
    expect(interpret(stream)).toEqual([
      { kind: "automatic_status", mask: 0x0f },
      { kind: "sensor_request", sensor: 1 },
      { kind: "counter_request", counter: 178 },
      { kind: "drawer_kick", pin: 5 },
    ]);
  });

  test("reports an unknown command and prints what follows", () => {
    const events = interpret(bytes([0x1b, 0x7f], "still here", cut));
    expect(events[0]).toEqual({ kind: "unknown", bytes: Buffer.from([0x1b, 0x7f]) });
    expect(printoutsOf(events).map(printoutText)).toEqual(["still here"]);
  });

  test("takes a length beyond all bounds for noise and does not wait for it", () => {
    const events = interpret(bytes([0x1d, 0x76, 0x30, 0, 0xff, 0xff, 0xff, 0xff], "\n", cut));
    expect(events.map(({ kind }) => kind)).toContain("unknown");
    expect(printoutsOf(events)).toHaveLength(1);
  });
});
