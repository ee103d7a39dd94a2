import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import { dispensesTable } from "@edgeward/shared/clinical/dispenses/dispenses.table.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { column, defineTable, recordColumns } from "@edgeward/shared/db/table.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { makeAtBranch, makeAtHub } from "#support/trial-tables.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { newBatch, newDrug, newPlace } from "./stock-samples.ts";
import { worldOf } from "./world.ts";

/** A ledger as the modules to come will have them: of a shelf, in a unit; money in a drawer. */
const moves = defineTable({
  name: "trial_moves",
  merge: "ledger",
  balance: { amount: "quantity", of: ["branch_id", "item"], unit: "unit", currency: "currency" },
  columns: {
    ...recordColumns,
    item: column.text(),
    quantity: column.int(),
    unit: column.nullable.text(),
    currency: column.nullable.text(),
  },
});

async function startHub(): Promise<TestNode> {
  const hub = await startTestHub({ tables: [moves] });
  await makeAtHub(hub.adminUrl, moves);
  return hub;
}

async function startBranch(): Promise<TestNode> {
  const branch = await startTestBranch({ tables: [moves] });
  await makeAtBranch(branch.store, branch.tenant.id, moves);
  return branch;
}

interface Move {
  readonly item: string;
  readonly quantity: number;
  readonly unit?: string;
  readonly currency?: string;
}

describe.each([
  { engine: "branch", start: startBranch },
  { engine: "hub", start: startHub },
])("at the $engine, a balance that went below nothing", ({ start }) => {
  let node: TestNode;
  let client: Client;

  beforeAll(async () => {
    node = await start();
    client = await clientFor(node, node.tenant);
  });
  afterAll(() => node.stop());

  /** One movement after the other, each at its own moment. @returns their ids */
  async function move(all: readonly Move[]): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const { unit = null, currency = null, ...rest } of all) {
      node.clock.advance(1_000);
      await writeAsSystem(node, node.tenant.id, (write) => {
        const id = node.runtime.newId("itm");
        const branch_id = node.tenant.branchId;
        write.insert(moves, id, { branch_id, unit, currency, metadata: {}, ...rest });
        ids.push(id);
      });
    }
    return ids;
  }

  async function conflictAbout(
    factId: string,
    sum: number,
    about: { readonly entity: string; readonly kept: unknown } = { entity: moves.name, kept: 0 },
  ): Promise<string> {
    const id = node.runtime.newId("cnf");
    await writeAsSystem(node, node.tenant.id, (write) =>
      write.insert(conflictsTable, id, {
        branch_id: node.tenant.branchId,
        entity: about.entity,
        entity_id: factId,
        patient_id: null,
        op_id: node.runtime.newId("op"),
        conflict_kind: "balance",
        field: "quantity",
        kept_value: about.kept,
        other_value: sum,
        base_stamp: null,
        kept_stamp: node.runtime.tick(),
        other_stamp: node.runtime.tick(),
        kept_actor_id: null,
        other_actor_id: "system",
        conflict_status: "open",
        resolution: null,
        resolved_value: null,
        resolution_note: null,
        metadata: {},
      }),
    );
    return id;
  }

  async function story(id: string) {
    return (await client.call(conflictsContract.get, { params: { id } })).body.balance;
  }

  test("is stated with each movement, its amount and what was left after it", async () => {
    const tablets = { item: "Paracetamol 500", unit: "tablets" };
    const amounts = [10, -6, -7];
    const ids = await move(amounts.map((quantity) => ({ ...tablets, quantity })));
    await move([{ ...tablets, item: "Ibuprofen 400", quantity: 100 }]);
    const reported = await story(await conflictAbout(ids[2] ?? "", -3));
    expect(reported).toMatchObject({
      of: { branch_id: node.tenant.branchId, item: "Paracetamol 500" },
      unit: "tablets",
      currency: null,
      sum: -3,
      earlier: 0,
    });
    expect(
      reported?.facts.map(({ amount, balance_after: after, is_cause: isCause }) => [
        amount,
        after,
        isCause,
      ]),
    ).toEqual([
      [10, 10, false],
      [-6, 4, false],
      [-7, -3, true],
    ]);
    expect(reported?.facts.map(({ at }) => at).toSorted()).toEqual(
      reported?.facts.map(({ at }) => at),
    );
  });

  test("is stated by its newest movements, and by how many came before", async () => {
    const drawer = { item: "drawer 1", currency: "INR" };
    const ids = await move([
      ...Array.from({ length: 23 }, () => ({ ...drawer, quantity: 100 })),
      { ...drawer, quantity: -5_000 },
    ]);
    const reported = await story(await conflictAbout(ids.at(-1) ?? "", -2_700));
    expect(reported).toMatchObject({ currency: "INR", sum: -2_700, earlier: 4 });
    expect(reported?.facts).toHaveLength(20);
    expect(reported?.facts[0]).toMatchObject({ amount: 100, balance_after: 500 });
  });

  test("says what the ledger comes to now, after a correction", async () => {
    const swabs = { item: "Swabs", unit: "pieces" };
    const ids = await move([{ ...swabs, quantity: -2 }]);
    const id = await conflictAbout(ids[0] ?? "", -2);
    await move([{ ...swabs, quantity: 12 }]);
    expect((await story(id))?.sum).toBe(10);
    const body = { resolution: "keep", note: "Counted and entered" } as const;
    const resolved = await client.call(conflictsContract.resolve, { params: { id }, body });
    expect(resolved.body).toMatchObject({ status: "resolved", balance: { sum: 10 } });
  });

  test("of a prescription is stated with what was prescribed and all that was given out of it", async () => {
    const world = await worldOf(node, node.tenant);
    const [item, place] = [await newDrug(world), await newPlace(world)];
    await newBatch(world, { item_id: item.id, location_id: place.id, quantity: 30 });
    const medicine = {
      item_id: item.id,
      drug_name: "Amoxil",
      generic_name: "Amoxicillin",
      form: "capsule",
      route: "oral",
      dose: 1,
      dose_unit: "capsule",
      frequency: "tds",
      duration_days: 5,
    } as const;
    const prescription = await prescriptionBody(world, { items: [medicine] });
    const made = await world.client.call(prescriptionsContract.create, { body: prescription });
    const rx = made.body;
    const ofRx = rx.items[0]?.id ?? "";
    const body = {
      prescription_id: rx.id,
      location_id: place.id,
      lines: [{ item_id: item.id, rx_item_id: ofRx, quantity: 10 }],
    };
    const first = (await world.client.call(dispensesContract.create, { body })).body;
    node.clock.advance(1_000);
    // As it comes from where the first was not known of.
    const row = await node.store.read({ tenantId: node.tenant.id }, ({ kysely }) =>
      kysely
        .selectFrom("dispenses")
        .selectAll()
        .where("tenant_id", "=", node.tenant.id)
        .where("id", "=", first.id)
        .executeTakeFirstOrThrow(),
    );
    const apart = node.runtime.newId("dsp");
    await writeAsSystem(node, node.tenant.id, (write) => {
      const lines = row.lines.map((line) => ({ ...line, quantity: 8 }));
      const { branch_id, prescription_id, patient_id, location_id, dispensed_by } = row;
      const { counselling_done, witness_id, returns, status, status_history, metadata } = row;
      write.insert(dispensesTable, apart, {
        branch_id,
        prescription_id,
        patient_id,
        location_id,
        dispensed_by,
        counselling_done,
        witness_id,
        returns,
        status,
        status_history,
        metadata,
        completed_at: null,
        not_performed_reason: null,
        lines,
      });
    });
    const about = { entity: "dispenses", kept: { rx_item_id: ofRx, quantity: 8 } };
    expect(await story(await conflictAbout(apart, -3, about))).toMatchObject({
      of: { rx_no: rx.rx_no, medicine: "Amoxil" },
      unit: row.lines[0]?.unit,
      sum: -3,
      earlier: 0,
      facts: [
        { id: rx.id, amount: 15, balance_after: 15, is_cause: false },
        { id: first.id, amount: -10, balance_after: 5, is_cause: false },
        { id: apart, amount: -8, balance_after: -3, is_cause: true },
      ],
    });
    const elsewhere = { ...about, kept: { rx_item_id: "rxi_elsewhere", quantity: 8 } };
    expect(await story(await conflictAbout(apart, -3, elsewhere))).toBeNull();
  });

  test("has no story where the ledger is not here", async () => {
    expect(await story(await conflictAbout("mov_elsewhere", -2))).toBeNull();
  });
});
