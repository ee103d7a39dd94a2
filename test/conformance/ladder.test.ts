import { gzipSync } from "node:zlib";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { errorCodesOf } from "@edgeward/shared/contract/openapi.ts";
import { accessMatrix, roles } from "@edgeward/shared/module/access.ts";
import { engines } from "../support/engines.ts";
import { clinicalRoles, headersFor, type TestNode } from "../support/node.ts";
import { membersOf, send, without, withoutRequestId, type SendOptions } from "./requests.ts";
import { samples, type Sample } from "./samples.ts";
import { worldOf, type World } from "./world.ts";
import { isList, namesRecord, wrongFields, wrongParameters } from "./wrong-values.ts";

interface Rung {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly sample: Sample;
}

const routes = clinicalModules.flatMap((module) => module.routes);

function sampleOf(name: string): Sample | undefined {
  const [resource = "", key = ""] = name.split(".");
  return samples[resource]?.[key];
}

const rungs = routes.flatMap(({ name, endpoint }): readonly Rung[] => {
  const sample = sampleOf(name);
  return sample === undefined ? [] : [{ name, endpoint, sample }];
});
const writes = rungs.filter(({ endpoint }) => endpoint.method !== "GET");
const withBody = writes.filter(({ endpoint }) => wrongFields(endpoint).length > 0);
const withParameters = rungs.filter(({ endpoint }) => wrongParameters(endpoint).length > 0);
const lists = rungs.filter(({ endpoint }) => isList(endpoint));
// A clinical role that may not do it; what everybody may do has none.
const narrowable = rungs.flatMap((rung) => {
  const rights = accessMatrix[rung.endpoint.access.resource];
  const powerless = clinicalRoles.find((role) => rights[role] === undefined);
  return powerless === undefined ? [] : [{ ...rung, powerless }];
});
const recordRungs = rungs.filter(({ endpoint }) => namesRecord(endpoint));
const recordWrites = writes.filter(({ endpoint }) => namesRecord(endpoint));

test("every endpoint has a sample, and every sample an endpoint", () => {
  const sampled = Object.entries(samples).flatMap(([resource, own]) =>
    Object.keys(own).map((key) => `${resource}.${key}`),
  );
  expect(sampled.toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let stranger: World;
  let headers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    stranger = await worldOf(node, node.other);
    headers = await headersFor(node, node.tenant);
  });
  afterAll(() => node.stop());

  /** Every code that the node has answered, with the endpoints that did not name it beforehand. */
  const unnamed = new Set<string>();

  async function sendAs(
    endpoint: Endpoint,
    request: RequestOf<Endpoint>,
    options: Partial<SendOptions> = {},
  ) {
    const answer = await send(node, endpoint, request, { headers, ...options });
    const isNamed =
      answer.code === "" || errorCodesOf(endpoint).some((code) => code === answer.code);
    if (!isNamed) unnamed.add(`${endpoint.method} ${endpoint.path}: ${answer.code}`);
    return answer;
  }

  /** A request that would pass, but makes nothing: whoever gets past the door is told of the parameter. */
  function knock(
    rung: Rung,
    request: RequestOf<Endpoint>,
    given: Readonly<Record<string, string>>,
  ) {
    return sendAs(rung.endpoint, request, { headers: given, query: [["nonsense", "1"]] });
  }

  describe.each(rungs)("$endpoint.method $endpoint.path", (rung) => {
    const { endpoint, sample } = rung;
    let good: RequestOf<Endpoint>;
    beforeAll(async () => {
      good = await sample.request(world);
    });

    test("answers 401 without a token, and for a forged, foreign or expired one", async () => {
      const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
      if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
      const forger = { kid: node.key.kid, privateKey: pair.privateKey };
      const hourAgo = node.clock.now() - 3_600_000;
      const authorization = async (plan: Parameters<typeof headersFor>[2]) =>
        (await headersFor(node, node.tenant, plan))["authorization"] ?? "";
      const token = headers["authorization"] ?? "";
      const given: readonly (readonly [string | null, string])[] = [
        [null, "unauthorized"],
        ["Bearer nonsense", "unauthorized"],
        [token.replace("Bearer", "Basic"), "unauthorized"],
        [`${token.slice(0, -4)}AAAA`, "unauthorized"],
        [await authorization({ key: forger }), "unauthorized"],
        [await authorization({ claims: { iss: "https://elsewhere.example" } }), "unauthorized"],
        [await authorization({ claims: { aud: "account" } }), "unauthorized"],
        [await authorization({ issuedAt: hourAgo }), "token_expired"],
      ];
      for (const [sent, code] of given) {
        const rest = without(headers, "authorization");
        const answer = await knock(
          rung,
          good,
          sent === null ? rest : { ...rest, authorization: sent },
        );
        expect([answer.status, answer.code], String(sent)).toEqual([401, code]);
        expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      }
    });

    test("answers 400 without the headers that say for whom it is", async () => {
      for (const name of ["x-tenant-id", "x-branch-id"]) {
        const answer = await knock(rung, good, without(headers, name));
        expect([answer.status, answer.code], name).toEqual([400, "missing_header"]);
      }
    });

    test("answers 403 for another tenant, a foreign branch and a role that is not held", async () => {
      const { other, tenant } = node;
      const narrow = await headersFor(node, tenant, { claims: { bids: [tenant.secondBranchId] } });
      const cases: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
        [{ ...headers, "x-tenant-id": other.id }, "tenant_forbidden"],
        [{ ...headers, "x-tenant-id": "nobody" }, "tenant_forbidden"],
        [{ ...headers, "x-branch-id": other.branchId }, "branch_forbidden"],
        [{ ...headers, "x-branch-id": "nowhere" }, "branch_forbidden"],
        [narrow, "branch_forbidden"],
        [{ ...headers, "x-actor-role": "platform" }, "role_not_granted"],
      ];
      for (const [given, code] of cases) {
        const answer = await knock(rung, good, given);
        expect([answer.status, answer.code]).toEqual([403, code]);
      }
    });

    test("lets in exactly the roles that the matrix of rights names", async () => {
      const { resource, action } = endpoint.access;
      const letter = { create: "C", read: "R", update: "U", approve: "A", print: "P", export: "X" }[
        action
      ];
      const passed: string[] = [];
      for (const role of roles) {
        const given = await headersFor(node, node.tenant, { claims: { roles: [role] } });
        const answer = await knock(rung, good, given);
        expect(["forbidden", "unknown_parameter"]).toContain(answer.code);
        if (answer.code === "unknown_parameter") passed.push(role);
      }
      const named = roles.filter((role) => accessMatrix[resource][role]?.includes(letter) === true);
      expect(passed).toEqual(named);
    });

    test("answers 403 where the token's scopes do not cover it, and passes where they do", async () => {
      const { resource, action } = endpoint.access;
      const scoped = async (scope: string) =>
        (await knock(rung, good, await headersFor(node, node.tenant, { claims: { scope } }))).code;
      expect(await scoped("elsewhere:read")).toBe("scope_missing");
      expect(await scoped(action === "read" ? `${resource}:write` : `${resource}:read`)).toBe(
        "scope_missing",
      );
      expect(await scoped(`${resource}:${action === "read" ? "read" : "write"}`)).toBe(
        "unknown_parameter",
      );
      expect(await scoped(`${resource}:*`)).toBe("unknown_parameter");
    });

    test("answers 422 for a parameter that it does not know", async () => {
      const answer = await knock(rung, good, headers);
      expect([answer.status, answer.fields]).toEqual([422, ["nonsense unknown_parameter"]]);
    });

    test("answers what its contract says, and says which version it is of", async () => {
      const answer = await sendAs(endpoint, await sample.request(world));
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([
        endpoint.status,
        expect.any(String),
      ]);
      const body = endpoint.response.parse(JSON.parse(answer.text));
      const { version } = z.looseObject({ version: z.number().optional() }).parse(body);
      expect(answer.headers.get("etag")).toBe(version === undefined ? null : `"v${version}"`);
      expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    });
  });

  describe.each(narrowable)("$endpoint.method $endpoint.path", (rung) => {
    test("narrows a caller of many roles to the one it names", async () => {
      const good = await rung.sample.request(world);
      const narrowed = { ...headers, "x-actor-role": rung.powerless };
      const answer = await knock(rung, good, narrowed);
      expect([answer.status, answer.code]).toEqual([403, "forbidden"]);
    });
  });

  describe.each(withParameters)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers 422 for each parameter of a wrong form, naming it", async () => {
      const good = await sample.request(world);
      for (const { name, value } of wrongParameters(endpoint)) {
        const rest = Object.entries(membersOf(good.query)).filter(([key]) => key !== name);
        const request = { ...good, query: Object.fromEntries(rest) };
        const wrong = [
          [[name, String(value)]],
          [
            [name, "1"],
            [name, "2"],
          ],
        ] as const;
        for (const query of wrong) {
          const answer = await sendAs(endpoint, request, { query });
          expect(answer.status, `${name}=${String(value)}`).toBe(422);
          expect(answer.fields.map((field) => field.split(/[ .]/)[0])).toContain(name);
        }
      }
    });
  });

  describe.each(lists)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("takes limits from 1 to 100", async () => {
      const good = await sample.request(world);
      const statusOf = async (limit: string) =>
        (await sendAs(endpoint, good, { query: [["limit", limit]] })).status;
      expect(await Promise.all(["0", "101", "-1", "ten"].map(statusOf))).toEqual([
        422, 422, 422, 422,
      ]);
      expect(await Promise.all(["1", "100"].map(statusOf))).toEqual([200, 200]);
    });
  });

  describe.each(recordRungs)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers 404 alike for what never was, what has no id's form, and what is another tenant's", async () => {
      const good = await sample.request(world);
      const foreign = await sample.request(stranger);
      const prefix = String(membersOf(good.params)["id"]).slice(0, 4);
      const ids = [
        `${prefix}01jd7x2vry38gapbnk0v8yyk24`,
        "nonsense",
        `${prefix}%00`,
        String(membersOf(foreign.params)["id"]),
      ];
      const answers = await Promise.all(
        ids.map((id) => sendAs(endpoint, { ...good, params: { id } })),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(new Set(answers.map(withoutRequestId)).size).toBe(1);
    });
  });

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
      const release = node.holdWrites();
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

  describe.each(recordWrites)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
    test("answers 412 for a version that is not the newest, and changes the one that is", async () => {
      const good = await sample.request(world);
      const matching = async (value: string) => {
        const answer = await sendAs(endpoint, good, { headers: { ...headers, "if-match": value } });
        return [answer.status, answer.code];
      };
      expect(await matching('"v7"')).toEqual([412, "version_conflict"]);
      expect(await matching("nonsense")).toEqual([412, "version_conflict"]);
      expect(await matching('"v1"')).toEqual([endpoint.status, ""]);
      // One that makes another record leaves the named one as it was.
      const isChanged = endpoint.status !== 201;
      const again = isChanged ? [412, "version_conflict"] : [endpoint.status, ""];
      expect(await matching('"v1"')).toEqual(again);
    });

    test("refuses a record of another branch of the tenant", async () => {
      const good = await sample.request(world);
      const answer = await sendAs(endpoint, good, {
        headers: { ...headers, "x-branch-id": node.tenant.secondBranchId },
      });
      // A node serves its own branch; what all branches share can be changed from each of them at the hub.
      const atHub = endpoint.access.resource === "patients" ? [200, ""] : [422, "branch_mismatch"];
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

  const paths = Map.groupBy(routes, ({ endpoint }) => endpoint.path);
  test.each([...paths])(
    "%s answers 405 to other methods, with those that it has",
    async (path, own) => {
      const [route] = own;
      if (route === undefined) throw new Error("no route");
      const allowed = own.map(({ endpoint }) => endpoint.method);
      const id = { params: { id: node.tenant.doctorId } };
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        if (allowed.some((one) => one === method)) continue;
        const answer = await send(node, route.endpoint, id, {
          method,
          headers: { ...headers, "idempotency-key": "k" },
        });
        expect([method, answer.status, answer.code]).toEqual([method, 405, "method_not_allowed"]);
        expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allowed.toSorted());
      }
      expect(path).toMatch(/^\/v1\//);
    },
  );

  test.each(["/v1/nothing", "/v1/patients/%E0%A4%A", "/v1/patients/..%2Fstaff", "/v1//patients"])(
    "the address %s answers 404 in the envelope",
    async (path) => {
      const response = await fetch(`${node.url}${path}`, { headers });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    },
  );

  test.each(["__proto__", "constructor", "limit[]", "limit[gt]", "toString"])(
    "the parameter %s is one that nobody knows",
    async (name) => {
      const response = await fetch(`${node.url}/v1/patients?${name}=1`, { headers });
      expect(response.status).toBe(422);
      const fields = [{ path: name, code: "unknown_parameter" }];
      expect(await response.json()).toMatchObject({ error: { details: { fields } } });
    },
  );

  const plain = JSON.stringify({ name: "Asha Patil", gender: "female", dob: "1990-04-01" });
  test.each([
    ["gzip", { "content-encoding": "gzip" }, gzipSync(plain), 201],
    ["an encoding that nobody knows", { "content-encoding": "zip" }, plain, 415],
    ["Latin-1", { "content-type": "application/json; charset=iso-8859-1" }, plain, 415],
    ["gzip that is none", { "content-encoding": "gzip" }, plain, 400],
    [
      "a few bytes that unpack to megabytes",
      { "content-encoding": "gzip" },
      gzipSync("x".repeat(5_000_000)),
      413,
    ],
  ])("a body in %s is read or refused for what it is", async (_, extra, body, status) => {
    const key = { "idempotency-key": node.runtime.newId("req") };
    const response = await fetch(`${node.url}/v1/patients`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers, ...key, ...extra },
      body,
    });
    expect([response.status, await response.text()]).toEqual([status, expect.any(String)]);
  });

  test("an answer carries the id that its caller gave it, where that is one", async () => {
    const idOf = async (id: string) =>
      (
        await fetch(`${node.url}/v1/patients`, { headers: { ...headers, "x-request-id": id } })
      ).headers.get("x-request-id");
    expect(await idOf("trace-0001:a.b")).toBe("trace-0001:a.b");
    expect(await idOf("<script>alert(1)</script>")).toMatch(/^req_/);
    expect(await idOf("x".repeat(65))).toMatch(/^req_/);
  });

  test("an answer cannot be framed, sniffed or kept", async () => {
    const response = await fetch(`${node.url}/v1/patients`, { headers });
    const read = (name: string) => response.headers.get(name);
    expect(
      ["x-content-type-options", "x-frame-options", "cache-control", "x-powered-by"].map(read),
    ).toEqual(["nosniff", "DENY", "no-store", null]);
  });

  // The last one: it looks back on all that the others were answered.
  test("no code was answered that the endpoint's description leaves out", () => {
    expect([...unnamed].toSorted()).toEqual([]);
  });
});
