import { expect, test } from "vitest";
import type { PrinterTransport } from "#driver.ts";
import { createTcpTransport } from "#transport/tcp.ts";
import { printoutText } from "#virtual/printout.ts";
import { startVirtualPrinter } from "#virtual/printer.ts";
import { printWithAcknowledgement } from "./print.ts";
import { epson80mm, serialBandBytes } from "./profile.ts";
import { buildTokenSlipParts, type PrintParts } from "./token-slip.ts";

/** A line that does not break: so many bytes from a place on never arrive, and nobody hears of it. */
function lossyLine(line: PrinterTransport, from: number, count: number): PrinterTransport {
  return {
    ...line,
    // Quicker than the real one, so that nobody waits for its answers.
    bytesPerSecond: 100_000,
    open: async () => {
      const connection = await line.open();
      let sent = 0;
      const write: typeof connection.write = async (bytes, options) => {
        const start = sent - from;
        sent += bytes.length;
        const arrive = bytes.filter((_, at) => start + at < 0 || start + at >= count);
        if (arrive.length > 0) await connection.write(arrive, options);
      };
      const { closed, inputEnded } = connection;
      const onData: typeof connection.onData = (listener) => connection.onData(listener);
      const close: typeof connection.close = (options) => connection.close(options);
      return { write, onData, close, closed, inputEnded };
    },
  };
}

test.each([
  ["letters", "Lakshmi Chavan", 200, 41],
  ["pictures", "लक्ष्मी चव्हाण", 872, 283],
])(
  "a slip of %s whose middle a serial line has lost is never printed, wherever it was",
  async (_what, patientName, lost, step) => {
    const slip = await buildTokenSlipParts(
      {
        facilityName: "Asha Clinic",
        branchName: "Kothrud",
        department: "General medicine",
        queueNo: 42,
        tokenCode: "GEN-042",
        patientName,
        uhid: "PUN1-000-0421",
        providerName: "Dr. Kale",
        issuedAt: "26 Nov 2026, 18:40",
        qr: "EW1:T:apt_1",
        reprint: false,
        footerLines: ["Please wait until you are called", "Keep this slip"],
      },
      { ...epson80mm, bandBytes: serialBandBytes },
    );
    const whole = await printedOver(slip, slip.body.length * 2, lost);
    expect(whole).toMatchObject({ outcome: { state: "printed" } });
    const torn: number[] = [];
    let unknown = 0;
    for (let from = 13; from < slip.body.length; from += step) {
      const { outcome, text } = await printedOver(slip, from, lost);
      if (outcome.state === "unknown") unknown += 1;
      else if (text !== whole.text) torn.push(from);
    }
    expect(torn).toEqual([]);
    expect(unknown).toBeGreaterThan(5);
  },
  60_000,
);

/** A slip on a printer of its own at the end of a line that loses so many bytes, 872 in a second at 9,600 baud. */
async function printedOver(slip: PrintParts, from: number, lost: number) {
  const own = await startVirtualPrinter();
  try {
    const line = lossyLine(createTcpTransport({ host: "127.0.0.1", port: own.port }), from, lost);
    const outcome = await printWithAcknowledgement(line, slip, {
      jobTag: "job-1",
      profile: epson80mm,
      timeouts: { readyMs: 300, writeMs: 1_000, printedMs: 300 },
    });
    return { outcome, text: own.printouts().map(printoutText).join("|") };
  } finally {
    await own.close();
  }
}
