import { Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { startHub, type HubNode } from "@edgeward/hub/main.ts";
import { doorsOf } from "#support/openapi-doors.ts";
import { errorLog } from "#support/error-log.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { startTestPostgres, type TestPostgres } from "#support/postgres.ts";

const layerShape = z.looseObject({
  route: z
    .looseObject({
      path: z.union([z.string(), z.array(z.string())]),
      methods: z.record(z.string(), z.boolean()),
    })
    .optional(),
});
let hub: TestHub;
let postgres: TestPostgres;
let hubNode: HubNode;
let branch: LiveBranch;
const folder = mkdtempSync(join(tmpdir(), "edgeward-routes-"));
const served: unknown[] = [];

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  postgres = await startTestPostgres();
  hubNode = await startHub(
    {
      databaseUrl: postgres.url,
      folder,
      port: 0,
      host: "127.0.0.1",
      instance: "hub",
      publicUrl: null,
      allowLoopbackHttp: false,
    },
    errorLog(Date.now),
  );
  // The branch's application is its own affair; what its server is given is not.
  const on = vi.spyOn(Server.prototype, "on");
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  for (const call of on.mock.calls) {
    const [event, app]: readonly unknown[] = call;
    if (event === "request") served.push(app);
  }
  on.mockRestore();
});

afterAll(async () => {
  await branch?.stop();
  await hubNode?.stop();
  await postgres?.stop();
  await hub?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every route of an application, as OpenAPI writes its address; the answers to wrong methods are none. */
function routesOf(application: unknown): readonly string[] {
  const router: unknown = Reflect.get(Object(application), "router");
  const stack = z.array(layerShape).parse(Reflect.get(Object(router), "stack"));
  return stack.flatMap(({ route }) => {
    const [method, ...others] = Object.keys(route?.methods ?? {});
    // What answers to every method is the refusal of those that an address does not have.
    if (route === undefined || method === undefined || others.length > 0) return [];
    const paths = typeof route.path === "string" ? [route.path] : route.path;
    return paths.map((path) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/gu, "{$1}")}`);
  });
}

async function describedAt(url: string): Promise<ReadonlySet<string>> {
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  return new Set(doorsOf(document).map(({ method, path }) => `${method} ${path}`));
}

function beside(routes: readonly string[], described: ReadonlySet<string>): readonly string[] {
  // Of a file, HEAD is refused where GET is described: it would be read for nobody.
  const isDescribed = (route: string) => described.has(route.replace(/^HEAD /u, "GET "));
  return [...new Set(routes.filter((route) => !isDescribed(route)))].toSorted();
}

// What a node says about itself: read by people and by monitors.
const selfDescription = [
  "GET /docs",
  "GET /docs/errors",
  "GET /docs/errors/{code}",
  "GET /healthz",
  "GET /metrics",
  "GET /openapi.json",
  "GET /readyz",
];

test("every address of the hub stands in its description, but for its pages and those by which it describes itself", async () => {
  const routes = routesOf(hubNode.hub.app);
  expect(routes.length).toBeGreaterThan(100);
  const rest = beside(routes, await describedAt(hubNode.url));
  expect(rest.filter((route) => !route.startsWith("GET /docs/viewer/"))).toEqual(
    [
      ...selfDescription,
      "GET /",
      "GET /console",
      "GET /console/branches/{branch}",
      "GET /console/webhooks{/*rest}",
    ].toSorted(),
  );
});

test("every address of a branch stands in its description, but for its pages and how a device learns to trust it", async () => {
  const application = served.find((one) => typeof one === "function" && "router" in one);
  const routes = routesOf(application);
  expect(routes.length).toBeGreaterThan(100);
  const rest = beside(routes, await describedAt(branch.url));
  expect(rest.filter((route) => !route.startsWith("GET /docs/viewer/"))).toEqual(
    [
      ...selfDescription,
      "GET /",
      "GET /appointments{/*rest}",
      "GET /attention",
      "GET /bedside",
      "GET /desk",
      "GET /display/{code}",
      "GET /display/{code}/state",
      "GET /kiosk",
      "GET /kit",
      "GET /my-patients",
      "GET /patients{/*rest}",
      "GET /settings/{area}",
      "GET /today",
      "GET /trust",
      "GET /trust/check",
      "GET /trust/edgeward-ca.crt",
      "GET /trust/edgeward-ca.pem",
      "GET /trust/edgeward.mobileconfig",
      "GET /trust/qr.svg",
      "GET /trust/state",
      "GET /visits/{visit}",
      "GET /vitals",
    ].toSorted(),
  );
});
