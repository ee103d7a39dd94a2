import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probeSubnet, readSubnet } from "./subnet.ts";

const servers: Server[] = [];
let port = 0;
let received = 0;

function listen(host: string, at: number): Promise<number> {
  const server = createServer((socket) => {
    socket.on("data", (bytes) => (received += bytes.length));
    socket.on("error", () => undefined);
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(at, host, () => {
      const place = server.address();
      resolve(place !== null && typeof place === "object" ? place.port : 0);
    });
  });
}

beforeAll(async () => {
  port = await listen("127.9.9.3", 0);
  await listen("127.9.9.6", port);
});
afterAll(() => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))));

describe("a range of addresses", () => {
  test("is looked through for what takes connections, in order, and nothing is sent", async () => {
    const subnet = readSubnet("127.9.9.5/29");
    if (subnet === null) throw new Error("not a range");
    const found = await probeSubnet(subnet, { port });
    expect(found.map(({ connection }) => connection)).toEqual([
      { kind: "network", host: "127.9.9.3", port },
      { kind: "network", host: "127.9.9.6", port },
    ]);
    expect(received).toBe(0);
  });

  test.each([
    ["192.168.1.0/24", 256],
    ["192.168.1.77/24", 256],
    ["10.4.0.0/22", 1_024],
    ["172.31.255.0/24", 256],
    ["192.168.1.7/32", 1],
  ])("may be %s", (text, count) => {
    expect(readSubnet(text)?.count).toBe(count);
  });

  test.each([
    "8.8.8.0/24",
    "10.0.0.0/8",
    "172.32.0.0/24",
    "192.168.1.0",
    "192.168.1.0/",
    "::1/128",
    "192.168.1.0/33",
    "300.1.1.1/24",
  ])("is not %s", (text) => {
    expect(readSubnet(text)).toBeNull();
  });
});
