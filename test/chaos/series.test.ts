import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import { nextInSeries } from "@edgeward/shared/write/series.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { Disk, makeTemplate, simulationFolder } from "./disk.ts";
import { openPostgres, startPostgres } from "./postgres-ground.ts";
import { billsTable } from "./tables.ts";
import { tenantOf } from "./nodes.ts";
import { testSeal } from "#support/value-seal.ts";

let folder: string;
let stores: Readonly<Record<string, Store>>;
beforeAll(async () => {
  folder = simulationFolder();
  const disk = new Disk(await makeTemplate(folder), join(folder, "series.db"));
  const server = await startPostgres();
  const postgres = await openPostgres(server.address);
  stores = { sqlite: disk.store(), postgres: postgres.store };
  return async () => {
    disk.close();
    await postgres.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
});

const now = () => Date.parse("2026-11-23T03:00:00.000Z");
const runtime: WriteRuntime = {
  nodeId: "nod_series",
  kind: "branch",
  now,
  newId: createIdSource(now),
  tick: createHlc({ now, nodeTag: "nod_series" }).tick,
  hashValue: (_tenantId, text) => String(text.length),
  valueSeal: testSeal,
  sink: { statements: async () => [] },
  reactors: [],
};

function originOf(tenantId: string): WriteOrigin {
  return {
    tenantId,
    branchId: null,
    actor: { id: "stf_sim", type: "staff", role: null },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: "online",
  };
}

interface Finalise {
  readonly till: number;
  readonly epoch: number;
  readonly businessDate: string;
  /** Whether the command fails after its number has been taken. */
  readonly isRefused: boolean;
}

async function finalise(store: Store, tenantId: string, one: Finalise): Promise<void> {
  const place = { ...one, branchCode: "BR01", yearStartMonth: 4 };
  await store.write({ tenantId }, async (session) => {
    const write = openWrite(session, runtime, originOf(tenantId), "bill.finalise");
    const { text } = await nextInSeries(write, place);
    const fields = { branch_id: null, metadata: {}, bill_no: text, total: 1 };
    write.insert(billsTable, runtime.newId("svc"), fields);
    await write.flush([]);
    if (one.isRefused) throw new Error("refused after its number was taken");
  });
}

async function numbersOf(store: Store, tenantId: string): Promise<readonly string[]> {
  const rows = await store.read({ tenantId }, (session) =>
    session.query(
      `SELECT bill_no FROM sim_bills WHERE tenant_id = ${session.dialect.placeholder(1)}`,
      [tenantId],
    ),
  );
  return rows.map((row) => String(row["bill_no"]));
}

const finalises = fc.record({
  till: fc.integer({ min: 1, max: 2 }),
  epoch: fc.integer({ min: 1, max: 2 }),
  businessDate: fc.constantFrom("2026-03-31", "2026-04-01"),
  isRefused: fc.boolean(),
});

describe.each(["sqlite", "postgres"])("series on %s", (engine) => {
  let tenants = engine === "sqlite" ? 1_000_000 : 2_000_000;

  test("have no gap and no double, whatever fails after its number was taken", async () => {
    const store = stores[engine];
    if (store === undefined) throw new Error(`there is no ${engine}`);
    const property = fc.asyncProperty(fc.array(finalises, { maxLength: 20 }), async (all) => {
      tenants += 1;
      const tenantId = tenantOf(tenants);
      for (const one of all) await finalise(store, tenantId, one).catch(() => undefined);
      const numbers = await numbersOf(store, tenantId);
      expect(numbers.length).toBe(all.filter(({ isRefused }) => !isRefused).length);
      expect(new Set(numbers).size).toBe(numbers.length);
      const bySeries = Map.groupBy(numbers, (number) => number.replace(/\d+$/, ""));
      for (const group of bySeries.values()) {
        const counts = group.map((number) => Number(/\d+$/.exec(number)?.[0]));
        expect(Math.max(...counts)).toBe(group.length);
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
