import pg from "pg";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { Statement } from "@edgeward/shared/db/model.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import type { ReadContext } from "@edgeward/shared/resource/context.ts";
import type { Route } from "@edgeward/shared/resource/module.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clinicalRoles, type TestNode } from "#support/node.ts";
import { testSeal } from "#support/value-seal.ts";
import {
  gatheredFirst,
  notedSession,
  postgresFaults,
  PostgresPlans,
  sqliteFaults,
  sqlitePlan,
} from "./asked-statements.ts";
import { samples, type Sample } from "./samples.ts";
import { worldOf, type World } from "./world.ts";
import { isList } from "./wrong-values.ts";

// Every list in each of its orders, and every search by words, asks the database what an index answers: no table is read
// whole, and nothing is sorted to find a page. An index that is lost is red here.

type ListRoute = Extract<Route, { readonly kind: "read" }>;

interface AskedList {
  readonly title: string;
  readonly route: ListRoute;
  readonly sample: Sample;
  readonly more: Readonly<Record<string, string>>;
}

const ordersShape = z.object({ enum: z.array(z.string()) });

function ordersOf({ query }: Endpoint): readonly string[] {
  const { sort } = query.shape;
  if (!(sort instanceof z.ZodOptional)) return [];
  const inner = sort.unwrap();
  return inner instanceof z.ZodType ? ordersShape.parse(z.toJSONSchema(inner)).enum : [];
}

/** What an order is asked for with: work is what has still to be done. */
const besides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  work_order: { open: "true" },
};

const wordsOfSearch: readonly string[] = ["laksh", "mi"];

const lists = clinicalModules
  .flatMap((module) => module.routes)
  .flatMap((route): readonly AskedList[] => {
    const [resource = "", key = ""] = route.name.split(".");
    const sample = samples[resource]?.[key];
    if (route.kind !== "read" || sample === undefined || !isList(route.endpoint)) return [];
    const orders = ordersOf(route.endpoint).map((sort) => ({ sort, ...besides[sort] }));
    const words = "q" in route.endpoint.query.shape ? [{ q: wordsOfSearch.join(" ") }] : [];
    return [{}, ...orders, ...words].map((more) => {
      const title = `${route.endpoint.path} ${new URLSearchParams(more).toString()}`.trim();
      return { title, route, sample, more };
    });
  });

/** The lists of all records of a tenant whose usual order has an index. */
const inTheirOrder = [
  "/v1/departments",
  "/v1/holidays",
  "/v1/items",
  "/v1/lab/tests",
  "/v1/payers",
  "/v1/price-lists",
  "/v1/suppliers",
];

/** A node, and what grows with a table in how its engine answers a statement. */
interface Engine {
  readonly node: TestNode;
  readonly hub: TestHub | null;
  readonly faultsOf: (statement: Statement) => Promise<readonly string[]>;
  readonly planOf: (statement: Statement) => Promise<string>;
  /** Takes an index away. */
  readonly lose: (index: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

async function startBranch(): Promise<Engine> {
  const node = await startTestBranch();
  // On the one connection that writes: others would explain by the indexes that they know of.
  const planOf = (statement: Statement) =>
    node.store.write({ tenantId: node.tenant.id }, (session) => sqlitePlan(session, statement));
  const faultsOf = async (statement: Statement) => sqliteFaults(await planOf(statement));
  const lose = (index: string) =>
    node.store.write({ tenantId: node.tenant.id }, (session) =>
      session.query(`DROP INDEX ${index}`, []),
    );
  return { node, hub: null, faultsOf, planOf, lose, stop: () => node.stop() };
}

async function startHub(): Promise<Engine> {
  const node = await startTestHub();
  await haveFoundMany(node);
  const plans = await PostgresPlans.open(node);
  const stop = async () => {
    await plans.close();
    await node.stop();
  };
  const faultsOf = async (statement: Statement) =>
    postgresFaults(await plans.of(statement), node.store.schema);
  const lose = async (index: string) => {
    const owner = new pg.Client({ connectionString: node.adminUrl });
    await owner.connect();
    await owner.query(`DROP INDEX ${index}`);
    await owner.end();
  };
  const planOf = (statement: Statement) => plans.of(statement);
  return { node, hub: node, faultsOf, planOf, lose, stop };
}

// As many as a search at a hub goes through the list's order for; the lists ask so whether they are of records or not.
const manyKeys = 500;

/** Has the words that lists are searched by find many of each kind of record. */
async function haveFoundMany({ adminUrl, store, tenant }: TestHub): Promise<void> {
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query(
    `INSERT INTO search_keys (tenant_id, entity, search_key, entity_id)
       SELECT $1, entity, 'n:' || word, 'none_' || nth
         FROM unnest($2::text[]) AS entity, unnest($3::text[]) AS word, generate_series(1, $4::int) AS nth`,
    [tenant.id, store.schema.tables.map(({ name }) => name), wordsOfSearch, manyKeys],
  );
  await owner.end();
}

/** Has many patients like one at a hub, and an open conflict about each, as its planner knows. */
async function haveManyConflicts({ adminUrl, tenant }: TestHub, patient: string): Promise<void> {
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query(
    `INSERT INTO patients
       SELECT (jsonb_populate_record(one, jsonb_build_object('id', 'pat_' || nth, 'uhid', 'C' || nth))).*
         FROM patients AS one, generate_series(1, 5000) AS nth
        WHERE one.tenant_id = $1 AND one.id = $2`,
    [tenant.id, patient],
  );
  await owner.query(
    `INSERT INTO conflicts (id, tenant_id, created_at, updated_at, created_by, updated_by, version, origin,
        origin_node_id, hlc, stamps, metadata, unknown_fields, entity, entity_id, op_id, conflict_kind, field,
        kept_stamp, other_stamp, conflict_status)
       SELECT 'cnf_' || id, tenant_id, created_at, updated_at, created_by, updated_by, version, origin,
        origin_node_id, hlc, stamps, metadata, unknown_fields, 'patients', id, 'opn_' || id, 'field', 'name',
        hlc, hlc, 'open' FROM patients WHERE tenant_id = $1`,
    [tenant.id],
  );
  await owner.query("ANALYZE patients, conflicts");
  await owner.end();
}

// As many as a branch's SQLite looks up and sorts; of more it goes through the list's order.
const mostSorted = 2_000;

/** Has a word find many items of a branch. */
async function haveManyItems({ store, tenant }: TestNode, word: string): Promise<void> {
  await store.write({ tenantId: tenant.id }, (session) =>
    session.query(
      `WITH RECURSIVE numbers(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM numbers WHERE nth < ?)
       INSERT INTO search_keys (tenant_id, entity, search_key, entity_id)
         SELECT ?, 'items', ?, 'none_' || nth FROM numbers`,
      [mostSorted, tenant.id, `n:${word}`],
    ),
  );
}

function queryOf(request: RequestOf<Endpoint>, more: AskedList["more"]) {
  const given = new Map(Object.entries({ ...request.query, ...more }));
  return Object.fromEntries(Array.from(given, ([name, value]) => [name, String(value)] as const));
}

/** What a list asks the database, by its own function. */
async function askedBy(
  { route, more }: AskedList,
  request: RequestOf<Endpoint>,
  node: TestNode,
): Promise<readonly Statement[]> {
  const { tenant, store, clock, engine } = node;
  const caller = {
    id: "cli_01jd7x2vry38gapbnk0v8yyk24",
    type: "client",
    tenantId: tenant.id,
    branchIds: "*",
    roles: clinicalRoles,
    scopes: null,
    clientId: null,
    sessionId: null,
    deviceId: null,
    expiresAt: 0,
  } as const;
  return store.read({ tenantId: tenant.id }, async (given) => {
    const branch = await findBranchSettings(given.kysely, tenant.id, tenant.branchId);
    if (branch === null) throw new Error("the tenant has no branch");
    const { session, asked } = notedSession(given);
    const context: ReadContext = {
      branch,
      tenantId: tenant.id,
      caller,
      role: null,
      requestId: "req_of_this_test",
      node: { id: node.runtime.nodeId, kind: engine },
      now: clock.now,
      cursors: createCursorCodec(Buffer.alloc(32), clock.now),
      reason: "a test",
      valueSeal: testSeal(tenant.id),
      db: session.kysely,
      session,
      auditRead: () => undefined,
    };
    const { endpoint } = route;
    const input = {
      params: endpoint.params.parse(request.params ?? {}),
      query: endpoint.query.parse(queryOf(request, more)),
      body: undefined,
    };
    await route.handle(input, context);
    return asked;
  });
}

async function requestOf(
  { sample }: AskedList,
  world: World,
  known: Map<Sample, Promise<RequestOf<Endpoint>>>,
): Promise<RequestOf<Endpoint>> {
  const request = known.get(sample) ?? sample.request(world);
  known.set(sample, request);
  return request;
}

describe.each([
  { engine: "branch", start: startBranch },
  { engine: "hub", start: startHub },
])("on the $engine", ({ engine, start }) => {
  let started: Engine;
  let world: World;
  const requests = new Map<Sample, Promise<RequestOf<Endpoint>>>();
  beforeAll(async () => {
    started = await start();
    world = await worldOf(started.node, started.node.tenant);
  });
  afterAll(() => started.stop());

  test.each(lists)("$title", async (list) => {
    const statements = await askedBy(list, await requestOf(list, world, requests), started.node);
    expect(statements).not.toEqual([]);
    const found = await Promise.all(
      statements.map(async (statement) => ({
        text: statement.text,
        faults: await started.faultsOf(statement),
      })),
    );
    expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  test.runIf(engine === "hub")(
    "how far the records of a page have travelled is asked of them alone, however many conflicts are open",
    async () => {
      const list = lists.find(({ route }) => route.endpoint.path === "/v1/patients");
      const { hub } = started;
      if (list === undefined || hub === null) throw new Error("the list is not there");
      await haveManyConflicts(hub, await world.patient());
      const asked = await askedBy(list, await requestOf(list, world, requests), started.node);
      const pages = asked.filter(({ text }) => text.includes("travel_state"));
      const plans = await PostgresPlans.openPlain(hub);
      const found = await Promise.all(pages.map((page) => plans.of(page)));
      await plans.close();
      expect(found).not.toEqual([]);
      expect(found.flatMap(gatheredFirst)).toEqual([]);
    },
  );

  test("what words find many of is looked for in the list's order at a hub, of every list that has its words and is of all", async () => {
    const searched = lists.filter(({ more }) => more["q"] !== undefined);
    const found: string[] = [];
    for (const list of searched) {
      const asked = await askedBy(list, await requestOf(list, world, requests), started.node);
      if (asked.some(({ text }) => text.includes("IS TRUE"))) found.push(list.route.endpoint.path);
    }
    expect(found.toSorted()).toEqual(engine === "hub" ? inTheirOrder : []);
  });

  test.runIf(engine === "branch")(
    "what words find few of is looked up and sorted by itself; of what each finds many the list's order is gone through",
    async () => {
      const list = lists.find(
        ({ route, more }) => route.endpoint.path === "/v1/items" && more["q"] !== undefined,
      );
      if (list === undefined) throw new Error("the list is not there");
      const ways = async () => {
        const asked = await askedBy(list, await requestOf(list, world, requests), started.node);
        const pages = asked.filter(({ text }) => text.includes("travel_state"));
        const plans = await Promise.all(pages.map((statement) => started.planOf(statement)));
        return plans.map((plan) => /^SEARCH record .*$/mu.exec(plan)?.[0]);
      };
      const lookedUp = expect.stringMatching(/\(tenant_id=\? AND id=\?\)$/u);
      expect(await ways()).toEqual([lookedUp]);
      const [first = "", second = ""] = wordsOfSearch;
      await haveManyItems(started.node, first);
      expect(await ways()).toEqual([lookedUp]);
      await haveManyItems(started.node, second);
      expect(await ways()).toEqual(["SEARCH record USING INDEX items_by_name_key (tenant_id=?)"]);
    },
  );

  test("a list whose index is lost is noticed", async () => {
    const list = lists.find(({ title }) => title === "/v1/items sort=name");
    if (list === undefined) throw new Error("the list is not there");
    const asked = await askedBy(list, await requestOf(list, world, requests), started.node);
    await started.lose("items_by_name_key");
    const faults = await Promise.all(asked.map((statement) => started.faultsOf(statement)));
    expect(faults.flat()).not.toEqual([]);
  });
});
