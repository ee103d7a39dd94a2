import { Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { deskAddresses } from "@edgeward/branch-node/lan/pages.ts";
import { startHub, type HubNode } from "@edgeward/hub/main.ts";
import { doorsOf } from "#support/openapi-doors.ts";
import { errorLog } from "#support/error-log.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pagesBuilt } from "#support/pages.ts";
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
  await pagesBuilt();
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

// It asks its branch over HTTPS from a page that came over HTTP, which is another origin.
const askedOverHttps = new Map([["/trust", "connect-src 'self' https:;"]]);

/** The pages among some routes, each with what it may load or do beyond its own node's. */
async function boundsOf(url: string, routes: readonly string[]) {
  const bounds = new Map<string, readonly string[]>();
  for (const route of routes) {
    const path = route
      .replace(/^GET /u, "")
      .replace("{/*rest}", "")
      .replaceAll(/\{\w+\}/gu, "all");
    const { headers } = await fetch(`${url}${path}`, { redirect: "manual" });
    const policy = headers.get("content-security-policy") ?? "";
    // A redirection is no page.
    if (!headers.get("content-type")?.startsWith("text/html") || headers.has("location")) continue;
    const rest = policy.replace(askedOverHttps.get(path) ?? "none", "");
    const beyond = [...(rest.match(/'unsafe\S+|\*|\b(?:https?|wss?|blob|filesystem):\S*/gu) ?? [])];
    const missing = ["default-src", "base-uri", "form-action", "frame-ancestors"].filter(
      (name) => !policy.includes(`${name} '`),
    );
    const forced = headers.has("strict-transport-security") ? ["strict-transport-security"] : [];
    bounds.set(path, [...beyond, ...missing, ...forced]);
  }
  return bounds;
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
      "GET /console/holidays",
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
      ...deskAddresses.map((address) => `GET ${address.replaceAll(/:(\w+)/gu, "{$1}")}`),
      "GET /",
      "GET /bedside",
      "GET /display/{code}",
      "GET /display/{code}/state",
      "GET /kiosk",
      "GET /kit",
      "GET /trust",
      "GET /trust/check",
      "GET /trust/edgeward-ca.crt",
      "GET /trust/edgeward-ca.pem",
      "GET /trust/edgeward.mobileconfig",
      "GET /trust/qr.svg",
      "GET /trust/state",
    ].toSorted(),
  );
});

test("every page of both nodes runs and loads what is its own node's alone, speaks with no other, and stands in nobody's frame", async () => {
  const application = served.find((one) => typeof one === "function" && "router" in one);
  for (const [url, app, least] of [
    [hubNode.url, hubNode.hub.app, 5],
    [branch.url, application, 15],
  ] as const) {
    const pages = await boundsOf(url, beside(routesOf(app), await describedAt(url)));
    expect(pages.size).toBeGreaterThanOrEqual(least);
    expect([...pages].filter(([, faults]) => faults.length > 0)).toEqual([]);
  }
});
