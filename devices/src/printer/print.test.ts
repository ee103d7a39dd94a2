import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PrinterTransport } from "#driver.ts";
import { createTcpTransport } from "#transport/tcp.ts";
import { printoutText } from "#virtual/printout.ts";
import { startVirtualPrinter, type VirtualPrinter } from "#virtual/printer.ts";
import { pictureBytes } from "#printer/escpos/bytes.ts";
import type { PrinterStatus } from "#printer/escpos/status.ts";
import { printWithAcknowledgement } from "./print.ts";
import type { PrintJobOptions, PrintOutcome, PrintStage } from "./print-job.ts";
import { epson80mm, generic80mm } from "./profile.ts";
import type { PrintParts } from "./token-slip.ts";

let printer: VirtualPrinter;
let transport: PrinterTransport;
const hosts: Server[] = [];

beforeEach(async () => {
  printer = await startVirtualPrinter();
  transport = createTcpTransport({ host: "127.0.0.1", port: printer.port, lingerMs: 2_000 });
});

afterEach(async () => {
  await printer.close();
  await Promise.all(hosts.splice(0).map((host) => new Promise((done) => host.close(done))));
});

const parts: PrintParts = {
  body: Buffer.from("\u001b@token 42\n"),
  trailer: Buffer.from([0x1d, 0x56, 0]),
};
const timeouts = { readyMs: 300, writeMs: 1_000, printedMs: 300 };

function job(changes: Partial<PrintJobOptions> = {}): PrintJobOptions {
  return { jobTag: "job-1", profile: epson80mm, timeouts, ...changes };
}

/** Something on a port that is no printer: it answers each chunk with the given bytes, or not at all. */
async function startHost(answer: (bytes: Uint8Array) => Uint8Array | null) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    socket.on("end", () => socket.end());
    socket.on("data", (bytes: Uint8Array) => {
      const reply = answer(bytes);
      if (reply !== null) socket.write(reply);
    });
  });
  hosts.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return createTcpTransport({ host: "127.0.0.1", port });
}

const texts = () => printer.printouts().map(printoutText);

/** How many printouts a job may have, by what is said of it. */
function printoutsAllowed(outcome: PrintOutcome): readonly number[] {
  if (outcome.state === "printed") return [1];
  return outcome.state === "unknown" && outcome.stage === "trailer" ? [0, 1] : [0];
}

describe("printing with acknowledgement", () => {
  test("is printed when the paper is cut, and reports each stage in order", async () => {
    const stages: (readonly [PrintStage, number])[] = [];
    const onStage = (stage: PrintStage) => void stages.push([stage, printer.printouts().length]);
    expect(await printWithAcknowledgement(transport, parts, job({ onStage }))).toEqual({
      state: "printed",
    });
    expect(stages.map(([stage]) => stage)).toEqual([
      "connected",
      "body_sent",
      "body_done",
      "trailer_sent",
    ]);
    expect(stages.find(([stage]) => stage === "body_done")?.[1]).toBe(0);
    expect(texts()).toEqual(["token 42"]);
  });

  test("prints one job after another on a printer that takes one connection", async () => {
    for (const jobTag of ["a", "b", "c"]) {
      const outcome = await printWithAcknowledgement(transport, parts, job({ jobTag }));
      expect(outcome.state).toBe("printed");
    }
    expect(texts()).toHaveLength(3);
  });

  test("is not started when the connection is refused", async () => {
    const { port } = printer;
    await printer.close();
    const refused = createTcpTransport({ host: "127.0.0.1", port });
    expect(await printWithAcknowledgement(refused, parts, job())).toEqual({
      state: "not_started",
      reason: "refused",
    });
    printer = await startVirtualPrinter();
  });

  test.each([
    [{ paperOut: true }, "paper_out"],
    [{ coverOpen: true }, "cover_open"],
    [{ offline: true }, "offline"],
    [{ cutterJammed: true }, "cutter_error"],
  ])(
    "is not started while the printer says %j, and prints nothing later",
    async (state, reason) => {
      printer.setState(state);
      const outcome = await printWithAcknowledgement(transport, parts, job());
      expect(outcome).toEqual({ state: "not_started", reason });
      printer.setState({
        paperOut: false,
        coverOpen: false,
        offline: false,
        cutterJammed: false,
      });
      expect(await printWithAcknowledgement(transport, parts, job())).toEqual({ state: "printed" });
      expect(texts()).toEqual(["token 42"]);
    },
  );

  test("is not started on a printer that says nothing, such as one that serves another host", async () => {
    let received = 0;
    const silent = await startHost((bytes) => {
      received += bytes.length;
      return null;
    });
    const outcome = await printWithAcknowledgement(silent, parts, job());
    expect(outcome).toEqual({ state: "not_started", reason: "no_status_reply" });
    // Four questions of three bytes, and no byte of the slip.
    expect(received).toBe(12);
  });

  test("is not started when the printer is busy with another host", async () => {
    const other = await transport.open();
    const outcome = await printWithAcknowledgement(transport, parts, job());
    expect(outcome.state).toBe("not_started");
    await other.close();
    expect(texts()).toEqual([]);
  });

  test("is unknown, with no printout, when the power fails between body and trailer", async () => {
    const onStage = (stage: PrintStage) => {
      if (stage === "body_done") printer.powerCut();
    };
    const outcome = await printWithAcknowledgement(transport, parts, job({ onStage }));
    expect(outcome).toMatchObject({ state: "unknown", stage: "trailer" });
    expect(texts()).toEqual([]);
    expect(await printWithAcknowledgement(transport, parts, job())).toEqual({ state: "printed" });
    expect(texts()).toEqual(["token 42"]);
  });

  test("is unknown in the body when the power fails while the body prints", async () => {
    printer.setState({ slowMsPerKb: 20_000 });
    const onStage = (stage: PrintStage) => {
      if (stage === "body_sent") printer.powerCut();
    };
    const outcome = await printWithAcknowledgement(transport, parts, job({ onStage }));
    expect(outcome).toEqual({ state: "unknown", reason: "connection_lost", stage: "body" });
  });

  test("is unknown in the trailer when the paper came out but its acknowledgement did not", async () => {
    printer.onPrintout(() => printer.powerCut());
    const outcome = await printWithAcknowledgement(transport, parts, job());
    expect(outcome).toEqual({ state: "unknown", reason: "connection_lost", stage: "trailer" });
    expect(texts()).toEqual(["token 42"]);
  });

  describe.each([
    // Told by itself, as every receipt of ours switches on; or only when it is asked.
    ["reports it by itself", Buffer.from("\u001b@\u001da\u000ftoken 42\n")],
    ["has to be asked", parts.body],
  ])("on a printer that ran out of paper in the middle and %s", (_how, body) => {
    const outAt = (at: PrintStage) => (stage: PrintStage) => {
      if (stage === at) printer.setState({ paperOut: true });
    };

    test.each(["body_sent", "body_done"] as const)(
      "waits for paper after %s however long it takes, and is printed once",
      async (at) => {
        printer.setState({ slowMsPerKb: 1_500 });
        const waits: unknown[] = [];
        const onHeld = (obstacle: unknown) => {
          waits.push(obstacle);
          if (obstacle !== null) setTimeout(() => printer.setState({ paperOut: false }), 900);
        };
        const options = job({ onStage: outAt(at), onHeld });
        const outcome = await printWithAcknowledgement(transport, { ...parts, body }, options);
        expect(outcome).toEqual({ state: "printed" });
        expect(waits).toEqual(["paper_out", null]);
        expect(texts()).toEqual(["token 42"]);
      },
    );

    test("is unknown when nobody brings any for too long", async () => {
      printer.setState({ slowMsPerKb: 1_500 });
      const options = job({ onStage: outAt("body_sent"), timeouts: { ...timeouts, heldMs: 400 } });
      const outcome = await printWithAcknowledgement(transport, { ...parts, body }, options);
      expect(outcome).toEqual({ state: "unknown", reason: "paper_out", stage: "body" });
      expect(texts()).toEqual([]);
    });

    test("is unknown as soon as the program is to end", async () => {
      printer.setState({ slowMsPerKb: 1_500 });
      const ending = new AbortController();
      const onHeld = () => ending.abort();
      const { signal } = ending;
      const options = job({ onStage: outAt("body_sent"), onHeld, signal });
      const outcome = await printWithAcknowledgement(transport, { ...parts, body }, options);
      expect(outcome).toEqual({ state: "unknown", reason: "paper_out", stage: "body" });
    });
  });

  test("is not given up by a printer that takes no more bytes while its cover is open", async () => {
    const long = pictureBytes(
      { widthBytes: 72, height: 150_000, data: Buffer.alloc(10_800_000) },
      epson80mm,
    );
    const body = Buffer.concat([Buffer.from("\u001b@\u001da\u000f"), long]);
    const fast = { readyMs: 300, writeMs: 1, printedMs: 15_000 };
    // By its bytes it has 5.4 s, twice what a busy machine needs for them; the cover is open for longer.
    const hurried: PrinterTransport = { ...transport, bytesPerSecond: 2_500_000 };
    const waits: unknown[] = [];
    const onHeld = (obstacle: unknown) => {
      waits.push(obstacle);
      if (obstacle === null) return;
      setTimeout(() => printer.setState({ coverOpen: false, slowMsPerKb: 0 }), 5_500);
    };
    // It takes no more than a part of them before the cover opens, however quick the machine; and it has come to them by then,
    // however slow: what they begin with has it say how it is.
    printer.setState({ slowMsPerKb: 1 });
    let isBegun = false;
    const onStatus = ({ kind }: PrinterStatus) => {
      if (kind !== "automatic" || isBegun) return;
      isBegun = true;
      setTimeout(() => printer.setState({ coverOpen: true }), 50);
    };
    const options = job({ timeouts: fast, onHeld, onStatus });
    const outcome = await printWithAcknowledgement(hurried, { ...parts, body }, options);
    expect(outcome).toEqual({ state: "printed" });
    expect(waits[0]).toBe("cover_open");
  }, 60_000);

  test("has as much time as its bytes need on a slow line", async () => {
    const body = Buffer.concat([Buffer.from("\u001b@"), Buffer.alloc(8_192, "0123456789abcde\n")]);
    // Half the time that the line needs for them is what a printer without much to do would be given.
    printer.setState({ slowMsPerKb: 125 });
    const slow: PrinterTransport = { ...transport, bytesPerSecond: 8_192 };
    const outcome = await printWithAcknowledgement(slow, { ...parts, body }, job());
    expect(outcome).toEqual({ state: "printed" });
    const fast: PrinterTransport = { ...transport, bytesPerSecond: 10_000_000 };
    const given = await printWithAcknowledgement(fast, { ...parts, body }, job({ jobTag: "b" }));
    expect(given).toEqual({ state: "unknown", reason: "no_acknowledgement", stage: "body" });
  });

  test("is unknown in the body when the connection breaks in the middle of it", async () => {
    printer.setTcpFaults({ resetAfterBytes: 2_000 });
    const large = { ...parts, body: Buffer.alloc(8_000_000, 0x41) };
    const outcome = await printWithAcknowledgement(transport, large, job());
    expect(outcome).toEqual({ state: "unknown", reason: "reset", stage: "body" });
  });

  test("does not take another job's acknowledgement for its own", async () => {
    const otherJob = Buffer.from('7"zzzb\0');
    const host = await startHost(() => otherJob);
    const profile = { ...epson80mm, hasRealtimeStatus: false };
    const outcome = await printWithAcknowledgement(host, parts, job({ profile }));
    expect(outcome).toEqual({ state: "unknown", reason: "no_acknowledgement", stage: "body" });
  });

  test("throws on what the journal throws, and sends nothing after it", async () => {
    const onStage = (stage: PrintStage) => {
      if (stage === "body_done") throw new Error("disk full");
    };
    const printing = printWithAcknowledgement(transport, parts, job({ onStage }));
    await expect(printing).rejects.toThrow("disk full");
    expect(texts()).toEqual([]);
  });

  test("is unknown at once, not after the time limit, when the printer closes its side", async () => {
    printer.setTcpFaults({ endAfterBytes: 12 });
    const patient = { readyMs: 300, writeMs: 1_000, printedMs: 60_000 };
    printer.setState({ slowMsPerKb: 60_000 });
    const options = job({ timeouts: patient });
    const outcome = await printWithAcknowledgement(transport, parts, options);
    expect(outcome).toEqual({ state: "unknown", reason: "connection_lost", stage: "body" });
  });

  test("is unknown when an unconfirmed job's connection breaks while it drains", async () => {
    printer.setTcpFaults({ resetAfterBytes: 2_000 });
    const large = { ...parts, body: Buffer.alloc(40_000, 0x41) };
    const outcome = await printWithAcknowledgement(transport, large, job({ profile: generic80mm }));
    expect(outcome).toMatchObject({ state: "unknown", reason: "reset" });
    expect(texts()).toEqual([]);
  });

  test("is sent, unconfirmed, on a printer that acknowledges nothing", async () => {
    printer.setTcpFaults({ isMute: true });
    const options = job({ profile: generic80mm });
    expect(await printWithAcknowledgement(transport, parts, options)).toEqual({
      state: "sent_unconfirmed",
    });
    await expect.poll(texts).toEqual(["token 42"]);
  });

  test("says of 60 jobs under power cuts only what their printouts bear out", async () => {
    const moments = [
      "never",
      "connected",
      "body_sent",
      "body_done",
      "trailer_sent",
      "cut",
    ] as const;
    const tally = { printed: 0, not_started: 0, unknown: 0, sent_unconfirmed: 0 };
    for (let index = 0; index < 60; index += 1) {
      const moment = moments[index % moments.length];
      printer.setState({ slowMsPerKb: index % 4 === 0 ? 200 : 0 });
      const stop = printer.onPrintout(() => moment === "cut" && printer.powerCut());
      const onStage = (stage: PrintStage) => void (stage === moment && printer.powerCut());
      const own = { ...parts, body: Buffer.from(`job ${index};\n`) };
      const options = job({ jobTag: `job-${index}`, onStage });
      const outcome = await printWithAcknowledgement(transport, own, options);
      stop();
      const printouts = texts().filter((text) => text.includes(`job ${index};`)).length;
      expect(printoutsAllowed(outcome), `${index} ${moment} ${JSON.stringify(outcome)}`).toContain(
        printouts,
      );
      tally[outcome.state] += 1;
    }
    expect(tally.printed).toBeGreaterThanOrEqual(10);
    expect(tally.unknown).toBeGreaterThanOrEqual(20);
    expect(texts().every((text) => (text.match(/job/g) ?? []).length <= 1)).toBe(true);
  });
});
