import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { throwDice } from "#support/dice.ts";
import { doorsOf, type Door } from "#support/openapi-doors.ts";
import { startProduct, type NodeName, type Product } from "#support/product.ts";
import { exchange, type Listener } from "#support/raw-exchange.ts";
import {
  bodyRequest,
  bytesOf,
  oddBodies,
  oddFrames,
  oddTargets,
  RawRequests,
  upgradeRequest,
  upgrades,
  type RawRequest,
} from "#support/raw-requests.ts";
import { until } from "#support/until.ts";
import { isSoak } from "#offline/load.ts";

const atOnce = 16;
const byChance = isSoak ? 6_000 : 150;

let product: Product;
const listeners = new Map<string, Listener>();

async function tlsPort(): Promise<number> {
  const file = join(product.folder, "log", "branch.log");
  let port = 0;
  await until("the branch serves HTTPS", 30_000, () => {
    const [, found] =
      /"event":"lan_tls_listening".*?"port":(\d+)/u.exec(readFileSync(file, "utf8")) ?? [];
    port = Number(found ?? 0);
    return port > 0;
  });
  return port;
}

beforeAll(async () => {
  product = await startProduct({ withPages: true, branchEnv: { EDGEWARD_BRANCH_TLS_PORT: "0" } });
  const portOf = (url: string) => Number(new URL(url).port);
  for (const listener of [
    { name: "the hub", port: portOf(product.hubUrl), isTls: false },
    { name: "the branch", port: portOf(product.branchUrl), isTls: false },
    { name: "the branch over HTTPS", port: await tlsPort(), isTls: true },
  ])
    listeners.set(listener.name, listener);
});
afterAll(async () => {
  await product?.stop();
});

function listenerNamed(name: string): Listener {
  const found = listeners.get(name);
  if (found === undefined) throw new Error(`${name} does not listen`);
  return found;
}

/** Sends each request over a connection of its own; those that were answered by a fault of the node's own. */
async function faultsOf(
  listener: Listener,
  requests: readonly Buffer[],
): Promise<{ readonly faults: readonly string[]; readonly answered: number }> {
  const faults: string[] = [];
  let answered = 0;
  const left = requests.values();
  const walk = async () => {
    for (const bytes of left) {
      const { statuses } = await exchange(listener, bytes);
      answered += statuses.length;
      const fault = statuses.find((status) => status >= 500);
      if (fault !== undefined) faults.push(`${fault} ${bytes.toString("latin1").slice(0, 400)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  return { faults, answered };
}

/** What is wrong with how requests were answered. One that is cut short is owed no answer; most are whole. */
async function wrongWith(
  name: string,
  requests: readonly RawRequest[],
): Promise<readonly string[]> {
  const { faults, answered } = await faultsOf(listenerNamed(name), requests.map(bytesOf));
  if (answered > requests.length / 3) return faults;
  return [...faults, `${answered} answers to ${requests.length} requests`];
}

const handshake = [
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
] as const;
const everyListener = ["the hub", "the branch", "the branch over HTTPS"];

describe.each(everyListener)("%s withstands", (name) => {
  test("every odd address, with every way of asking for another protocol", async () => {
    const requests = oddTargets.flatMap((target) =>
      upgrades.map((headers) => upgradeRequest(target, headers)),
    );
    expect(await wrongWith(name, requests)).toEqual([]);
  });

  test("frames that are none, on a live connection that anybody may open", async () => {
    const opening = bytesOf(upgradeRequest("/ws?display=all", handshake));
    const requests = oddFrames.map((frame) => Buffer.concat([opening, frame]));
    expect((await faultsOf(listenerNamed(name), requests)).faults).toEqual([]);
  });

  test("bodies that are not what their encoding says, from strangers", async () => {
    const { encodings } = new RawRequests(throwDice(`encodings for ${name}`));
    const targets = [
      "/auth/token",
      "/auth/staff/login",
      "/fleet/enrol",
      "/v1/patients",
      "/nowhere",
    ];
    const requests = targets.flatMap((target) =>
      encodings.map(([encoding, body]) =>
        bodyRequest("POST", target, body, [["Content-Encoding", encoding]]),
      ),
    );
    expect(await wrongWith(name, requests)).toEqual([]);
  });

  test("requests that are put together by chance", async () => {
    const made = new RawRequests(throwDice(`raw requests for ${name}`));
    const requests = Array.from({ length: byChance }, () => bytesOf(made.next()));
    expect((await faultsOf(listenerNamed(name), requests)).faults).toEqual([]);
  });
});

test.each(["the branch", "the branch over HTTPS"])(
  "%s is no site of anybody else's",
  async (name) => {
    const asked = async (
      host: string,
      target: string,
      headers: readonly (readonly [string, string])[],
    ) => {
      const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close"];
      const all = [...lines, ...headers.map(([key, value]) => `${key}: ${value}`), "", ""];
      return (await exchange(listenerNamed(name), Buffer.from(all.join("\r\n")))).statuses;
    };
    for (const target of ["/metrics", "/today", "/healthz", "/v1/patients"]) {
      expect(await asked("evil.example", target, []), target).toEqual([400]);
      expect(await asked("edgeward-pun.local:8081", target, []), target).not.toEqual([400]);
    }
    const upgrade = [...handshake, ["Connection", "Upgrade"]] as const;
    const board = "/ws?display=all";
    expect(await asked("evil.example", board, upgrade)).toEqual([400]);
    expect(await asked("127.0.0.1", board, upgrade)).toEqual([101]);
  },
);

/** Each address that writes, with an id of the right form in each place: what follows it is then looked at. */
async function writesOf(node: NodeName): Promise<readonly Pick<Door, "method" | "path">[]> {
  const url = node === "hub" ? product.hubUrl : product.branchUrl;
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  const anId = product.demo.patient_id.slice("pat_".length);
  return doorsOf(document)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, operation }) => {
      const filled = operation.parameters.reduce((address, { name, schema }) => {
        const [, prefix] = /"\^([a-z]{3})_/u.exec(JSON.stringify(schema)) ?? [];
        return address.replace(`{${name}}`, prefix === undefined ? "one" : `${prefix}_${anId}`);
      }, path);
      return { method, path: filled };
    });
}

const nodes = [
  ["hub", "the hub"],
  ["branch", "the branch"],
] as const;

describe.each(nodes)("somebody with every clinical role finds no fault at the %s", (node, name) => {
  test("with a body that has no one text, or is packed wrongly, at any address that writes", async () => {
    const { encodings } = new RawRequests(throwDice(`bodies for ${name}`));
    const writes = await writesOf(node);
    const who = [
      ["Authorization", `Bearer ${await product.token(node)}`],
      ["X-Tenant-Id", product.demo.tenant_id],
      ["X-Branch-Id", product.demo.branch_id],
    ] as const;
    const requests = writes.flatMap(({ method, path }, place) => [
      ...oddBodies.map((body, nth) =>
        bodyRequest(method, path, Buffer.from(body), [
          ...who,
          ["Idempotency-Key", `${place}-${nth}`],
        ]),
      ),
      ...encodings.map(([encoding, body], nth) =>
        bodyRequest(method, path, body, [
          ...who,
          ["Idempotency-Key", `${place}-e${nth}`],
          ["Content-Encoding", encoding],
        ]),
      ),
    ]);
    expect(writes.length).toBeGreaterThan(20);
    expect(await wrongWith(name, requests)).toEqual([]);
  });
});

describe("a ticket for a live connection", () => {
  async function opened(target: string, ...more: (readonly [string, string])[]) {
    const asked = upgradeRequest(target, [...handshake, ...more]);
    return (await exchange(listenerNamed("the branch"), bytesOf(asked))).statuses[0];
  }

  async function newTicket(): Promise<string> {
    const { status, body } = await product.call("branch", "POST", "/v1/ws-tickets", {});
    expect(status).toBe(201);
    return String(body["ticket"]);
  }

  test("is used up by the address it is for, and by no other", async () => {
    const ticket = await newTicket();
    expect(await opened(`/v1/ws?ticket=${ticket}`)).toBe(404);
    expect(await opened(`/ws?ticket=${ticket}`)).toBe(101);
    expect(await opened(`/ws?ticket=${ticket}`)).toBe(401);
  });

  test("is not taken from a page of somebody else's, nor used up by it", async () => {
    const ticket = await newTicket();
    const target = `/ws?ticket=${ticket}`;
    expect(await opened(target, ["Origin", "http://evil.example"])).toBe(403);
    expect(await opened(target, ["Origin", "null"])).toBe(403);
    expect(await opened(target, ["Origin", "http://127.0.0.1"])).toBe(101);
  });
});

test("after all of it both nodes are the processes that they were, and end in order", async () => {
  for (const url of [product.hubUrl, product.branchUrl])
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await product.killBranch("SIGTERM")).toBe(0);
  expect(await product.killHub("SIGTERM")).toBe(0);
});
