import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { EngineName } from "#support/node.ts";
import { startProduct, type Product } from "#support/product.ts";
import { watchWire, type Wire } from "#support/wire-snapshot.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** One request to an endpoint that asks for no clinical token. */
interface Probe {
  readonly situation: string;
  readonly endpoint: string;
  readonly body?: unknown;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function codeIn(text: string): string {
  const body: unknown = text === "" ? null : JSON.parse(text);
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : "";
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : error;
  return typeof code === "string" ? code : "";
}

function sentBody({ body }: Probe): Pick<RequestInit, "body"> {
  if (body === undefined) return {};
  return { body: typeof body === "string" ? body : JSON.stringify(body) };
}

async function probe(wire: Wire, at: EngineName, probed: Probe): Promise<string> {
  const [method = "", path = ""] = probed.endpoint.split(" ");
  const url = at === "hub" ? product.hubUrl : product.branchUrl;
  const answer = await fetch(`${url}${path}${probed.query ?? ""}`, {
    method,
    headers: { "content-type": "application/json", ...probed.headers },
    ...sentBody(probed),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  wire.see(probed.endpoint, probed.situation, { status, headers, text, code: codeIn(text) });
  return text;
}

const tokenEndpoint = "POST /auth/token";
const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

function tokenProbes(): readonly Probe[] {
  const { client_id: id, client_secret: secret } = product.demo.clinical;
  const grant = { grant_type: "client_credentials", client_id: id };
  const basic = Buffer.from(`${id}:${secret}`).toString("base64");
  const form = {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${basic}`,
  };
  const endpoint = tokenEndpoint;
  return [
    { endpoint, situation: "a client's secret", body: { ...grant, client_secret: secret } },
    {
      endpoint,
      situation: "a form and Basic",
      body: "grant_type=client_credentials",
      headers: form,
    },
    { endpoint, situation: "a wrong secret", body: { ...grant, client_secret: "wrong" } },
    { endpoint, situation: "no secret", body: grant },
    { endpoint, situation: "no grant", body: {} },
    { endpoint, situation: "a grant that is not offered", body: { grant_type: "password" } },
    { endpoint, situation: "a bad assertion", body: { grant_type: jwtBearer, assertion: "x.y.z" } },
    { endpoint, situation: "no JSON", body: "{" },
    { endpoint, situation: "too much", body: { grant_type: "x".repeat(20_000) } },
  ];
}

function operatorProbes(
  endpoint: string,
  asked: Readonly<Record<string, Pick<Probe, "body" | "query">>>,
): readonly Probe[] {
  const authorization = `Bearer ${product.operatorToken}`;
  return [
    { endpoint, situation: "no token" },
    ...Object.entries(asked).map(([situation, sent]): Probe => {
      return { endpoint, situation, headers: { authorization }, ...sent };
    }),
  ];
}

// Once: who tries it often has to wait.
const wrongToken: Probe = {
  endpoint: "GET /operator/audit/verify",
  situation: "a wrong token",
  headers: { authorization: "Bearer wrong" },
};

function hubProbes(): readonly Probe[] {
  const { tenant_id, branch_id } = product.demo;
  const enrol = "POST /fleet/enrol";
  const key = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };
  const fine = { code: "ABCD-EFGH", name: "a node", public_jwk: key };
  const feed = { tenant_id, branch_id, cursor: null };
  const ofTenant = `?tenant_id=${tenant_id}`;
  const wrong = { body: { nonsense: 1 } };
  return [
    ...tokenProbes(),
    { endpoint: "GET /.well-known/jwks.json", situation: "asked" },
    { endpoint: enrol, situation: "an unknown code", body: fine },
    { endpoint: enrol, situation: "wrong fields", body: { code: "A", more: 1 } },
    { endpoint: enrol, situation: "no JSON", body: "{" },
    ...operatorProbes("GET /operator/audit/verify", { asked: {} }),
    ...operatorProbes("POST /operator/audit/verify", {
      asked: { body: { checkpoints: [] } },
      wrong,
    }),
    ...operatorProbes("GET /operator/audit/checkpoint", { asked: {} }),
    wrongToken,
    ...operatorProbes("POST /operator/enrolment-codes", {
      asked: { body: { tenant_id, branch_id } },
      wrong,
    }),
    ...operatorProbes("POST /operator/compact", { asked: { body: { keep_days: 90 } }, wrong }),
    ...operatorProbes("GET /operator/webhook-endpoints", {
      asked: { query: ofTenant },
      wrong: { query: "?tenant_id=x" },
    }),
    ...operatorProbes("GET /operator/webhook-deliveries", {
      asked: { query: ofTenant },
      wrong: { query: "" },
    }),
    ...operatorProbes("POST /operator/by-hand/feed", { asked: { body: feed }, wrong }),
    ...operatorProbes("POST /operator/by-hand/batches", { wrong }),
  ];
}

/** Registers a receiver of webhooks, and does with it what an operator does. */
async function walkWebhooks(wire: Wire): Promise<void> {
  const { tenant_id } = product.demo;
  const ask = (endpoint: string, situation: string, body: unknown) =>
    probe(wire, "hub", {
      endpoint,
      situation,
      body,
      headers: { authorization: `Bearer ${product.operatorToken}` },
    });
  const add = "POST /operator/webhook-endpoints";
  const receiver = { tenant_id, url: "http://127.0.0.1:9/hook" };
  const made: unknown = JSON.parse(await ask(add, "asked", receiver));
  await ask(add, "wrong", { tenant_id, url: "ftp://somewhere" });
  const id = typeof made === "object" && made !== null && "id" in made ? made.id : null;
  const named = { tenant_id, endpoint_id: id };
  for (const what of ["rotate-secret", "disable"]) {
    await ask(`POST /operator/webhook-endpoints/${what}`, "asked", named);
    await ask(`POST /operator/webhook-endpoints/${what}`, "wrong", { tenant_id });
  }
}

function branchProbes(): readonly Probe[] {
  const { username } = product.demo.branch_staff;
  const login = "POST /auth/staff/login";
  const refresh = "POST /auth/staff/refresh";
  const pair = "POST /auth/device/pair";
  const deviceToken = "POST /auth/device/token";
  return [
    ...tokenProbes(),
    { endpoint: login, situation: "a wrong password", body: { username, password: "wrong" } },
    { endpoint: login, situation: "wrong fields", body: { username, more: 1 } },
    { endpoint: login, situation: "no JSON", body: "{" },
    { endpoint: refresh, situation: "an unknown token", body: { refresh_token: "rt_x.y" } },
    { endpoint: refresh, situation: "wrong fields", body: {} },
    { endpoint: "POST /auth/staff/unlock", situation: "nobody", body: { pin: "1234" } },
    {
      endpoint: "POST /auth/staff/countersign",
      situation: "nobody",
      body: { staff_id: "stf_01jd7x2vry38gapbnk0v8yyk24", pin: "1234" },
    },
    { endpoint: "POST /auth/staff/logout", situation: "nobody" },
    {
      endpoint: "POST /auth/staff/logout",
      situation: "a bad token",
      headers: { authorization: "Bearer x.y.z" },
    },
    { endpoint: pair, situation: "wrong fields", body: { code: "A" } },
    { endpoint: deviceToken, situation: "no device", body: { assertion: "x.y.z" } },
    { endpoint: deviceToken, situation: "wrong fields", body: {} },
    ...operatorProbes("GET /operator/status", {}),
    wrongToken,
    ...operatorProbes("GET /operator/audit/verify", {}),
    ...operatorProbes("POST /operator/audit/verify", {}),
    ...operatorProbes("GET /operator/audit/checkpoint", {}),
  ];
}

const sessionShape = z.object({ access_token: z.string(), refresh_token: z.string() });

async function walkShift(wire: Wire): Promise<void> {
  const { username, password, pin } = product.demo.branch_staff;
  const said = await probe(wire, "branch", {
    endpoint: "POST /auth/staff/login",
    situation: "the right password",
    body: { username, password },
  });
  const { access_token, refresh_token } = sessionShape.parse(JSON.parse(said));
  await probe(wire, "branch", {
    endpoint: "POST /auth/staff/refresh",
    situation: "a good token",
    body: { refresh_token },
  });
  const unlock = "POST /auth/staff/unlock";
  const headers = { authorization: `Bearer ${access_token}` };
  await probe(wire, "branch", { endpoint: unlock, situation: "the PIN", body: { pin }, headers });
  await probe(wire, "branch", {
    endpoint: unlock,
    situation: "a wrong PIN",
    body: { pin: "0" },
    headers,
  });
  await probe(wire, "branch", {
    endpoint: "POST /auth/staff/logout",
    situation: "signed in",
    headers: { authorization: `Bearer ${access_token}` },
  });
}

// To write the snapshot anew: npm run wire
test("the hub's endpoints of sign-in, enrolment and the operator answer as the snapshot of the wire says", async () => {
  const wire = watchWire("auth and operator", "hub");
  for (const one of hubProbes()) await probe(wire, "hub", one);
  await walkWebhooks(wire);
  expect(wire.changes().join("\n")).toBe("");
});

test("the branch's endpoints of sign-in, devices and the operator do, too", async () => {
  const wire = watchWire("auth and operator", "branch");
  for (const one of branchProbes()) await probe(wire, "branch", one);
  await walkShift(wire);
  expect(wire.changes().join("\n")).toBe("");
});
