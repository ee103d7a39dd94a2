import { gzipSync } from "node:zlib";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "#support/engines.ts";
import { headersFor, type TestNode } from "#support/node.ts";
import { routes } from "./ladder.ts";
import { send } from "./requests.ts";

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let headers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    node = await engine.start();
    headers = await headersFor(node, node.tenant);
  });
  afterAll(() => node.stop());

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

  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  // A field that only the server sets may be repeated, so its value is not looked into.
  test.each([
    ["a number without an end", "1e999"],
    ["half a character", '"\\ud800"'],
    ["a name that is half a character", '{"\\udc00":1}'],
    ["thousands of levels", deep],
  ])("a body that holds %s is malformed, and no fault of the node's", async (_, value) => {
    const write = (method: string, path: string, body: string) =>
      fetch(`${node.url}${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...headers,
          "idempotency-key": node.runtime.newId("req"),
        },
        body,
      });
    const made = await write("POST", "/v1/patients", plain);
    const { id } = z.object({ id: z.string() }).parse(await made.json());
    const response = await write("PUT", `/v1/patients/${id}`, `{"hlc":${value}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "malformed_json" } });
  });

  test.each([
    ["X-Device-Id", 64],
    ["X-Access-Reason", 500],
  ])("the header %s may have %i characters and no more", async (name, most) => {
    const ask = async (length: number) => {
      const given = { ...headers, [name]: "x".repeat(length) };
      const response = await fetch(`${node.url}/v1/patients?limit=1`, { headers: given });
      const { error } = z
        .object({ error: z.unknown() })
        .partial()
        .parse(await response.json());
      return [response.status, error];
    };
    expect(await ask(most)).toEqual([200, undefined]);
    const fields = [{ path: name, code: "validation_error" }];
    expect(await ask(most + 1)).toMatchObject([422, { details: { fields } }]);
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
});
