import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPatientSender, type Destination } from "./import-sender.ts";
import type { PatientBody } from "./import-patient.ts";

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly key: string | string[] | undefined;
  readonly branch: string | string[] | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A node that gives the answers laid out for it, one after another, and a new token whenever it is asked. */
let server: Server;
let destination: Destination;
let asked: Asked[] = [];
let answers: Answer[] = [];

beforeEach(async () => {
  asked = [];
  answers = [];
  let tokens = 0;
  server = createServer((request, response) => {
    request.resume();
    asked.push({
      path: request.url ?? "",
      authorization: request.headers.authorization,
      key: request.headers["idempotency-key"],
      branch: request.headers["x-branch-id"],
    });
    const isToken = request.url === "/auth/token";
    if (isToken) tokens += 1;
    const granted = { status: 200, body: { access_token: `t${tokens}`, expires_in: 900 } };
    const laidOut = isToken ? granted : answers.shift();
    const { status, body, headers }: Answer = laidOut ?? { status: 500, body: {} };
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = { clientId: "cli_1", clientSecret: "secret" };
  destination = {
    baseUrl: `http://127.0.0.1:${port}`,
    tenantId: "ten_1",
    branchId: "brn_1",
    ...client,
  };
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const asha: PatientBody = {
  name: "Asha Rao",
  gender: "female",
  dob: "1990-01-01",
  identifiers: [
    { type: "mrn", value: "7" },
    { type: "passport", value: "P1" },
  ],
};

const created: Answer = { status: 201, body: { warnings: [{ code: "guardian_missing" }] } };

function refused(
  status: number,
  code: string,
  details: Readonly<Record<string, unknown>> = {},
): Answer {
  return { status, body: { error: { code, message: `says ${code}`, details } } };
}

function duplicate(path: string): Answer {
  const fields = [
    { path, code: "duplicate_identifier", message: "is already held by another record" },
  ];
  return refused(422, "duplicate_identifier", { fields });
}

const send = () => createPatientSender(destination).send(asha);
const posts = () => asked.filter(({ path }) => path === "/v1/patients");

test("registers a patient with the branch, a token and a key that stays the same", async () => {
  answers = [created, created];
  const sender = createPatientSender(destination);
  expect(await sender.send(asha)).toEqual({ kind: "registered", warnings: ["guardian_missing"] });
  await sender.send(asha);
  const [first, second] = posts();
  expect(first).toMatchObject({ authorization: "Bearer t1", branch: "brn_1" });
  expect(first?.key).toMatch(/^import-[0-9a-f]{64}$/);
  expect(second).toEqual(first);
});

test("asks for one token, however many patients wait for it", async () => {
  answers = Array.from({ length: 8 }, () => created);
  const sender = createPatientSender(destination);
  await Promise.all(Array.from({ length: 8 }, () => sender.send(asha)));
  expect(asked.filter(({ path }) => path === "/auth/token")).toHaveLength(1);
});

describe("somebody who is there already is no rejection", () => {
  test("when the node gives the answer of an earlier run", async () => {
    answers = [{ ...created, headers: { "idempotent-replayed": "true" } }];
    expect(await send()).toEqual({ kind: "present" });
  });

  test("when the record number is known", async () => {
    answers = [duplicate("identifiers.0.value")];
    expect(await send()).toEqual({ kind: "present" });
  });

  test("but another person's passport is one", async () => {
    answers = [duplicate("identifiers.1.value")];
    expect(await send()).toEqual({
      kind: "rejected",
      faults: [{ field: "identifiers.1.value", reason: "is already held by another record" }],
    });
  });
});

describe("what passes by itself is tried again", () => {
  test.each([
    ["too many requests", refused(429, "rate_limited", { retry_after: 0.02 })],
    ["the same key still running", refused(409, "idempotency_in_progress", { retry_after: 0.02 })],
    ["a node that restarts", refused(503, "unavailable", { retry_after: 0.02 })],
  ])("%s", async (_what, answer) => {
    answers = [answer, answer, created];
    expect(await send()).toMatchObject({ kind: "registered" });
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
  });

  test("a token that has expired is replaced, once", async () => {
    answers = [refused(401, "token_expired"), created];
    expect(await send()).toMatchObject({ kind: "registered" });
    expect(posts().map(({ authorization }) => authorization)).toEqual(["Bearer t1", "Bearer t2"]);
    answers = [refused(401, "unauthorized"), refused(401, "unauthorized")];
    await expect(send()).rejects.toThrow(/may not register patients/);
  });
});

test("a client without the right ends the import instead of rejecting every row", async () => {
  answers = [refused(403, "forbidden")];
  await expect(send()).rejects.toThrow("this client may not register patients: says forbidden");
});

test("a refusal without fields is stated by its code", async () => {
  answers = [refused(422, "duplicate_abha_id")];
  expect(await send()).toEqual({
    kind: "rejected",
    faults: [{ field: "", reason: "duplicate_abha_id: says duplicate_abha_id" }],
  });
});
