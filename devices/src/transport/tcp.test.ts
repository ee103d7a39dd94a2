import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { TransportError, type PrinterConnection } from "#driver.ts";
import { createTcpTransport } from "./tcp.ts";

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** A peer on a real port that treats each connection as the test says. */
async function startPeer(onSocket: (socket: Socket) => void, pauseOnConnect = false) {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}

async function openTo(port: number, lingerMs = 3_000): Promise<PrinterConnection> {
  return await createTcpTransport({ host: "127.0.0.1", port, lingerMs }).open();
}

async function failureOf(promise: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error("expected a transport error");
  return error;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("a TCP connection to a printer", () => {
  test("delivers every byte of writes made at once, in order", async () => {
    const received: Buffer[] = [];
    const port = await startPeer((socket) => {
      socket.on("data", (bytes: Buffer) => received.push(bytes));
      socket.on("end", () => socket.end());
    });
    const connection = await openTo(port);
    const first = Buffer.alloc(100_000, 1);
    const second = Buffer.alloc(50_000, 2);
    await Promise.all([
      connection.write(first, { timeoutMs: 2_000 }),
      connection.write(second, { timeoutMs: 2_000 }),
    ]);
    await connection.close();
    expect(Buffer.concat(received).equals(Buffer.concat([first, second]))).toBe(true);
    expect(await connection.closed).toEqual({ kind: "by_us" });
  });

  test("says that nothing listens on the port", async () => {
    const port = await startPeer(() => undefined);
    await new Promise((done) => servers.pop()?.close(done));
    const error = await failureOf(openTo(port));
    expect(error).toMatchObject({ code: "refused", bytesWritten: 0 });
  });

  test("gives up on a printer that does not accept in time", async () => {
    const { port, stop } = await startDeafPeer();
    const transport = createTcpTransport({ host: "127.0.0.1", port, connectTimeoutMs: 200 });
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => transport.open()));
    const failures = attempts.filter((attempt) => attempt.status === "rejected");
    expect(failures.length).toBeGreaterThan(0);
    for (const { reason } of failures) {
      expect(reason).toMatchObject({ code: "connect_timeout", bytesWritten: 0 });
    }
    await stop();
  });

  test("says that the host name is unknown", async () => {
    const transport = createTcpTransport({ host: "no-such-printer.invalid", port: 9100 });
    expect(await failureOf(transport.open())).toMatchObject({ code: "name_not_found" });
  });

  test("reports a reset in the middle of a write with the bytes that left", async () => {
    const port = await startPeer((socket) => {
      socket.once("data", () => socket.resetAndDestroy());
    });
    const connection = await openTo(port);
    const size = 20_000_000;
    const error = await failureOf(connection.write(Buffer.alloc(size), { timeoutMs: 5_000 }));
    expect(error.code).toBe("reset");
    expect(error.bytesWritten).toBeGreaterThan(0);
    expect(error.bytesWritten).toBeLessThan(size);
    expect(await connection.closed).toEqual({ kind: "failed", code: "reset" });
  });

  test("gives up on a printer that never reads and says how much it took", async () => {
    const port = await startPeer(() => undefined, true);
    const connection = await openTo(port);
    const size = 20_000_000;
    const error = await failureOf(connection.write(Buffer.alloc(size), { timeoutMs: 300 }));
    expect(error.code).toBe("write_timeout");
    expect(error.bytesWritten).toBeGreaterThan(10_000);
    expect(error.bytesWritten).toBeLessThan(size);
    expect(await connection.closed).toEqual({ kind: "failed", code: "write_timeout" });
  });

  test("refuses to write on a connection that timed out, with no byte sent", async () => {
    const port = await startPeer(() => undefined, true);
    const connection = await openTo(port);
    await failureOf(connection.write(Buffer.alloc(20_000_000), { timeoutMs: 200 }));
    const error = await failureOf(connection.write(Buffer.from("more"), { timeoutMs: 200 }));
    expect(error.bytesWritten).toBe(0);
  });

  test("reports at once when the printer closes its side, and still delivers what is written", async () => {
    const received: Buffer[] = [];
    const port = await startPeer((socket) => {
      socket.on("data", (bytes: Buffer) => received.push(bytes));
      socket.end();
    });
    const connection = await openTo(port);
    await connection.inputEnded;
    await connection.write(Buffer.from("after the half close"), { timeoutMs: 1_000 });
    await connection.close();
    const text = () => Buffer.concat(received).toString();
    await expect.poll(text).toBe("after the half close");
  });

  test("loses nothing of 200 kB to a slow reader that sends status bytes nobody listens to", async () => {
    let received = 0;
    const finished = Promise.withResolvers<number>();
    const port = await startPeer((socket) => {
      socket.on("readable", () => undefined);
      void readSlowly(socket, (count) => {
        received += count;
      }).then(() => finished.resolve(received));
    }, true);
    const connection = await openTo(port);
    await connection.write(Buffer.alloc(200_000, 0x41), { timeoutMs: 5_000 });
    await connection.close();
    expect(await finished.promise).toBe(200_000);
    expect(await connection.closed).toEqual({ kind: "by_us" });
  });

  test("does not wait for ever for a printer that keeps its side open", async () => {
    const port = await startPeer((socket) => socket.resume());
    const connection = await openTo(port, 150);
    const before = performance.now();
    await connection.close();
    expect(performance.now() - before).toBeLessThan(1_500);
    expect(await connection.closed).toEqual({ kind: "by_us" });
  });

  test("hands what the printer sends to every listener until it stops listening", async () => {
    const peer = Promise.withResolvers<Socket>();
    const port = await startPeer((socket) => peer.resolve(socket));
    const connection = await openTo(port, 100);
    const heard: string[] = [];
    const stop = connection.onData((bytes) => heard.push(Buffer.from(bytes).toString()));
    const socket = await peer.promise;
    socket.write("one");
    await expect.poll(() => heard).toEqual(["one"]);
    stop();
    socket.end("two");
    await connection.inputEnded;
    expect(heard).toEqual(["one"]);
    await connection.close();
  });
});

/** A peer that listens and never accepts: its thread sleeps, and its queue of one is soon full. */
async function startDeafPeer() {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     const server = require("node:net").createServer();
     server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const port = await new Promise<number>((done) => worker.once("message", done));
  await pause(50);
  return { port, stop: () => worker.terminate() };
}

/** Reads 16 kB at a time with a rest between, and answers each piece with four status bytes. */
async function readSlowly(socket: Socket, onBytes: (count: number) => void): Promise<void> {
  while (!socket.readableEnded) {
    await pause(10);
    const piece: unknown = socket.read(Math.min(16_384, Math.max(1, socket.readableLength)));
    if (!Buffer.isBuffer(piece)) continue;
    onBytes(piece.length);
    socket.write(Buffer.from([0x14, 0, 0, 0x0f]));
  }
  socket.end();
}
