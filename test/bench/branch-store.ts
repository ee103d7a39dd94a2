import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openHandle } from "@edgeward/branch-node/db/sqlite-handle.ts";
import { openSqliteStore, type SqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { patientEvents } from "@edgeward/shared/clinical/patients/patients.events.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { createTableStatements, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { WriteOrigin, Statement } from "@edgeward/shared/db/model.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { openBareSqlite } from "./baseline-sqlite.ts";
import { ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { noting } from "./noted-session.ts";
import { registerOffline, type Registered } from "./people.ts";
import { testSeal } from "#support/value-seal.ts";

const writes = 480;
const warmUp = 64;
const groupOf = 16;
const bulkRows = 10_000;
const bulkEach = 1_000;
const tenantId = "ten_bench";
const branchId = "brn_bench";

const origin: WriteOrigin = {
  tenantId,
  branchId,
  actor: { id: "cli_bench", type: "client", role: null },
  clientId: null,
  sessionId: null,
  deviceId: null,
  requestId: null,
  ip: null,
  reason: null,
  trust: "offline",
};

function createRuntime(): WriteRuntime {
  const hlc = createHlc({ now: Date.now, nodeTag: "nod_bench" });
  return {
    nodeId: "nod_bench",
    kind: "branch",
    now: Date.now,
    newId: createIdSource(Date.now),
    tick: () => hlc.tick(),
    hashValue: (tenant, text) => createHmac("sha256", tenant).update(text).digest("hex"),
    valueSeal: testSeal,
    sink: journalSink(() => 1),
    reactors: [],
  };
}

function invent(count: number, seed: number): readonly Registered[] {
  const plan = { count, seed, branchId, code: "BEN1" };
  return registerOffline(plan, seed * 100_000, createIdSource(Date.now));
}

async function register(
  store: SqliteStore,
  runtime: WriteRuntime,
  person: Registered,
  note: (statements: readonly Statement[]) => void,
): Promise<void> {
  const notes: Statement[] = [];
  await store.write({ tenantId }, async (session) => {
    const write = openWrite(noting(session, notes), runtime, origin, "patient.create");
    const row = write.insert(patientsTable, person.id, person.fields);
    write.emit(patientEvents.created, patientsTable, row, { uhid: row.uhid });
    await write.flush([]);
  });
  note(notes);
}

interface Run {
  readonly perSecond: number;
  /** What each write came to in the database, in order. */
  readonly statements: readonly (readonly Statement[])[];
}

/** Registrations through the product's own write path, so many at once. */
async function runOurs(file: string, key: Buffer, seed: number, together: number): Promise<Run> {
  const store = openSqliteStore({ file, key });
  await migrateBranch(store.handle);
  const runtime = createRuntime();
  const people = invent(warmUp + writes, seed);
  const statements: (readonly Statement[])[] = [];
  let began = 0;
  for (let from = 0; from < people.length; from += together) {
    if (from === warmUp) began = performance.now();
    const some = people.slice(from, from + together);
    await Promise.all(
      some.map((person) => register(store, runtime, person, (notes) => statements.push(notes))),
    );
  }
  const took = (performance.now() - began) / 1000;
  await store.close();
  return { perSecond: writes / took, statements };
}

/** The same statements, prepared, in a transaction each with nothing around them. */
async function runRaw(file: string, key: Buffer, statements: Run["statements"]): Promise<number> {
  const handle = openHandle({ file, key });
  await migrateBranch(handle);
  const prepared = new Map<string, Sqlite.Statement>();
  const put = handle.transaction((some: readonly Statement[]) => {
    for (const { text, values } of some) {
      const ready = prepared.get(text) ?? handle.prepare(text);
      prepared.set(text, ready);
      if (ready.reader) ready.all(values);
      else ready.run(values);
    }
  });
  let began = 0;
  for (const [index, some] of statements.entries()) {
    if (index === warmUp) began = performance.now();
    put.immediate(some);
  }
  const took = (performance.now() - began) / 1000;
  handle.close();
  return writes / took;
}

function bulk(handle: Sqlite.Database): number {
  for (const statement of createTableStatements(sqliteDialect, patientsTable))
    handle.exec(statement);
  const stamp = "1700000000000-0000-nod_bench";
  const at = new Date().toISOString();
  const rows = invent(bulkRows, 3).map(({ id, fields }) => ({
    ...fields,
    id,
    tenant_id: tenantId,
    created_at: at,
    updated_at: at,
    created_by: "system",
    updated_by: "system",
    version: 1,
    origin: "branch",
    origin_node_id: "nod_bench",
    hlc: stamp,
    stamps: { "*": stamp },
    unknown_fields: {},
  }));
  const values = rows.map((row) => insertStatement(sqliteDialect, patientsTable, row).values);
  const insert = handle.prepare(insertStatement(sqliteDialect, patientsTable, {}).text);
  const put = handle.transaction((some: typeof values) => {
    for (const one of some) insert.run(one);
  });
  const began = performance.now();
  for (let from = 0; from < values.length; from += bulkEach)
    put.immediate(values.slice(from, from + bulkEach));
  const took = (performance.now() - began) / 1000;
  handle.close();
  return bulkRows / took;
}

function compared(
  work: string,
  unit: string,
  ours: readonly number[],
  baseline: { readonly name: string; readonly values: readonly number[] },
  must: string,
): Finding {
  return {
    work,
    unit,
    ours: spreadOf(ours),
    baseline: { name: baseline.name, value: spreadOf(baseline.values) },
    ratio: ratioOf(ours, baseline.values),
    latency: null,
    cpuMicros: unknownCpu,
    must,
    failures: 0,
  };
}

/** The branch's database without HTTP: the write path against its bare statements, groups against single writes, the cipher against none. */
export async function storeContests(folder: string, rounds: number): Promise<readonly Finding[]> {
  mkdirSync(folder, { recursive: true });
  const [single, grouped, raw]: [number[], number[], number[]] = [[], [], []];
  const [sealed, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const key = randomBytes(32);
    const file = (name: string) => join(folder, `${name}-${round}.db`);
    const alone = await runOurs(file("single"), key, 40 + round, 1);
    single.push(alone.perSecond);
    raw.push(await runRaw(file("raw"), key, alone.statements));
    grouped.push((await runOurs(file("grouped"), key, 60 + round, groupOf)).perSecond);
    sealed.push(bulk(openHandle({ file: file("sealed"), key })));
    plain.push(bulk(openBareSqlite(file("plain"))));
  }
  return [
    compared(
      "branch: durable write, no HTTP",
      "writes/s",
      single,
      { name: "raw", values: raw },
      "≥ 0.7",
    ),
    compared(
      "branch: 16 durable writes at once",
      "writes/s",
      grouped,
      { name: "one by one", values: single },
      "≥ 3",
    ),
    compared(
      "branch: bulk insert, encrypted",
      "rows/s",
      sealed,
      { name: "plain", values: plain },
      "≥ 0.75",
    ),
  ];
}
