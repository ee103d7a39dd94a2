import { afterEach, describe, expect, test } from "vitest";
import { createTcpTransport } from "#transport/tcp.ts";
import { printoutText } from "#virtual/printout.ts";
import { startVirtualPrinter, type VirtualPrinter } from "#virtual/printer.ts";
import type { VirtualPrinterOptions } from "#virtual/printer-options.ts";
import { askWhoItIs, type IdentifyOptions } from "./identify.ts";

let printer: VirtualPrinter;

afterEach(() => printer.close());

async function plugIn(options: VirtualPrinterOptions = {}): Promise<void> {
  printer = await startVirtualPrinter({ identity: ["EPSON", "TM-T20II"], ...options });
}

const connect = () => createTcpTransport({ host: "127.0.0.1", port: printer.port }).open();

async function asked(options: Partial<IdentifyOptions> = {}) {
  const connection = await connect();
  const answers = await askWhoItIs(connection, { readyMs: 150, ...options });
  await connection.close({ lingerMs: 500 });
  return answers;
}

const nothing = { identity: null, reportsStatus: false, confirms: false };

describe("a printer that is asked who it is", () => {
  test.each([
    ["answers everything", {}, { identity: "EPSON TM-T20II", reportsStatus: true, confirms: true }],
    [
      "passes over the acknowledgement",
      { silence: { acknowledgement: true } },
      { identity: "EPSON TM-T20II", reportsStatus: true, confirms: false },
    ],
    [
      "does not say its name",
      { silence: { identity: true } },
      { identity: null, reportsStatus: true, confirms: true },
    ],
    ["says nothing", { tcpFaults: { isMute: true } }, nothing],
    [
      "speaks Star's own language",
      { language: "star" },
      { identity: null, reportsStatus: true, confirms: true, language: "star" },
    ],
  ] as const)("and %s is known by that, and prints nothing", async (_how, options, answers) => {
    await plugIn(options);
    expect(await asked()).toEqual(answers);
    const connection = await connect();
    await connection.write(Buffer.from("next\n\u001dV\0"), { timeoutMs: 1_000 });
    await connection.close();
    expect(printer.printouts().map(printoutText)).toEqual("language" in options ? [] : ["next"]);
  });

  test.each([
    ["paper_out", { paperOut: true }],
    ["cover_open", { coverOpen: true }],
  ] as const)(
    "and waits with %s is not taken for one that confirms nothing",
    async (obstacle, state) => {
      await plugIn();
      printer.setState(state);
      expect(await asked()).toEqual({ obstacle });
      printer.setState({ paperOut: false, coverOpen: false });
      expect(await asked()).toMatchObject({ confirms: true });
    },
  );

  test("and goes silent meanwhile is not taken for one that confirms nothing", async () => {
    await plugIn({ silence: { acknowledgement: true, identity: true } });
    setTimeout(() => printer.setTcpFaults({ isMute: true }), 100);
    const connection = await connect();
    const mute = setTimeout(() => printer.powerCut(), 300);
    expect(await askWhoItIs(connection, { readyMs: 150 })).toEqual({ obstacle: "no_status_reply" });
    clearTimeout(mute);
  });

  test("and has a picture open that broke off is sent the rest of it first", async () => {
    await plugIn();
    const connection = await connect();
    // 72 bytes a row, 50 rows, and the first of them only.
    const broken = Buffer.concat([
      Buffer.from([0x1d, 0x76, 0x30, 0, 72, 0, 50, 0]),
      Buffer.alloc(72),
    ]);
    await connection.write(broken, { timeoutMs: 1_000 });
    await connection.close();
    expect(await asked({ filler: new Uint8Array(4_096) })).toMatchObject({ confirms: true });
    expect(printer.printouts()).toEqual([]);
  });
});
