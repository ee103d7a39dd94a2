import { createServer, request as httpRequest, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "#clinical/appointments/appointments.contract.ts";
import { patientsContract } from "#clinical/patients/patients.contract.ts";
import { openApiDocument } from "#contract/openapi.ts";
import { clinicalRules } from "#contract/surface-rules.ts";
import { errorCodes } from "#kernel/errors.ts";
import { createIdSource } from "#kernel/ids.ts";
import { createLogger } from "#log/log.ts";
import { mountDocuments } from "./documents.ts";
import { mountHealth, type CheckResult } from "./health.ts";
import { createMetrics, mountMetrics } from "./metrics.ts";
import { createExpress, requestIds, unknownAddress } from "./mount.ts";
import { problemHandler } from "./problem.ts";

const document = openApiDocument({
  title: "Edgeward <clinical>",
  version: "9.8.7",
  serverUrl: "http://127.0.0.1",
  surfaces: [
    {
      rules: clinicalRules,
      eventTypes: [{ type: "patient.created", meaning: "a patient was registered" }],
      contracts: { patients: patientsContract, appointments: appointmentsContract },
    },
  ],
});
const errorPagesFolder = fileURLToPath(new URL("../../../docs/errors", import.meta.url));

const metrics = createMetrics();
const checks: Record<string, () => Promise<CheckResult>> = {};
const servers: Server[] = [];

function makeApp(): Express {
  const app = createExpress();
  app.use(requestIds(createIdSource(() => 0)));
  mountDocuments(app, { document: () => document, errorPagesFolder });
  mountHealth(app, { version: "9.8.7", checks, now: () => Date.UTC(2026, 10, 23, 4, 5, 6, 789) });
  mountMetrics(app, metrics, { token: "operators-token" });
  app.use(unknownAddress);
  app.use(
    problemHandler(
      "http://127.0.0.1/docs/errors",
      createLogger(
        () => {},
        {},
        () => 0,
      ),
    ),
  );
  return app;
}

async function listen(): Promise<string> {
  const server = createServer(makeApp());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: string | AddressInfo | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

let base = "";
beforeAll(async () => {
  base = await listen();
});
afterAll(() => {
  for (const server of servers) server.close();
});

describe("the documents", () => {
  test("the OpenAPI document is served as it was made", async () => {
    const response = await fetch(`${base}/openapi.json`);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test("the reference shows markup in its title as text", async () => {
    const html = await (await fetch(`${base}/docs`)).text();
    expect(html).toContain("Edgeward &lt;clinical&gt;");
    expect(html).not.toContain("<clinical>");
  });

  test("the reference loads its parts from here alone, and runs no code made from text", async () => {
    const response = await fetch(`${base}/docs`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/u);
    expect(policy).not.toMatch(/unsafe|https?:|\*/u);
    const loaded = [...(await response.text()).matchAll(/(?:src|stylesheet" href)="([^"]+)"/gu)];
    expect(loaded).toHaveLength(4);
    for (const [, path = ""] of loaded) {
      const [plain, packed] = await Promise.all(
        ["identity", "gzip"].map((coding) =>
          fetch(`${base}${path}`, { headers: { "accept-encoding": coding } }),
        ),
      );
      expect(plain?.headers.get("content-encoding")).toBeNull();
      expect(packed?.headers.get("content-encoding")).toBe("gzip");
      expect(await packed?.text()).toBe(await plain?.text());
    }
  });

  test.each(["/docs/errors", "/docs/errors/not_found"])(
    "%s loads nothing from elsewhere and runs no script",
    async (path) => {
      const response = await fetch(`${base}${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      expect(await response.text()).not.toMatch(/<script|<link|src=|@import|style="/);
    },
  );

  test.each(Object.keys(errorCodes))(
    "the code %s has a page, to which its doc_url leads",
    async (code) => {
      const response = await fetch(`${base}/docs/errors/${code}`);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(`<code>${code}</code>`);
    },
  );

  test("links between the pages lead to addresses, not to files", async () => {
    const html = await (await fetch(`${base}/docs/errors`)).text();
    expect(html).toContain('href="/docs/errors/version_conflict"');
    expect(html).not.toContain('.md"');
  });

  test.each(["nothing_such", "README", "..%2F..%2Fpackage", "constructor"])(
    "an unknown code %s is not found, and no file is read for it",
    async (code) => {
      const response = await fetch(`${base}/docs/errors/${code}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    },
  );
});

describe("health", () => {
  test("a process that answers is alive", async () => {
    const response = await fetch(`${base}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
    // The node's own time, whatever the machine's clock says.
    expect(response.headers.get("date")).toBe("Mon, 23 Nov 2026 04:05:06 GMT");
  });

  test("a node is ready when all that it depends on is", async () => {
    checks["database"] = async () => ({ ok: true, detail: { migration: "0001" } });
    const response = await fetch(`${base}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "ready",
      version: "9.8.7",
      checks: { database: { ok: true, detail: { migration: "0001" } } },
    });
  });

  test("one that fails makes it unavailable, without the error's own words", async () => {
    checks["queue"] = () => Promise.reject(new Error("password is hunter2"));
    checks["thrown"] = () => {
      throw new Error("at once");
    };
    const response = await fetch(`${base}/readyz`);
    const text = await response.text();
    delete checks["queue"];
    delete checks["thrown"];
    expect(response.status).toBe(503);
    expect(text).toContain('"queue":{"ok":false,"detail":{"reason":"failed"}}');
    expect(text).toContain('"thrown":{"ok":false');
    expect(text).not.toContain("hunter2");
  });

  test("one that does not answer within two seconds counts as failed", async () => {
    checks["silent"] = () => new Promise(() => {});
    const began = performance.now();
    const response = await fetch(`${base}/readyz`);
    delete checks["silent"];
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      checks: { silent: { ok: false, detail: { reason: "timeout" } } },
    });
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});

describe("metrics", () => {
  test("requests are counted by route template, method and status", async () => {
    metrics.observe({ route: "/v1/patients/{id}", method: "GET", status: 200, durationMs: 12 });
    const text = await (await fetch(`${base}/metrics`)).text();
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="0.025",route="/v1/patients/{id}",method="GET",status="200"} 1',
    );
    expect(text).toContain("process_cpu_seconds_total");
  });

  function statusAs(headers: Record<string, string>, url: string): Promise<number> {
    return new Promise((resolve, reject) => {
      httpRequest(`${url}/metrics`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on("error", reject)
        .end();
    });
  }

  test("a name that a page's own server can give to this machine is not believed", async () => {
    for (const host of ["evil.example", "evil.example:8081", "127.0.0.1.evil.example", "["]) {
      expect(await statusAs({ host }, base)).toBe(403);
    }
    for (const host of ["127.0.0.1:8081", "localhost", "[::1]:8081", "frontdesk:8081"]) {
      expect(await statusAs({ host }, base)).toBe(200);
    }
  });

  test("a caller behind a proxy on the same machine needs the token", async () => {
    const forwarded = { "x-forwarded-for": "203.0.113.9" };
    expect(await statusAs(forwarded, base)).toBe(403);
    expect(await statusAs({ ...forwarded, authorization: "Bearer wrong" }, base)).toBe(403);
    expect(await statusAs({ ...forwarded, authorization: "Bearer operators-token" }, base)).toBe(
      200,
    );
  });
});
