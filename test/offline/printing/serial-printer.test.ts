import { execFileSync } from "node:child_process";
import { open, type FileHandle } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TransportError, type PrinterConnection } from "@edgeward/devices/driver.ts";
import { hasPtyPairs, openPtyPair, type PtyPair } from "#support/pty-pair.ts";
import { createSerialTransport } from "@edgeward/devices/transport/serial.ts";

const isAble = hasPtyPairs();
let pair: PtyPair;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  if (isAble) pair = await openPtyPair();
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  if (isAble) await pair.close();
});

test("this machine can join serial ports", (context) => {
  if (!isAble && process.env["CI"] !== "true") {
    context.skip("socat is not installed (Debian: apt-get install socat)");
  }
  expect(isAble).toBe(true);
});

/** The device at the other end: what it received, and a way to speak. */
async function deviceAt(path: string) {
  const port = await createSerialTransport({ path, flowControl: "none" }).open();
  const received: Uint8Array[] = [];
  port.onData((bytes) => received.push(bytes));
  closers.push(() => port.close());
  const say = (bytes: Uint8Array) => port.write(bytes, { timeoutMs: 5_000 });
  return { say, received: () => Buffer.concat(received) };
}

async function openNear(): Promise<PrinterConnection> {
  const transport = createSerialTransport({
    path: pair.near,
    baud: 115_200,
    flowControl: "none",
  });
  const connection = await transport.open();
  closers.push(() => connection.close());
  return connection;
}

async function failureOf(promise: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error("expected a transport error");
  return error;
}

/** What the terminal of a port is set to. */
function settingsOf(path: string): readonly string[] {
  return execFileSync("stty", ["-a", "-F", path], { encoding: "utf8" }).split(/[\s;]+/u);
}

// A port that is open is closed to other programs of anybody but root.
test.runIf(isAble && process.getuid?.() === 0).each([
  ["xon_xoff", "ixon", "-crtscts"],
  ["rts_cts", "-ixon", "crtscts"],
  ["none", "-ixon", "-crtscts"],
] as const)("a line of flow control %s is set so", async (flowControl, characters, wire) => {
  const connection = await createSerialTransport({ path: pair.near, flowControl }).open();
  closers.push(() => connection.close());
  const settings = settingsOf(pair.near);
  expect(settings).toContain(characters);
  expect(settings).toContain(wire);
});

describe.runIf(isAble)("a serial printer", () => {
  test("gets every byte of writes made at once, in order, while it talks itself", async () => {
    const device = await deviceAt(pair.far);
    const connection = await openNear();
    const first = Buffer.alloc(150_000, 1);
    const second = Buffer.alloc(50_000, 2);
    const talking = setInterval(() => void device.say(Buffer.from([0x14, 0, 0, 0x0f])), 1);
    await Promise.all([
      connection.write(first, { timeoutMs: 10_000 }),
      connection.write(second, { timeoutMs: 10_000 }),
    ]);
    clearInterval(talking);
    await expect.poll(() => device.received().length, { timeout: 10_000 }).toBe(200_000);
    expect(device.received().equals(Buffer.concat([first, second]))).toBe(true);
    await connection.close();
    expect(await connection.closed).toEqual({ kind: "by_us" });
  });

  test("is heard by every listener until it stops listening", async () => {
    const device = await deviceAt(pair.far);
    const connection = await openNear();
    const heard: string[] = [];
    const stop = connection.onData((bytes) => heard.push(Buffer.from(bytes).toString()));
    await device.say(Buffer.from("one"));
    await expect.poll(() => heard.join("")).toBe("one");
    stop();
    await device.say(Buffer.from("two"));
    await connection.write(Buffer.from("x"), { timeoutMs: 1_000 });
    await expect.poll(() => device.received().toString()).toBe("x");
    expect(heard.join("")).toBe("one");
  });

  test("is refused to a second host while one has it", async () => {
    await openNear();
    const error = await failureOf(createSerialTransport({ path: pair.near }).open());
    expect(error).toMatchObject({ code: "refused", bytesWritten: 0 });
  });

  test("that is not there is unreachable, and is found again when it is", async () => {
    const missing = createSerialTransport({ path: `${pair.near}-none` });
    expect(await failureOf(missing.open())).toMatchObject({ code: "unreachable", bytesWritten: 0 });
    const connection = await openNear();
    await connection.close();
    await (await openNear()).close();
  });

  test("that stops reading makes the write time out, with a count, and the port is free again", async () => {
    // Nobody reads at the far end, so the line fills and stands.
    const far: FileHandle = await open(pair.far, "r+");
    closers.push(() => far.close());
    const connection = await openNear();
    const error = await failureOf(connection.write(Buffer.alloc(4_000_000), { timeoutMs: 400 }));
    expect(error.code).toBe("write_timeout");
    expect(error.bytesWritten).toBeLessThan(4_000_000);
    expect(await connection.closed).toEqual({ kind: "failed", code: "write_timeout" });
    const late = await failureOf(connection.write(Buffer.from("more"), { timeoutMs: 200 }));
    expect(late.bytesWritten).toBe(0);
  });

  test("that is pulled out in the middle of a write fails it at once", async () => {
    const far = await open(pair.far, "r+");
    closers.push(() => far.close().catch(() => undefined));
    const connection = await openNear();
    const writing = failureOf(connection.write(Buffer.alloc(4_000_000), { timeoutMs: 30_000 }));
    setTimeout(() => void pair.close(), 100);
    const error = await writing;
    expect(error.bytesWritten).toBeLessThan(4_000_000);
    expect(await connection.closed).toMatchObject({ kind: "failed" });
  });
});
