import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  isFileContent,
  type Endpoint,
  type RequestOf,
} from "@edgeward/shared/contract/endpoint.ts";
import { accessMatrix, roles, scopeFor } from "@edgeward/shared/contract/access.ts";
import { engines } from "#support/engines.ts";
import { clinicalRoles, headersFor, type TestNode } from "#support/node.ts";
import { isDoneHere, routes, rungs, startLadder, type Ladder } from "./ladder.ts";
import { membersOf, without, withoutRequestId } from "./requests.ts";
import { samples } from "./samples.ts";
import type { World } from "./world.ts";
import { isList, namesRecord, wrongParameters } from "./wrong-values.ts";

const withParameters = rungs.filter(({ endpoint }) => wrongParameters(endpoint).length > 0);
const lists = rungs.filter(({ endpoint }) => isList(endpoint));
// A clinical role that may not do it; what everybody may do has none.
const narrowable = rungs.flatMap((rung) => {
  const rights = accessMatrix[rung.access.resource];
  const powerless = clinicalRoles.find((role) => rights[role] === undefined);
  return powerless === undefined ? [] : [{ ...rung, powerless }];
});
const recordRungs = rungs.filter(({ endpoint }) => namesRecord(endpoint));

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
  let headers: Ladder["headers"];
  let sendAs: Ladder["sendAs"];
  let knock: Ladder["knock"];
  let unnamed: Ladder["unnamed"];
  let wire: Ladder["wire"];

  beforeAll(async () => {
    ({ node, world, stranger, headers, sendAs, knock, unnamed, wire } = await startLadder(
      engine,
      "ladder",
    ));
  });
  afterAll(() => node.stop());

  describe.each(rungs)("$endpoint.method $endpoint.path", (rung) => {
    const { endpoint, access, sample } = rung;
    let good: RequestOf<Endpoint>;
    beforeAll(async () => {
      good = await sample.request(world);
    });

    test("answers 401 without a token, and for a forged, foreign or expired one", async () => {
      // One address may ask so often in a while, and all of the ladder comes from one.
      node.clock.advance(100);
      const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
      if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
      const forger = { kid: node.key.kid, privateKey: pair.privateKey };
      // An address has only so many refusals in a second, and each rung takes some.
      node.clock.advance(500);
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
      const { resource, action } = access;
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
      const { resource, action } = access;
      const scoped = async (scope: string) =>
        (await knock(rung, good, await headersFor(node, node.tenant, { claims: { scope } }))).code;
      expect(await scoped("elsewhere:read")).toBe("scope_missing");
      const own = scopeFor(resource, action);
      for (const verb of ["read", "write", "approve", "export"]) {
        const isOwn = `${resource}:${verb}` === own;
        const code = await scoped(`${resource}:${verb}`);
        expect([verb, code]).toEqual([verb, isOwn ? "unknown_parameter" : "scope_missing"]);
      }
      expect(await scoped(`${resource}:*`)).toBe("unknown_parameter");
    });

    test("answers 422 for a parameter that it does not know", async () => {
      const answer = await knock(rung, good, headers);
      expect([answer.status, answer.fields]).toEqual([422, ["nonsense unknown_parameter"]]);
    });

    test("answers what its contract says, and says which version it is of", async () => {
      const request = await sample.request(world);
      // A list without a row says nothing of its rows.
      await sample.grow?.(world, request);
      const answer = await sendAs(endpoint, request);
      const isDone = isDoneHere(engine.engine, endpoint);
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([
        isDone ? endpoint.status : 409,
        expect.stringContaining(isDone ? "" : "hub_only"),
      ]);
      if (!isDone) return;
      const { response } = endpoint;
      const type = answer.headers.get("content-type")?.split(";")[0];
      const types = isFileContent(response) ? response.contentTypes : ["application/json"];
      expect(types).toContain(type);
      const body = isFileContent(response)
        ? {}
        : z.instanceof(z.ZodType).parse(response).parse(JSON.parse(answer.text));
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

  const recordsHere = recordRungs.filter(({ endpoint }) => isDoneHere(engine.engine, endpoint));
  describe.each(recordsHere)("$endpoint.method $endpoint.path", ({ endpoint, sample }) => {
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

  // The last one: it looks back on all that the others were answered.
  test("no code was answered that the endpoint's description leaves out", () => {
    expect(unnamed()).toEqual([]);
  });

  // The last one as well. To write the snapshot anew: npm run wire
  test("the wire is what the snapshot of it says", () => {
    expect(wire.changes().join("\n")).toBe("");
  });
});
