import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { closeServer, pauseRequests, listen } from "./listen.ts";
import { createLimitedServer, usualLimits, type ServerLimits } from "./server-limits.ts";

test("answers what was asked before the application was there, and what is asked later", async () => {
  const server = createServer();
  const serve = pauseRequests(server);
  const port = await listen(server, 0, "127.0.0.1");
  const url = `http://127.0.0.1:${port}/`;
  const early = fetch(url, { method: "POST", body: "early", signal: AbortSignal.timeout(5_000) });
  await delay(100);
  serve((request, response) => {
    request.pipe(response);
  });
  expect(await (await early).text()).toBe("early");
  expect(await (await fetch(url, { method: "POST", body: "late" })).text()).toBe("late");
  await closeServer(server);
});

const hurried = { ...usualLimits, headersMs: 150, requestMs: 400, lookEveryMs: 25 };

/** Says some bytes to a server with little patience; what it answers before it closes the connection. */
async function saidBefore(bytes: string): Promise<string> {
  const server = createLimitedServer(hurried);
  server.on("request", (request, response) => {
    request.resume().once("end", () => response.end("whole"));
  });
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.write(bytes);
  await once(socket, "close", { signal: AbortSignal.timeout(10_000) });
  await closeServer(server);
  return text;
}

test.each([
  ["says nothing", ""],
  ["never ends its head", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["never ends its body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"],
])("a caller that %s is closed when its time is over", async (_which, bytes) => {
  expect(await saidBefore(bytes)).not.toContain("whole");
});

test("one connection more than is borne is closed, and those before it are served", async () => {
  const server = createLimitedServer({ ...usualLimits, connections: 2 });
  server.on("request", (_request, response) => response.end("served"));
  const port = await listen(server, 0, "127.0.0.1");
  const open = () => connect(port, "127.0.0.1");
  const kept = [open(), open()];
  await Promise.all(kept.map((socket) => once(socket, "connect")));
  await once(open().resume(), "close", { signal: AbortSignal.timeout(10_000) });
  const [first] = kept;
  first?.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(String(await once(first ?? open(), "data"))).toContain("served");
  for (const socket of kept) socket.destroy();
  await closeServer(server);
});

test("one address has so many connections and no more, another one its own, and the machine itself is not counted", async () => {
  const serveWith = async (limits: ServerLimits) => {
    const server = createLimitedServer(limits);
    server.on("request", (_request, response) => response.end("served"));
    return { server, port: await listen(server, 0, "127.0.0.1") };
  };
  const isServed = async (port: number, localAddress: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const closed = once(socket, "close", { signal: AbortSignal.timeout(10_000) });
    const heard = once(socket, "data").then(() => true);
    return { socket, isServed: await Promise.race([heard, closed.then(() => false)]) };
  };
  const { server, port } = await serveWith({ ...usualLimits, ofAnAddress: 2, uncounted: [] });
  const first = await isServed(port, "127.0.0.1");
  const second = await isServed(port, "127.0.0.1");
  const third = await isServed(port, "127.0.0.1");
  const other = await isServed(port, "127.0.0.2");
  const all = [first, second, third, other];
  expect(all.map((one) => one.isServed)).toEqual([true, true, false, true]);
  first.socket.destroy();
  await expect.poll(async () => (await isServed(port, "127.0.0.1")).isServed).toBe(true);
  await closeServer(server);

  const own = await serveWith({ ...usualLimits, ofAnAddress: 1 });
  for (let count = 0; count < 3; count += 1)
    expect((await isServed(own.port, "127.0.0.1")).isServed).toBe(true);
  await closeServer(own.server);
});
