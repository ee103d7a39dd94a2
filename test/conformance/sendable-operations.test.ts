import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Chance } from "@edgeward/hub/demo/chance.ts";
import { isWriteEndpoint, type Endpoint } from "@edgeward/shared/contract/endpoint.ts";
import { maximumOperationBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { isSoak } from "#offline/load.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { throwDice } from "#support/dice.ts";
import { headersFor, type TestNode } from "#support/node.ts";
import { faultAtHub } from "#support/sendable.ts";
import { StrangeValues } from "#support/strange-values.ts";
import { isDoneHere, writes, type Rung } from "./ladder.ts";
import { membersOf, send } from "./requests.ts";
import { worldOf, type World } from "./world.ts";

// What a branch has acknowledged can be sent: whatever is asked of it, with whatever headers and values, what it puts into
// its journal has the form that a hub takes, and is what its command may write.

const roundsEach = isSoak ? 400 : 12;
const longestSeconds = isSoak ? 3_600 : 400;
// By chance all of so few may be refused; what is refused this often is never done.
const mostRounds = 10 * roundsEach;
const mostChanges = 3;
// What only a few of a command's good requests may be answered with: a wrong value, a state that does not allow it, a key
// that is taken; never a fault of the node's own.
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 409, 412, 413, 422, 429]);

let node: TestNode;
let world: World;
beforeAll(async () => {
  node = await startTestBranch();
  world = await worldOf(node, node.tenant, { lifetimeSeconds: longestSeconds });
});
afterAll(() => node?.stop());

function schemaOf(endpoint: Endpoint): unknown {
  if (!isWriteEndpoint(endpoint) || endpoint.body === null) return null;
  const options = { unrepresentable: "any", target: "draft-2020-12", io: "input" } as const;
  return z.toJSONSchema(endpoint.body, options);
}

// As long as an operation can carry, and by one too long; letters of one byte, as headers have.
function oddHeaders(chance: Chance): Readonly<Record<string, string>> {
  const device = chance.pick(["d", "\u00e9"]).repeat(chance.pick([1, 63, 64, 65]));
  const reason = chance.pick(["r", "\u00fc", "'"]).repeat(chance.pick([1, 499, 500, 501]));
  return {
    ...(chance.happens(0.5) ? { "x-device-id": device } : {}),
    ...(chance.happens(0.5) ? { "x-access-reason": reason } : {}),
    ...(chance.happens(0.2) ? { "user-agent": "\u00ff".repeat(2_000) } : {}),
  };
}

/** A good body of which a few fields are otherwise, each by what its form allows at its edge or not at all. */
function oddBody(
  good: unknown,
  schema: unknown,
  chance: Chance,
  values: StrangeValues,
): Readonly<Record<string, unknown>> {
  const fields = Object.entries(membersOf(membersOf(schema)["properties"]));
  const body = { ...membersOf(good) };
  if (fields.length === 0) return body;
  const count = chance.int(0, Math.min(mostChanges, fields.length));
  for (let nth = 0; nth < count; nth += 1) {
    const [name, field] = chance.pick(fields);
    body[name] = values.of(field);
  }
  return body;
}

/** Gives a command many times over; how often it was done, and what was answered as no command should be. */
async function giveOften({ endpoint, sample }: Rung, chance: Chance) {
  const schema = schemaOf(endpoint);
  const values = new StrangeValues(chance, schema);
  const headers = await headersFor(node, node.tenant);
  let done = 0;
  const faults: string[] = [];
  for (let round = 0; round < (done > 0 ? roundsEach : mostRounds); round += 1) {
    const good = await sample.request(world);
    values.notice(good);
    // Once as it should be, so that chance alone leaves no command out.
    const isOdd = round > 0;
    const rawBody =
      schema === null || !isOdd
        ? {}
        : { rawBody: JSON.stringify(oddBody(good.body, schema, chance, values)) };
    const given = isOdd ? { ...headers, ...oddHeaders(chance) } : headers;
    const answer = await send(node, endpoint, good, { headers: given, ...rawBody });
    if (answer.status < 300) done += 1;
    else if (!refusals.has(answer.status))
      faults.push(`${answer.status} ${JSON.stringify(rawBody)}`.slice(0, 600));
  }
  return { done, faults };
}

async function journaled(): Promise<readonly unknown[]> {
  const rows = await node.store.read({ tenantId: node.tenant.id }, (session) =>
    session.query("SELECT operation FROM journal WHERE tenant_id = ?", [node.tenant.id]),
  );
  return rows.map((row) => row["operation"]);
}

function parsedJson(text: string): unknown {
  return JSON.parse(text);
}

function typeOf(operation: unknown): string {
  return String(membersOf(operation)["type"]);
}

test(
  "whatever a branch has acknowledged has the form that a hub takes, over all commands with odd headers and values",
  async () => {
    const chance = throwDice("operations that can be sent");
    const neverDone: string[] = [];
    for (const rung of writes) {
      if (!isDoneHere("branch", rung.endpoint)) continue;
      const { done, faults } = await giveOften(rung, chance);
      expect(faults, rung.name).toEqual([]);
      if (done === 0) neverDone.push(rung.name);
    }
    expect(neverDone).toEqual([]);
    const operations = (await journaled()).map((operation) =>
      typeof operation === "string" ? parsedJson(operation) : operation,
    );
    const unsendable = operations.flatMap((operation) => {
      const bytes = Buffer.byteLength(JSON.stringify(operation));
      const fault = bytes > maximumOperationBytes ? `has ${bytes} bytes` : faultAtHub(operation);
      return fault === null ? [] : [`${typeOf(operation)}: ${fault}`];
    });
    expect([...new Set(unsendable)]).toEqual([]);
    expect(operations.length).toBeGreaterThan(writes.length * 5);
    const reasons = operations.map((operation) => membersOf(operation)["reason"]);
    expect(reasons.some((reason) => typeof reason === "string" && reason.length === 500)).toBe(
      true,
    );
  },
  longestSeconds * 1_000,
);
