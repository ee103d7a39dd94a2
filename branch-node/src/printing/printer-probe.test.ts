import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { labelLanguages } from "@edgeward/devices/label/label.ts";
import { epson80mm, generic80mm } from "@edgeward/devices/printer/profile.ts";
import { startVirtualLabelPrinter } from "@edgeward/devices/virtual/label/label-printer.ts";
import { createTcpTransport } from "@edgeward/devices/transport/tcp.ts";
import { startVirtualPrinter, type VirtualPrinter } from "@edgeward/devices/virtual/printer.ts";
import { healthAfter, probePrinter, questionFor } from "./printer-probe.ts";

let printer: VirtualPrinter;

beforeEach(async () => {
  printer = await startVirtualPrinter();
});

afterEach(async () => {
  await printer.close();
});

// A bound that only a failure comes to, but where nothing answers.
function probe(withinMs = 10_000) {
  const transport = createTcpTransport({ host: "127.0.0.1", port: printer.port });
  return probePrinter(transport, "realtime", withinMs);
}

test.each([
  ["ok", {}],
  ["paper_out", { paperOut: true }],
  ["cover_open", { coverOpen: true }],
  ["offline", { offline: true }],
  ["cutter_error", { cutterJammed: true }],
] as const)(
  "a printer that is %s says so, and prints nothing for the question",
  async (health, state) => {
    printer.setState(state);
    expect(await probe()).toMatchObject({ health });
    printer.setState({
      paperOut: false,
      coverOpen: false,
      offline: false,
      cutterJammed: false,
    });
    expect(await probe()).toMatchObject({ health: "ok" });
    expect(printer.printouts()).toEqual([]);
  },
);

test("a printer that does not answer cannot be reached", async () => {
  printer.setTcpFaults({ isMute: true });
  expect(await probe(300)).toMatchObject({ health: "unreachable" });
});

test("a printer that breaks the connection cannot be reached", async () => {
  printer.setTcpFaults({ resetAfterBytes: 1 });
  expect(await probe()).toMatchObject({ health: "unreachable" });
});

test("a printer that nobody has plugged in cannot be reached", async () => {
  await printer.close();
  expect(await probe()).toMatchObject({ health: "unreachable" });
  printer = await startVirtualPrinter();
});

test("a printer without status is ok when it takes the connection, and is sent nothing", async () => {
  let received = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("data", (bytes) => (received += bytes.length));
    socket.on("end", () => socket.end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const transport = createTcpTransport({ host: "127.0.0.1", port });
  expect(await probePrinter(transport, "none", 300)).toEqual({
    health: "ok",
    isPaperLow: null,
    isReported: false,
    letsGoLate: false,
  });
  expect(received).toBe(0);
  await new Promise((done) => server.close(done));
});

describe.each(labelLanguages)("a label printer that speaks %s", (language) => {
  test.each([
    ["ok", {}],
    ["paper_out", { labelsOut: true }],
    ["cover_open", { headOpen: true }],
    // EPL and CPCL have no word for the pause key.
    [["epl", "cpcl"].includes(language) ? "ok" : "offline", { paused: true }],
    ["unreachable", { plugged: false }],
  ] as const)("and is %s says so when it is asked", async (health, state) => {
    const labels = await startVirtualLabelPrinter({ language });
    labels.setState(state);
    const transport = createTcpTransport({ host: "127.0.0.1", port: labels.port });
    const isReported = health !== "unreachable";
    expect(await probePrinter(transport, language, 300)).toMatchObject({ health, isReported });
    expect(labels.unknownCommands()).toEqual([]);
    await labels.close();
  });
});

test("a printer is asked in its own language, or not at all", () => {
  const [epson, silent] = [epson80mm, generic80mm];
  expect(questionFor(epson, { kind: "receipt", profile: epson })).toBe("realtime");
  expect(questionFor(silent, { kind: "receipt", profile: silent })).toBe("none");
  for (const language of labelLanguages) {
    expect(questionFor(silent, { kind: "label", language, dpi: 203 })).toBe(language);
  }
  expect(questionFor(epson, { kind: "page" })).toBe("none");
  expect(questionFor(silent, null)).toBe("none");
});

test.each([
  ["paper_out", "paper_out"],
  ["cover_open", "cover_open"],
  ["offline", "offline"],
  ["no_status_reply", "unreachable"],
  ["refused", "unreachable"],
] as const)("a job that failed with %s leaves the printer as %s", (failure, health) => {
  expect(healthAfter(failure)).toBe(health);
});
