import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Chance } from "@edgeward/hub/demo/chance.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { clinicalRules } from "@edgeward/shared/contract/surface-rules.ts";
import { openApiDocument } from "@edgeward/shared/contract/openapi.ts";
import { contractsOf } from "@edgeward/shared/resource/module.ts";
import { throwDice } from "#support/dice.ts";
import { isSoak } from "#offline/load.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { clinicalRoles, headersFor } from "#support/node.ts";
import { doorsOf, type Door } from "#support/openapi-doors.ts";
import { pairScreen, type PairedDevice } from "#support/paired-device.ts";
import { StrangeValues } from "#support/strange-values.ts";

type Headers = Readonly<Record<string, string>>;

interface Caller {
  readonly url: string;
  readonly headers: Headers;
  readonly chance: Chance;
  readonly values: StrangeValues;
}

// Of each endpoint eight, or with the soak as many as come to this for a node.
const soakedRequests = 50_000;
const fewRounds = 8;
const patience = isSoak ? 3_600_000 : 120_000;
// Looking around takes a second and a half each time, whatever it is asked.
const slowPath = "/v1/discovered-devices";
const slowRounds = 2;

const queryShare = 0.3;

function addressOf({ path, operation }: Door, { chance, values }: Caller): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, schema } of operation.parameters) {
    const text = () => String(values.of(schema)).toWellFormed();
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(text()));
    if (place === "query" && chance.happens(queryShare)) query.append(name, text());
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/**
 * Asks again where the caller has asked too often, for then the node has not looked at what it was asked. An endpoint's own
 * limit, which lets seconds pass, is an answer.
 */
async function asSoonAsAllowed(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status !== 429 || response.headers.get("retry-after") !== "1") return response;
    await response.arrayBuffer();
    await setTimeout(1_000);
  }
}

/** Sends one; a sentence about an answer that nobody should be given, or null. */
async function knock(door: Door, caller: Caller): Promise<string | null> {
  const { url, headers, values } = caller;
  const address = addressOf(door, caller);
  const schema = door.operation.requestBody?.content["application/json"]?.schema;
  const body = schema === undefined ? null : JSON.stringify(values.of(schema));
  const type = body === null ? {} : { "content-type": "application/json" };
  const ask = () =>
    fetch(`${url}${address}`, {
      method: door.method,
      headers: { ...headers, "idempotency-key": randomUUID(), ...type },
      body,
    });
  const response = await asSoonAsAllowed(ask);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  if (response.ok && isJson) values.notice(JSON.parse(text));
  const said = `${response.status} ${door.method} ${address} ${body ?? ""}`;
  return response.status < 500 ? null : said.slice(0, 600);
}

interface Visit {
  readonly url: string;
  readonly headers: Headers;
  /** What the node says of itself. */
  readonly document: unknown;
  /** Who sends them, for the seed's line. */
  readonly who: string;
}

/** Sends each endpoint some requests; what was answered with a fault of the node's own. */
async function knockEverywhere({ url, headers, document, who }: Visit): Promise<readonly string[]> {
  const all = doorsOf(document);
  // What is read first says which ids there are.
  const doors = [...all.filter(({ method }) => method === "GET"), ...all];
  const chance = throwDice(`strange requests of ${who}`);
  const caller = { url, headers, chance, values: new StrangeValues(chance, document) };
  const faults: string[] = [];
  // With some to spare for those that are asked seldom.
  const rounds = isSoak ? Math.ceil(soakedRequests / doors.length) + 4 : fewRounds;
  let sent = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const door of doors.filter(({ path }) => path !== slowPath || round < slowRounds)) {
      const fault = await knock(door, caller);
      if (fault !== null) faults.push(fault);
      sent += 1;
    }
  }
  if (isSoak) process.stdout.write(`strange requests of ${who}: ${sent}\n`);
  expect(doors.length).toBeGreaterThan(30);
  return faults;
}

let hub: TestHub;
let branch: LiveBranch;

async function pairedKiosk(): Promise<PairedDevice> {
  const admin = await branch.client(["branch_admin"]);
  const body = { device_type: "kiosk", serial_no: "K-1", driver_profile: "kiosk_web" } as const;
  const { id } = (await admin.call(devicesContract.register, { body })).body;
  return pairScreen(branch.url, admin, id);
}

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
});
afterAll(async () => {
  await branch?.stop();
  await hub?.stop();
});

function hubDocument(): unknown {
  const contracts = contractsOf(hub.modules);
  return openApiDocument({
    title: "hub",
    version: "0",
    serverUrl: hub.url,
    surfaces: [{ rules: clinicalRules, contracts }],
  });
}

async function branchDocument(): Promise<unknown> {
  return (await fetch(`${branch.url}/openapi.json`)).json();
}

describe(
  "requests that nobody expects are refused, never found to be the node's own fault",
  {
    timeout: patience,
  },
  () => {
    test("by the hub, from somebody with every clinical role", async () => {
      const headers = await headersFor(hub, hub.tenant);
      const visit = { url: hub.url, headers, document: hubDocument(), who: "staff at the hub" };
      expect(await knockEverywhere(visit)).toEqual([]);
    });

    test("by a branch, from somebody with every clinical role", async () => {
      const headers = await branch.headers(clinicalRoles);
      const { url } = branch;
      const visit = { url, headers, document: await branchDocument(), who: "staff at the branch" };
      expect(await knockEverywhere(visit)).toEqual([]);
    });

    test("by a branch, from a kiosk", async () => {
      const headers = await (await pairedKiosk()).headers();
      const visit = { url: branch.url, headers, document: await branchDocument(), who: "a kiosk" };
      expect(await knockEverywhere(visit)).toEqual([]);
    });
  },
);
