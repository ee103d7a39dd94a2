import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { LanTls } from "@edgeward/branch-node/lan/tls/lan-tls.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { errorLog } from "#support/error-log.ts";
import type { TestNode } from "#support/node.ts";

const day = 86_400_000;
let node: TestNode;
let folder: string;
let now: number;
let elapsed: number;
let tls: LanTls;

beforeAll(async () => {
  node = await startTestBranch();
});

afterAll(() => node.stop());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-renewal-"));
  now = Date.now();
  elapsed = 0;
});

afterEach(async () => {
  await tls.stop();
  rmSync(folder, { recursive: true, force: true });
  // Each test is a branch of its own: what one has made is not what the next has lost.
  await node.store.write({ tenantId: node.tenant.id }, (session) =>
    session.query("DELETE FROM node_state WHERE state_name = 'lan_authority'", []),
  );
});

async function serve(port: number): Promise<void> {
  tls = new LanTls({
    folder,
    port,
    host: "127.0.0.1",
    now: () => now,
    elapsed: () => elapsed,
    network: () => ({ hostname: "frontdesk", addresses: ["192.168.7.20"] }),
    store: node.store,
    identity: { tenantId: node.tenant.id, branchId: node.tenant.branchId },
    nodeUrl: () => node.url,
    log: errorLog(() => now),
  });
  tls.start({ app: (_request, response) => response.end("served"), attach: () => undefined });
  await tls.look();
}

async function open(more: ConnectionOptions = {}): Promise<TLSSocket> {
  const { port } = tls.state();
  const ca = tls.authorityPem() ?? "";
  const own = { host: "127.0.0.1", port: port ?? 0, servername: "localhost", ca };
  const socket = connect({ ...own, ...more });
  await once(socket, "secureConnect");
  return socket;
}

function shownTo(socket: TLSSocket): X509Certificate {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) throw new Error("no certificate was shown");
  return certificate;
}

async function ask(socket: TLSSocket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [said]: unknown[] = await once(socket, "data");
  return String(said);
}

/** A port that another program holds, and what lets it go. */
async function heldPort(): Promise<{ port: number; free(): Promise<void> }> {
  const holder = createServer();
  holder.listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  if (typeof address !== "object" || address === null) throw new Error("there is no port");
  return {
    port: address.port,
    free: async () => {
      holder.close();
      await once(holder, "close");
    },
  };
}

test("in its last month a certificate is made anew, and an open connection goes on", async () => {
  await serve(0);
  const early = await open();
  const first = shownTo(early).fingerprint256;
  now += 365 * day;
  await tls.look();
  const same = await open();
  expect(shownTo(same).fingerprint256).toBe(first);
  now += 2 * day;
  await tls.look();
  // By this machine's own clock the new one is good in a year only.
  const late = await open({ rejectUnauthorized: false });
  const second = shownTo(late);
  expect(second.fingerprint256).not.toBe(first);
  expect(Date.parse(second.validTo)).toBeGreaterThan(now + 395 * day);
  expect(second.verify(new X509Certificate(tls.authorityPem() ?? "").publicKey)).toBe(true);
  expect(await ask(early)).toContain("served");
  expect(await ask(late)).toContain("served");
  for (const socket of [early, same, late]) socket.destroy();
});

test("a port that becomes free is taken within a minute, and not asked for more often", async () => {
  const held = await heldPort();
  await serve(held.port);
  expect(tls.state()).toMatchObject({ state: "waiting", fault: "port_taken" });
  await held.free();
  elapsed = 59_000;
  await tls.look();
  expect(tls.state().port).toBeNull();
  elapsed = 60_000;
  await tls.look();
  expect(tls.state()).toMatchObject({ state: "listening", fault: null, port: held.port });
  const socket = await open();
  expect(await ask(socket)).toContain("served");
  socket.destroy();
});

test("a clock from before the program is waited for, and nothing is signed by it", async () => {
  const right = now;
  now = Date.UTC(1970, 0, 3);
  await serve(0);
  expect(tls.state()).toMatchObject({ state: "waiting", fault: "clock_wrong", ca_sha256: null });
  now = right;
  await tls.look();
  expect(tls.state()).toMatchObject({ state: "listening", fault: null });
});

test("a folder that cannot be written is reported, and keeps nobody from trying again", async () => {
  writeFileSync(join(folder, "tls"), "in the way of the folder");
  await serve(0);
  expect(tls.state()).toMatchObject({ state: "waiting", fault: "failed", port: null });
  rmSync(join(folder, "tls"));
  await tls.look();
  expect(tls.state()).toMatchObject({ state: "listening", fault: null });
});
