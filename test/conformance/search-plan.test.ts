import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { searchPage } from "@edgeward/shared/clinical/patients/patients.search.ts";
import type { CursorCodec } from "@edgeward/shared/db/page.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub } from "#support/hub-harness.ts";
import type { TestNode } from "#support/node.ts";
import { testSeal } from "#support/value-seal.ts";

const count = 3_000;
const commandsEach = 100;
const firsts = ["Lakshmi", "Rajesh", "Kavita", "Farida", "Gurpreet", "Anil"];

const noCursors: CursorCodec = {
  seal: () => "",
  open: () => [],
};

function fieldsOf(index: number, branchId: string) {
  const name = `${firsts[index % firsts.length] ?? ""} Number${"abcdefghij".at(index % 10)}${"klmnopqrst".at((index / 10) % 10)}`;
  const none = {
    abha_id: null,
    abha_address: null,
    alternate_phone: null,
    marital_status: null,
    relative: null,
    deceased_at: null,
    photo_document_id: null,
    merged_into_id: null,
    merge_reason: null,
    merge_details: null,
    identity_unverified: null,
    merged_ids: null,
    email: null,
    address: null,
    blood_group: null,
    preferred_language: null,
    emergency_contact: null,
  };
  const flags = { is_unidentified: false, is_vip: false, is_deceased: false, dob_estimated: false };
  return {
    ...none,
    ...flags,
    branch_id: branchId,
    uhid: `X-${index}`,
    name,
    name_key: normaliseName(name),
    gender: "female",
    dob: "1980-01-01",
    phone: `+9198${String(10_000_000 + index * 37)}`,
    consent_status: "granted",
    allergies: [],
    no_known_allergies: null,
    conditions: null,
    identifiers: [],
    status: "active",
    metadata: { padding: "x".repeat(300) },
  };
}

async function fill({ store, runtime, tenant }: TestNode): Promise<void> {
  const origin = {
    tenantId: tenant.id,
    branchId: tenant.branchId,
    actor: { id: "system", type: "system", role: null },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: "online",
  } as const;
  for (let from = 0; from < count; from += commandsEach) {
    await store.write({ tenantId: tenant.id }, async (session) => {
      const write = openWrite(session, runtime, origin, "patient.import");
      for (let index = from; index < from + commandsEach; index += 1)
        write.insert(patientsTable, runtime.newId("pat"), fieldsOf(index, tenant.branchId));
      await write.flush([]);
    });
  }
}

/** What the engine says of how it would answer each question that a search asks. */
async function plansOf(session: Session, tenantId: string, q: string): Promise<string> {
  const asked: Parameters<ReturnType<typeof session.kysely.getExecutor>["compileQuery"]>[] = [];
  const db = session.kysely.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push([node, queryId]);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const branch = { code: "X" };
  const at = { db, session, tenantId, cursors: noCursors, branch, valueSeal: testSeal(tenantId) };
  await searchPage(at, { q }, { limit: 5 });
  const plans: string[] = [];
  for (const [node, queryId] of asked) {
    const { sql, parameters } = session.kysely.getExecutor().compileQuery(node, queryId);
    const how = session.dialect.engine === "postgres" ? "EXPLAIN" : "EXPLAIN QUERY PLAN";
    const rows = await session.query(`${how} ${sql}`, parameters);
    plans.push(rows.map((row) => String(row["QUERY PLAN"] ?? row["detail"])).join("\n"));
  }
  return plans.join("\n\n");
}

const startHub = async () => {
  const hub = await startTestHub();
  return {
    node: hub,
    analyse: async () => {
      const owner = new pg.Client({ connectionString: hub.adminUrl });
      await owner.connect();
      await owner.query("ANALYZE");
      await owner.end();
    },
  };
};
const startBranch = async () => ({
  node: await startTestBranch(),
  analyse: () => Promise.resolve(),
});

describe.each([
  { engine: "branch", start: startBranch, wholeTable: /SCAN (?:patients|search_keys)/u },
  { engine: "hub", start: startHub, wholeTable: /Seq Scan on (?:patients|search_keys)/u },
])("a search on the $engine", ({ start, wholeTable }) => {
  let node: TestNode;
  beforeAll(async () => {
    const started = await start();
    ({ node } = started);
    await fill(node);
    await started.analyse();
  });
  afterAll(() => node.stop());

  function plans(q: string): Promise<string> {
    return node.store.read({ tenantId: node.tenant.id }, (session) =>
      plansOf(session, node.tenant.id, q),
    );
  }

  test("for a name goes through the index of names, by the range that was typed", async () => {
    const plan = await plans("laks");
    expect(plan).toContain("patients_by_name");
    expect(plan).toMatch(/name_key\W*>/u);
    expect(plan).not.toMatch(wholeTable);
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/u);
  });

  test.each(["laxmi numberak", "+9198100", "4 711", "81003", "x-17", "numberbk lakshmi"])(
    "reads ranges of keys and no whole table for %s",
    async (q) => {
      const plan = await plans(q);
      expect(plan).toMatch(/search_key\W*>/u);
      expect(plan).not.toMatch(wholeTable);
    },
  );
});
