import { X509Certificate } from "node:crypto";
import { createServer } from "node:net";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod";
import { authorityFile } from "@edgeward/branch-node/lan/tls/certificate-keeper.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { builtProgram } from "#support/built-program.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { until } from "#support/until.ts";

const command = await builtProgram("edgeward");

let hub: TestHub;
let branch: LiveBranch;
let network = { hostname: "frontdesk", addresses: ["192.168.7.20"] };

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId, { tlsPort: 0, network: () => network });
  await until("HTTPS is served", 20_000, () => branch.node.tls.state().port !== null);
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

function authority(of: LiveBranch = branch): string {
  return of.node.tls.authorityPem() ?? "";
}

function tlsPort(of: LiveBranch = branch): number {
  return of.node.tls.state().port ?? 0;
}

interface Got {
  readonly status: number;
  readonly body: string;
}

/** Asks over HTTPS as a device does that trusts the branch. */
function get(path: string, host = "127.0.0.1"): Promise<Got> {
  const options = { host: "127.0.0.1", port: tlsPort(), path, ca: authority() };
  return new Promise((resolve, reject) => {
    const asked = request(
      { ...options, servername: host === "127.0.0.1" ? "" : host, headers: { host } },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    asked.once("error", reject).end();
  });
}

/** The certificate that is shown to whoever connects now. */
function shown(of: LiveBranch = branch, version?: "TLSv1.1"): Promise<X509Certificate> {
  const options = {
    host: "127.0.0.1",
    port: tlsPort(of),
    ca: authority(of),
    servername: "localhost",
    ...(version === undefined ? {} : { minVersion: version, maxVersion: version }),
  };
  return new Promise((resolve, reject) => {
    const socket = connect(options, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate === undefined) reject(new Error("no certificate was shown"));
      else resolve(certificate);
    });
    socket.once("error", reject);
  });
}

async function openSocket(): Promise<{ socket: WebSocket; heard: string[] }> {
  const client = await branch.client(["branch_admin"]);
  const { body } = await client.call(wsTicketContract.create, { body: {} });
  const url = `wss://127.0.0.1:${tlsPort()}/ws?ticket=${body.ticket}`;
  const socket = new WebSocket(url, { ca: authority() });
  const heard: string[] = [];
  socket.on("message", (data: Buffer) => heard.push(data.toString("utf8")));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return { socket, heard };
}

describe("HTTPS on the branch's network", () => {
  test("serves what HTTP serves, by every name of the branch", async () => {
    const site = await branch.node.tls.siteName();
    for (const host of ["localhost", "frontdesk", "frontdesk.local", site ?? ""]) {
      const answer = await get("/healthz", host);
      expect(answer.status, host).toBe(200);
    }
    expect((await fetch(`${branch.url}/healthz`)).status).toBe(200);
  });

  test("is refused by who does not know the branch's authority", async () => {
    await expect(fetch(`https://127.0.0.1:${tlsPort()}/healthz`)).rejects.toThrow("fetch failed");
  });

  test("speaks no TLS older than 1.2", async () => {
    await expect(shown(branch, "TLSv1.1")).rejects.toThrow(/alert|version|protocol/iu);
    expect((await shown()).checkIP("192.168.7.20")).toBe("192.168.7.20");
  });

  test("carries the live connections of pages", async () => {
    const { socket, heard } = await openSocket();
    await until("the page is shaken", 10_000, () => heard.length > 0);
    expect(heard[0]).toContain('"type":"sync"');
    socket.terminate();
  });

  test("shows a new certificate when the machine gets another address, and cuts off nobody", async () => {
    const { socket, heard } = await openSocket();
    const before = await shown();
    network = { hostname: "frontdesk", addresses: ["10.20.30.40"] };
    await until("the new address is served", 30_000, async () => {
      return (await shown()).checkIP("10.20.30.40") !== undefined;
    });
    expect((await shown()).fingerprint256).not.toBe(before.fingerprint256);
    expect((await shown()).checkIP("192.168.7.20")).toBeUndefined();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    const count = heard.length;
    await until("the page still hears", 15_000, () => heard.length > count);
    socket.terminate();
  });

  test("goes on with the same authority and certificate after a restart", async () => {
    const before = { authority: authority(), shown: (await shown()).fingerprint256 };
    branch = await branch.restart();
    await until("HTTPS is served", 20_000, () => tlsPort() !== 0);
    expect(authority()).toBe(before.authority);
    expect((await shown()).fingerprint256).toBe(before.shown);
  });

  test("shows the operator how it stands", async () => {
    const response = await fetch(`${branch.url}/operator/status`, {
      headers: { authorization: "Bearer operator" },
    });
    const { tls } = z.object({ tls: z.looseObject({}) }).parse(await response.json());
    expect(tls).toMatchObject({
      state: "listening",
      fault: null,
      port: tlsPort(),
      ca_sha256: new X509Certificate(authority()).fingerprint256,
      addresses: ["10.20.30.40", "127.0.0.1", "::1"],
    });
  });
});

describe("what a device is given to trust the branch by", () => {
  test.each([
    ["edgeward-ca.crt", "application/x-x509-ca-cert"],
    ["edgeward-ca.pem", "application/x-pem-file"],
  ])("is the authority's certificate, without its key (%s)", async (name, type) => {
    const response = await fetch(`${branch.url}/trust/${name}`);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    const content = Buffer.from(await response.arrayBuffer());
    expect(new X509Certificate(content).fingerprint256).toBe(
      new X509Certificate(authority()).fingerprint256,
    );
    expect(content.toString("latin1")).not.toContain("PRIVATE");
  });

  test("is a profile for Apple's devices, the same whenever it is asked for", async () => {
    const address = `${branch.url}/trust/edgeward.mobileconfig`;
    const response = await fetch(address);
    expect(response.headers.get("content-type")).toBe("application/x-apple-aspen-config");
    const text = await response.text();
    const [, packed = ""] = /<data>\s*(?<der>[^<]+)<\/data>/u.exec(text) ?? [];
    const inside = new X509Certificate(Buffer.from(packed.replaceAll(/\s/gu, ""), "base64"));
    expect(inside.fingerprint256).toBe(new X509Certificate(authority()).fingerprint256);
    expect(text).toMatch(/<string>com\.apple\.security\.root<\/string>/u);
    expect(text.match(/<string>[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}<\/string>/gu)).toHaveLength(
      2,
    );
    expect(await (await fetch(address)).text()).toBe(text);
  });

  test("is one answer that other pages may read, and it says only how it came", async () => {
    const plain = await fetch(`${branch.url}/trust/check`);
    expect(plain.headers.get("access-control-allow-origin")).toBe("*");
    expect(await plain.json()).toEqual({ secure: false });
    expect(JSON.parse((await get("/trust/check")).body)).toEqual({ secure: true });
    for (const path of ["/trust/state", "/trust/edgeward-ca.crt", "/healthz"]) {
      const { headers } = await fetch(`${branch.url}${path}`);
      expect(headers.get("access-control-allow-origin"), path).toBeNull();
    }
  });

  test("is not offered as a code where only the branch's own machine reaches it", async () => {
    expect(branch.node.tls.state().trust_address).toBeNull();
    expect((await fetch(`${branch.url}/trust/qr.svg`)).status).toBe(503);
  });
});

/** Runs the operator's command on the branch's data as a person does. */
async function edgeward(...args: readonly string[]): Promise<{ stdout: string; code: number }> {
  const data = mkdtempSync(join(tmpdir(), "edgeward-operator-"));
  symlinkSync(branch.folder, join(data, "branch"));
  const env = { ...process.env, EDGEWARD_DATA: data, npm_lifecycle_event: "" };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, "branch", "certificate", ...args],
      { env },
      (error, out, err) => {
        rmSync(data, { recursive: true });
        resolve({ stdout: `${out}${err}`, code: typeof error?.code === "number" ? error.code : 0 });
      },
    );
  });
}

const summaryShape = z.looseObject({ ca_sha256: z.string(), ca_pin: z.string() });

describe("the operator's command", () => {
  test("reports the fingerprint, the key's pin, the names and the ends", async () => {
    const { stdout, code } = await edgeward("--json");
    const { ca_sha256, ca_pin, certificate_ends_at } = branch.node.tls.state();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ca_sha256,
      ca_pin,
      certificate_ends_at,
      certificate_for: expect.arrayContaining([
        "frontdesk.local",
        "localhost",
        "::1",
        ...network.addresses,
      ]),
    });
    expect((await edgeward()).stdout).toContain(ca_sha256);
  });

  test("writes the authority's certificate to a file, without its key", async () => {
    const file = join(branch.folder, "exported.pem");
    expect((await edgeward("--export", file)).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(authority());
  });

  test("makes no other authority unless somebody is sure", async () => {
    const before = readFileSync(authorityFile(branch.folder), "utf8");
    const { code, stdout } = await edgeward("--renew-ca");
    expect(code).toBe(2);
    expect(stdout).toContain("--yes");
    expect(readFileSync(authorityFile(branch.folder), "utf8")).toBe(before);
  });

  test("makes another authority, by which a node that runs serves from then on", async () => {
    const before = await shown();
    const { stdout } = await edgeward("--renew-ca", "--yes", "--json");
    const { ca_sha256: made } = summaryShape.parse(JSON.parse(stdout.split("\n")[0] ?? ""));
    await until("it is served", 30_000, () => branch.node.tls.state().ca_sha256 === made);
    expect((await shown()).fingerprint256).not.toBe(before.fingerprint256);
    branch = await branch.restart();
    await until("HTTPS is served", 20_000, () => tlsPort() !== 0);
    expect(branch.node.tls.state()).toMatchObject({ ca_sha256: made, fault: null });
  });
});

test("a branch whose port of HTTPS is another program's works over HTTP, and says so", async () => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, "127.0.0.1", () => {
      const address = holder.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  branch = await branch.restart({ tlsPort: port });
  await until("it is reported", 20_000, () => branch.node.tls.state().fault !== null);
  expect(branch.node.tls.state()).toMatchObject({
    state: "waiting",
    fault: "port_taken",
    port: null,
  });
  expect((await fetch(`${branch.url}/healthz`)).status).toBe(200);
  await new Promise((resolve) => holder.close(resolve));
});

test("a branch that is asked to serve no HTTPS serves none", async () => {
  branch = await branch.restart({ tlsPort: null });
  expect(branch.node.tls.state()).toMatchObject({ state: "off", port: null, fault: null });
  expect((await fetch(`${branch.url}/healthz`)).status).toBe(200);
  branch = await branch.restart({ tlsPort: 0 });
  await until("HTTPS is served", 20_000, () => tlsPort() !== 0);
});

test("a lost authority is said, and what it has issued is still served", async () => {
  const before = authority();
  rmSync(authorityFile(branch.folder));
  await until("it is reported", 30_000, () => branch.node.tls.state().fault === "ca_missing");
  expect(branch.node.tls.state().state).toBe("listening");
  expect(authority()).toBe(before);
  expect((await get("/healthz")).status).toBe(200);
  const reported = await edgeward();
  expect(reported).toMatchObject({ code: 1, stdout: expect.stringContaining("--renew-ca") });
});
