import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleBranchesContract } from "@edgeward/shared/console/console-branches.contract.ts";
import { consoleWebhooksContract } from "@edgeward/shared/console/console-webhooks.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { errorCodesOf } from "@edgeward/shared/contract/endpoint-codes.ts";
import { consoleRules } from "@edgeward/hub/console/console-rules.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import type { TestTenant } from "#support/seed.ts";
import { adult } from "../patient-desk.ts";
import { send, type RawAnswer, without } from "../requests.ts";
import { nameTenant, pageOf, seedAdministrator, signIn } from "./administrators.ts";

const receiver = { url: "https://receiver.example/in", events: ["patient.created"] };
let hub: TestHub;
let headers: Readonly<Record<string, string>>;
let managerHeaders: Readonly<Record<string, string>>;
let strangerHeaders: Readonly<Record<string, string>>;
/** Of each kind that is named in an address: one of ours, one of another tenant's. */
const named = { whk: ["", ""], dlv: ["", ""], brn: ["", ""] };
const unnamed = new Set<string>();

beforeAll(async () => {
  hub = await startTestHub();
  const cookieOf = async (tenant: TestHub["tenant"], name: string, role: string) => {
    const branches = [tenant.branchId];
    const { username } = await seedAdministrator(hub, tenant, { username: role, role, branches });
    return signIn(hub, { tenant: name, username });
  };
  await nameTenant(hub, hub.tenant, "ours");
  await nameTenant(hub, hub.other, "theirs");
  const own = { origin: hub.url, "x-tenant-id": hub.tenant.id };
  headers = { ...own, cookie: await cookieOf(hub.tenant, "ours", "tenant_admin") };
  managerHeaders = { ...own, cookie: await cookieOf(hub.tenant, "ours", "branch_admin") };
  const theirCookie = await cookieOf(hub.other, "theirs", "tenant_admin");
  strangerHeaders = { origin: hub.url, "x-tenant-id": hub.other.id, cookie: theirCookie };
  const page = pageOf(hub, hub.tenant, headers["cookie"] ?? "");
  const theirs = pageOf(hub, hub.other, theirCookie);
  named.whk = await Promise.all([page, theirs].map(addReceiver));
  named.dlv = await Promise.all([hub.tenant, hub.other].map(deliveryOf));
  named.brn = [hub.tenant.branchId, hub.other.branchId];
});
afterAll(() => hub?.stop());

async function addReceiver(page: Client): Promise<string> {
  return (await page.call(consoleWebhooksContract.add, { body: receiver })).body.id;
}

/** Something that a tenant's receiver is to be sent. */
async function deliveryOf(tenant: TestTenant): Promise<string> {
  await (await clientFor(hub, tenant)).call(patientsContract.create, { body: adult });
  const [row] = await hub.store.read({ tenantId: tenant.id }, (session) =>
    session.query("SELECT id FROM webhook_deliveries WHERE tenant_id = $1", [tenant.id]),
  );
  return String(row?.["id"]);
}

interface Rung {
  readonly name: string;
  readonly endpoint: Endpoint;
}

const bodies: Readonly<Record<string, string>> = { add: JSON.stringify(receiver) };
const rungs: readonly Rung[] = [
  ...Object.entries(consoleBranchesContract),
  ...Object.entries(consoleWebhooksContract),
].map(([name, endpoint]) => ({ name, endpoint }));

function kindOf({ endpoint }: Rung): keyof typeof named {
  if (endpoint.path.includes("/branches/")) return "brn";
  return endpoint.path.includes("/webhook-deliveries/") ? "dlv" : "whk";
}

function idsOf(rung: Rung) {
  const kind = kindOf(rung);
  const [ours = "", theirs = ""] = named[kind];
  return { ours, theirs, nobody: `${kind}_00000000000000000000000000` };
}

function requestOf(rung: Rung): RequestOf<Endpoint> {
  return "id" in rung.endpoint.params.shape ? { params: { id: idsOf(rung).ours } } : {};
}

async function ask(
  { name, endpoint }: Rung,
  request: RequestOf<Endpoint>,
  given: Readonly<Record<string, string>>,
  query: readonly (readonly [string, string])[] = [],
): Promise<RawAnswer> {
  const answer = await send(hub, endpoint, request, {
    headers: given,
    query,
    ...(bodies[name] === undefined ? {} : { rawBody: bodies[name] }),
  });
  const known: readonly string[] = errorCodesOf(endpoint, consoleRules);
  if (answer.code !== "" && !known.includes(answer.code))
    unnamed.add(`${endpoint.method} ${endpoint.path}: ${answer.code}`);
  return answer;
}

describe.each(rungs)("$endpoint.method $endpoint.path", (rung) => {
  const nonsense = [["nonsense", "1"]] as const;
  const code = async (given: Readonly<Record<string, string>>) =>
    (await ask(rung, requestOf(rung), given, nonsense)).code;

  test("answers 401 without a session, for a forged one, and for a token of /v1", async () => {
    const cookie = headers["cookie"] ?? "";
    const others = [
      without(headers, "cookie"),
      { ...headers, cookie: "edgeward_console=nonsense" },
      { ...headers, cookie: `${cookie.slice(0, -4)}AAAA` },
      { ...without(headers, "cookie"), authorization: `Bearer ${cookie.split("=")[1] ?? ""}` },
    ];
    for (const given of others) {
      const answer = await ask(rung, requestOf(rung), given, nonsense);
      expect([answer.status, answer.code]).toEqual([401, "unauthorized"]);
    }
  });

  test("answers 400 without the tenant, and 403 for another's", async () => {
    expect(await code(without(headers, "x-tenant-id"))).toBe("missing_header");
    expect(await code({ ...headers, "x-tenant-id": hub.other.id })).toBe("tenant_forbidden");
    expect(await code({ ...headers, "x-tenant-id": "nobody" })).toBe("tenant_forbidden");
  });

  test("answers 403 to a page of another site", async () => {
    expect(await code({ ...headers, origin: "https://evil.example" })).toBe("forbidden");
    expect(await code({ ...headers, "sec-fetch-site": "cross-site" })).toBe("forbidden");
  });

  test("lets an administrator of a branch in where it is about branches alone", async () => {
    const { access } = rung.endpoint;
    const isOfTenant = access?.resource === "webhooks" || access?.action === "update";
    expect(await code(managerHeaders)).toBe(isOfTenant ? "forbidden" : "unknown_parameter");
    expect(await code(headers)).toBe("unknown_parameter");
  });

  test("refuses a role that the caller does not hold", async () => {
    expect(await code({ ...headers, "x-actor-role": "doctor" })).toBe("role_not_granted");
  });
});

const lists = rungs.filter(({ endpoint }) => "cursor" in endpoint.query.shape);

describe.each(lists)("the list $endpoint.path", (rung) => {
  test("pages, and refuses sizes and cursors that are none", async () => {
    const first = await ask(rung, {}, headers, [["limit", "1"]]);
    expect([first.status, JSON.parse(first.text)]).toMatchObject([
      200,
      { data: expect.any(Array), has_more: expect.any(Boolean) },
    ]);
    for (const limit of ["0", "101", "many"])
      expect((await ask(rung, {}, headers, [["limit", limit]])).fields).toEqual([
        "limit validation_error",
      ]);
    const broken = await ask(rung, {}, headers, [["cursor", "nonsense"]]);
    expect([broken.status, broken.code]).toEqual([400, "invalid_cursor"]);
  });
});

const writes = rungs.filter(({ endpoint }) => endpoint.method !== "GET");

describe.each(writes)("the command $endpoint.path", (rung) => {
  test("needs a key, and answers the same key with the same bytes", async () => {
    const key = `key-of-${rung.name}`;
    const keyed = { ...headers, "idempotency-key": key };
    const first = await ask(rung, requestOf(rung), keyed);
    const second = await ask(rung, requestOf(rung), keyed);
    expect(first.status).toBe(rung.endpoint.status);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    const path = rung.endpoint.path.replace("{id}", idsOf(rung).ours);
    const empty = await fetch(`${hub.url}${path}`, {
      method: rung.endpoint.method,
      headers: { ...headers, "content-type": "application/json" },
      body: bodies[rung.name] ?? null,
    });
    expect(empty.status).toBe(400);
  });
});

describe.each(rungs.filter(({ endpoint }) => "id" in endpoint.params.shape))(
  "$endpoint.path of another tenant",
  (rung) => {
    test("answers as for one that does not exist", async () => {
      const ids = idsOf(rung);
      const theirs = await ask(rung, { params: { id: ids.theirs } }, headers);
      const none = await ask(rung, { params: { id: ids.nobody } }, headers);
      expect([theirs.status, theirs.code]).toEqual([404, "not_found"]);
      expect([none.status, none.code]).toEqual([404, "not_found"]);
      const own = await ask(rung, { params: { id: ids.ours } }, strangerHeaders);
      expect([own.status, own.code]).toEqual([404, "not_found"]);
    });
  },
);

test("answers no code that its endpoint had not named", () => {
  expect([...unnamed].toSorted()).toEqual([]);
});
