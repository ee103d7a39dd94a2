import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { clinicalCommands, clinicalModules } from "@edgeward/shared/clinical/index.ts";
import type { Endpoint } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "#support/engines.ts";
import { headersFor, type TestNode } from "#support/node.ts";
import { isDoneHere, startLadder, writes, type Ladder } from "./ladder.ts";
import { membersOf, without } from "./requests.ts";
import type { World } from "./world.ts";
import { namesRecord, wrongFields } from "./wrong-values.ts";

/** Whether all branches of a tenant share the records that an endpoint is about. */
function isShared(endpoint: Endpoint): boolean {
  const module = clinicalModules.find(({ routes }) =>
    routes.some((route) => route.endpoint === endpoint),
  );
  return module?.rules?.table.audience === "tenant";
}

/** What a refusal says of the version that stands. */
const conflictText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ error: z.object({ details: z.object({ current_version: z.int() }) }) }));

const withBody = writes.filter(({ endpoint }) => wrongFields(endpoint).length > 0);
const recordWrites = writes.filter(({ endpoint }) => namesRecord(endpoint));

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let headers: Ladder["headers"];
  let sendAs: Ladder["sendAs"];
  let unnamed: Ladder["unnamed"];
  let wire: Ladder["wire"];

  beforeAll(async () => {
    ({ node, world, headers, sendAs, unnamed, wire } = await startLadder(
      engine,
      "ladder of writes",
    ));
  });
  afterAll(() => node.stop());

  describe.each(withBody)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers 422 for a field that it does not know, naming it", async () => {
      const good = await sample.request(world);
      const body = { ...membersOf(good.body), nonsense: 1 };
      const answer = await sendAs(endpoint, good, { rawBody: JSON.stringify(body) });
      expect([answer.status, answer.fields]).toEqual([422, ["nonsense unknown_field"]]);
    });

    test("answers 422 for each field of a wrong type, naming it", async () => {
      const good = await sample.request(world);
      const wrong = wrongFields(endpoint);
      const answers = await Promise.all(
        wrong.map(async ({ name, value }) => {
          const rawBody = JSON.stringify({ ...membersOf(good.body), [name]: value });
          return { name, value, answer: await sendAs(endpoint, good, { rawBody }) };
        }),
      );
      const passed = answers.filter(
        ({ name, answer }) =>
          answer.status !== 422 || !answer.fields.some((field) => field.split(/[ .]/)[0] === name),
      );
      expect(
        passed.map(({ name, value, answer }) => [name, value, answer.status, answer.text]),
      ).toEqual([]);
    });

    test("answers 400 for a body that is no JSON object", async () => {
      const good = await sample.request(world);
      for (const rawBody of ["{", "[]", '"text"', "null", '{"a":1,}']) {
        const answer = await sendAs(endpoint, good, { rawBody });
        expect([answer.status, answer.code], rawBody).toEqual([400, "malformed_json"]);
      }
    });

    test("answers 413 for a body that is too large", async () => {
      const good = await sample.request(world);
      const rawBody = JSON.stringify({ nonsense: "x".repeat(node.bodyLimit) });
      const answer = await sendAs(endpoint, good, { rawBody });
      expect([answer.status, answer.code]).toEqual([413, "payload_too_large"]);
    });

    test("does not read the body of a stranger", async () => {
      const good = await sample.request(world);
      const nobody = { headers: without(headers, "authorization") };
      for (const rawBody of ["{", JSON.stringify({ nonsense: "x".repeat(node.bodyLimit) })]) {
        const answer = await sendAs(endpoint, good, { ...nobody, rawBody });
        expect([answer.status, answer.code]).toEqual([401, "unauthorized"]);
      }
    });

    test("cannot be made to take a prototype for a field", async () => {
      const good = await sample.request(world);
      const text = JSON.stringify(good.body);
      const rawBody = text.replace("{", '{"__proto__":{"is_vip":true},');
      const answer = await sendAs(endpoint, good, { rawBody });
      expect([answer.status, answer.fields]).toEqual([422, ["__proto__ unknown_field"]]);
    });
  });

  describe.each(writes)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers 400 without a usable idempotency key", async () => {
      const good = await sample.request(world);
      for (const key of ["", "with space", "k".repeat(256)]) {
        const answer = await sendAs(endpoint, good, {
          headers: { ...headers, "idempotency-key": key },
        });
        expect([answer.status, answer.code], key).toEqual([400, "idempotency_key_required"]);
      }
      const both = { ...headers, "idempotency-key": "one", "x-idempotency-key": "two" };
      expect((await sendAs(endpoint, good, { headers: both })).code).toBe("bad_request");
    });
  });

  const doneHere = writes.filter(({ endpoint }) => isDoneHere(engine.engine, endpoint));
  describe.each(doneHere)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers the same key with the same bytes, once done", async () => {
      const good = await sample.request(world);
      const keyed = { headers: { ...headers, "idempotency-key": node.runtime.newId("req") } };
      const first = await sendAs(endpoint, good, keyed);
      const second = await sendAs(endpoint, good, keyed);
      expect(first.status).toBe(endpoint.status);
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      expect(second.headers.get("idempotent-replayed")).toBe("true");
      expect(second.headers.get("original-request-id")).toBe(first.headers.get("x-request-id"));
      expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
      expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    });

    test("refuses the same key for another request", async () => {
      const good = await sample.request(world);
      const changed = sample.changed?.(good) ?? good;
      const keyed = { headers: { ...headers, "idempotency-key": node.runtime.newId("req") } };
      await sendAs(endpoint, good, keyed);
      const answer = await sendAs(endpoint, changed, keyed);
      expect([answer.status, answer.code]).toEqual([422, "idempotency_key_reused"]);
    });

    test("takes the same key from another caller for what it is: another's", async () => {
      const good = await sample.request(world);
      const key = { "idempotency-key": node.runtime.newId("req") };
      const someone = await headersFor(node, node.tenant, {
        claims: { sub: node.runtime.newId("cli"), client_id: node.runtime.newId("cli") },
      });
      const first = await sendAs(endpoint, good, { headers: { ...headers, ...key } });
      const second = await sendAs(endpoint, await sample.request(world), {
        headers: { ...someone, ...key },
      });
      const toOthers = sample.statusForOthers ?? endpoint.status;
      expect([first.status, second.status]).toEqual([endpoint.status, toOthers]);
      expect(second.headers.get("idempotent-replayed")).toBeNull();
    });

    test("answers 409 while the same key is still running", async () => {
      const good = await sample.request(world);
      const keyed = { headers: { ...headers, "idempotency-key": node.runtime.newId("req") } };
      const release = node.pauseWrites();
      const both = [sendAs(endpoint, good, keyed), sendAs(endpoint, good, keyed)];
      const early = await Promise.race(both);
      release();
      const answers = await Promise.all(both);
      expect([early.status, early.code, early.headers.get("retry-after")]).toEqual([
        409,
        "idempotency_in_progress",
        "1",
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
        endpoint.status,
        409,
      ]);
    });
  });

  const recordsHere = recordWrites.filter(({ endpoint }) => isDoneHere(engine.engine, endpoint));
  describe.each(recordsHere)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers 412 for a version that is not the newest, and changes the one that is", async () => {
      const good = await sample.request(world);
      const matching = async (value: string) => {
        const answer = await sendAs(endpoint, good, { headers: { ...headers, "if-match": value } });
        return [answer.status, answer.code];
      };
      const refused = await sendAs(endpoint, good, {
        headers: { ...headers, "if-match": '"v77"' },
      });
      expect([refused.status, refused.code]).toEqual([412, "version_conflict"]);
      const { details } = conflictText.parse(refused.text).error;
      const newest = `"v${details.current_version}"`;
      expect(await matching("nonsense")).toEqual([412, "version_conflict"]);
      expect(await matching(newest)).toEqual([endpoint.status, ""]);
      // One that makes another record mostly leaves the named one as it was.
      const operation = "operation" in endpoint ? endpoint.operation : "";
      const command = clinicalCommands.find(({ name }) => name === operation);
      const isChanged =
        endpoint.status !== 201 || command?.writes.some(({ changes }) => changes.length > 0);
      const again = isChanged ? [412, "version_conflict"] : [endpoint.status, ""];
      expect(await matching(newest)).toEqual(again);
    });

    test("refuses a record of another branch of the tenant", async () => {
      const good = await sample.request(world);
      const answer = await sendAs(endpoint, good, {
        headers: { ...headers, "x-branch-id": node.tenant.secondBranchId },
      });
      // A node serves its own branch; what all branches share can be changed from each of them at the hub.
      const atHub = isShared(endpoint) ? [200, ""] : [422, "branch_mismatch"];
      const expected = node.engine === "hub" ? atHub : [403, "branch_forbidden"];
      expect([answer.status, answer.code]).toEqual(expected);
    });
  });

  test("a write for a branch with a node of its own is made there", async () => {
    const elsewhere = { ...headers, "x-branch-id": node.tenant.remoteBranchId };
    for (const { endpoint, sample } of writes) {
      if (!("home" in endpoint) || endpoint.home !== "branch") continue;
      const answer = await sendAs(endpoint, await sample.request(world), { headers: elsewhere });
      const refusal = node.engine === "hub" ? [409, "owned_by_branch"] : [403, "branch_forbidden"];
      expect([answer.status, answer.code]).toEqual(refusal);
    }
  });

  // The last one: it looks back on all that the others were answered.
  test("no code was answered that the endpoint's description leaves out", () => {
    expect(unnamed()).toEqual([]);
  });

  // The last one as well. To write the snapshot anew: npm run wire
  test("the wire is what the snapshot of it says", () => {
    expect(wire.changes().join("\n")).toBe("");
  });
});
