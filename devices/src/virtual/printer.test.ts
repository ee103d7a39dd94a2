import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createStatusParser,
  enableAutomaticStatus,
  requestCutCounter,
  requestProcessId,
  type PrinterStatus,
} from "#printer/escpos/status.ts";
import { printoutText } from "./printout.ts";
import { startVirtualPrinter, type VirtualPrinter } from "./printer.ts";

let printer: VirtualPrinter;
const sockets: Socket[] = [];

beforeEach(async () => {
  printer = await startVirtualPrinter();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await printer.close();
});

async function plugIn() {
  const socket = connect(printer.port, "127.0.0.1");
  sockets.push(socket);
  const heard: PrinterStatus[] = [];
  const parser = createStatusParser((status) => heard.push(status));
  socket.on("data", (bytes: Uint8Array) => parser.push(bytes));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, heard, parser };
}

const line = (text: string) => Buffer.from(`${text}\n`);
const cut = Buffer.from([0x1d, 0x56, 0]);
const texts = () => printer.printouts().map(printoutText);

describe("the virtual printer", () => {
  test("counts a printout only when it is cut", async () => {
    const { socket, heard } = await plugIn();
    const printouts: string[] = [];
    printer.onPrintout((printout) => printouts.push(printoutText(printout)));
    socket.write(Buffer.concat([line("one"), requestProcessId("aaaa")]));
    await expect.poll(() => heard).toEqual([{ kind: "process_id", id: "aaaa" }]);
    expect(printer.printouts()).toEqual([]);
    socket.write(cut);
    await expect.poll(() => printouts).toEqual(["one"]);
    expect(texts()).toEqual(["one"]);
  });

  test("acknowledges after printing, not on arrival", async () => {
    printer.setState({ slowMsPerKb: 200 });
    const { socket, heard } = await plugIn();
    const before = performance.now();
    socket.write(Buffer.concat([line("x".repeat(1_023)), requestProcessId("slow")]));
    await expect.poll(() => heard.length, { timeout: 3_000 }).toBe(1);
    expect(performance.now() - before).toBeGreaterThan(180);
  });

  test("holds everything without paper, still answers in real time, and prints when there is paper", async () => {
    printer.setState({ paperOut: true });
    const { socket, heard, parser } = await plugIn();
    parser.expectRealtime(4);
    socket.write(
      Buffer.concat([line("later"), cut, requestProcessId("held"), Buffer.of(0x10, 4, 4)]),
    );
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]).toMatchObject({ kind: "realtime", condition: { isPaperOut: true } });
    expect(printer.printouts()).toEqual([]);
    printer.setState({ paperOut: false });
    await expect.poll(texts).toEqual(["later"]);
    await expect.poll(() => heard.at(-1)).toEqual({ kind: "process_id", id: "held" });
  });

  test("reports an open cover by itself once that is switched on", async () => {
    const { socket, heard } = await plugIn();
    socket.write(enableAutomaticStatus());
    await expect.poll(() => heard.length).toBe(1);
    printer.setState({ coverOpen: true });
    await expect
      .poll(() => heard.at(-1))
      .toMatchObject({
        kind: "automatic",
        condition: { isCoverOpen: true, isOffline: true, isPaperOut: false },
      });
  });

  test("loses what it had not cut in a power cut, breaks the connection, and keeps its cut counter", async () => {
    const first = await plugIn();
    first.socket.write(Buffer.concat([line("kept"), cut, line("lost"), requestProcessId("mark")]));
    await expect.poll(() => first.heard.length).toBe(1);
    printer.powerCut();
    await expect.poll(() => first.socket.destroyed).toBe(true);
    const second = await plugIn();
    second.socket.write(Buffer.concat([line("after"), cut, requestCutCounter()]));
    await expect.poll(() => second.heard).toEqual([{ kind: "counter", value: 2 }]);
    expect(texts()).toEqual(["kept", "after"]);
  });

  test("turns a second host away", async () => {
    const first = await plugIn();
    const second = connect(printer.port, "127.0.0.1");
    sockets.push(second);
    const [error] = await once(second, "close").catch((reason: unknown) => [reason]);
    expect(error).toMatchObject({ code: "ECONNRESET" });
    first.socket.write(Buffer.concat([line("mine"), cut]));
    await expect.poll(texts).toEqual(["mine"]);
  });

  test("takes more than its buffer from a fast host while it prints slowly", async () => {
    printer.setState({ slowMsPerKb: 0.5 });
    const { socket, heard } = await plugIn();
    const many = Array.from({ length: 6_000 }, (_, index) => line(`line ${index}`));
    socket.write(Buffer.concat([...many, cut, requestProcessId("done")]));
    await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(1);
    expect(texts()[0]?.split("\n")).toHaveLength(6_000);
  });
});
