import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { startProduct, type Product } from "#support/product.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";
import { withAllFields } from "./bare-node.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

describe("what a branch says of its operations", () => {
  let hub: TestHub;
  let branch: SyncedBranch;

  beforeAll(async () => {
    hub = await startTestHub();
    branch = await startSyncedBranch(hub, hub.tenant.branchId);
  });

  afterAll(async () => {
    await branch.stop();
    await hub.stop();
  });

  async function journaled(entityId: string) {
    const rows = await branch.rows(
      "SELECT operation FROM journal WHERE operation ->> '$.entity_id' = ? ORDER BY seq",
      entityId,
    );
    return rows.map((row) => operationShape.parse(row["operation"]));
  }

  async function change(id: string, body: { preferred_language?: string; blood_group?: "A+" }) {
    const client = await branch.client(["front_desk"]);
    await client.call(patientsContract.update, { params: { id }, body });
  }

  test("names those that made what it changes or names, and those whose values it replaces, until the hub has them", async () => {
    const client = await branch.client(["front_desk"]);
    const doctor = await branch.client(["doctor"]);
    const body = { name: "Leela Rao", gender: "female", dob: "1990-05-01" } as const;
    const { id } = (await client.call(patientsContract.create, { body })).body;
    await change(id, { preferred_language: "mr" });
    await change(id, { blood_group: "A+" });
    await change(id, { preferred_language: "hi" });
    const visit = (
      await doctor.call(encountersContract.create, {
        body: { patient_id: id, encounter_type: "OPD", doctor_id: hub.tenant.doctorId },
      })
    ).body.id;
    const [made, first, other, second] = await journaled(id);
    const [opened] = await journaled(visit);
    expect(made?.deps).toBeUndefined();
    expect(first?.deps).toEqual([made?.op_id]);
    expect(other?.deps).toEqual([made?.op_id]);
    expect(second?.deps?.toSorted()).toEqual([made?.op_id, first?.op_id]);
    expect(opened?.deps).toEqual([made?.op_id]);

    expect((await branch.push()).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 5 }, () => "applied"),
    );
    await change(id, { preferred_language: "ta" });
    expect((await journaled(id)).at(-1)?.deps).toBeUndefined();
  });
});

describe("an operation that builds on very many", () => {
  test("names all of them", async () => {
    const hub = await startTestHub();
    const plan = { name: "Gita Nair", role: "pharmacist", branches: [hub.tenant.branchId] };
    const sub = await writeAsSystem(hub, hub.tenant.id, (write) => seedStaff(write, plan));
    const branch = await startSyncedBranch(hub, hub.tenant.branchId);
    const client = await branch.client(["pharmacist"], { sub });
    const rows = ["code,name,unit,kind"];
    while (rows.length <= 260) {
      const body = {
        code: `vial-${rows.length}`,
        name: "Vial",
        unit: "vial",
        kind: "drug",
      } as const;
      await client.call(itemsContract.create, { body });
      rows.push(`${body.code},Ampoule,vial,drug`);
    }
    const made = await branch.rows("SELECT op_id FROM journal");
    await client.call(itemsContract.importCsv, { body: { csv: rows.join("\n") } });
    const [row] = await branch.rows("SELECT operation FROM journal ORDER BY seq DESC LIMIT 1");
    const { deps } = operationShape.parse(row?.["operation"]);
    expect(deps?.toSorted()).toEqual(made.map((one) => String(one["op_id"])).toSorted());
    const outcomes = (await branch.push()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(Array.from({ length: 261 }, () => "applied"));
    await branch.stop();
    await hub.stop();
  });
});

describe("an operation that builds on another", () => {
  let product: Product;
  let node: HandNode;
  let other: HandNode;
  const enrolled: HandNode[] = [];

  beforeAll(async () => {
    product = await startProduct({ hubOnly: true });
  });

  beforeEach(async () => {
    node = await enrolHandNode(product, product.demo.branch_id);
    const [row] = await product.hubRows(
      "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1",
      [product.demo.tenant_id, product.demo.branch_id],
    );
    other = await enrolHandNode(product, String(row?.["id"]));
    enrolled.push(node, other);
  });

  afterAll(async () => {
    for (const one of enrolled) await one.stop();
    await product.stop();
  });

  async function send(from: HandNode, first: number, ...ops: readonly BatchOperation[]) {
    return replyOf(await from.send(from.batch(first, ops))).results;
  }

  async function outcomeOf({ op_id: opId }: BatchOperation): Promise<unknown> {
    const [row] = await product.hubRows(
      "SELECT outcome FROM received_operations WHERE op_id = $1",
      [opId],
    );
    return row?.["outcome"];
  }

  /** What an administrator says of it at the hub; the status of the answer. */
  async function decide({ op_id: opId }: BatchOperation, action: "retry" | "discard") {
    const path = `/v1/sync/operations/${opId}`;
    const body = { action, note: "Looked at" };
    return (await product.call("hub", "PUT", path, body)).status;
  }

  function update(
    of: BatchOperation,
    fields: Readonly<Record<string, unknown>>,
    by = node,
  ): BatchOperation {
    const [made] = of.changes;
    if (made === undefined) throw new Error("it made nothing");
    const fresh = by.register();
    const base = Object.fromEntries(Object.keys(fields).map((name) => [name, of.hlc]));
    const change = { ...made, kind: "update" as const, fields: { ...fields }, base, version: 2 };
    return { ...fresh, type: "patient.update", entity_id: made.id, changes: [change], events: [] };
  }

  test("waits when that one was refused, although their records have nothing in common", async () => {
    const refused = node.register({ gender: 7 });
    const dependant = { ...node.register(), deps: [refused.op_id] };
    const next = { ...node.register(), deps: [dependant.op_id] };
    const alone = node.register();
    expect(await send(node, 1, refused, dependant, next, alone)).toMatchObject([
      { outcome: "rejected" },
      { outcome: "held", held_by: refused.op_id },
      { outcome: "held", held_by: dependant.op_id },
      { outcome: "applied" },
    ]);
    // And in a later batch, too.
    const later = { ...node.register(), deps: [refused.op_id] };
    expect(await send(node, 5, later)).toMatchObject([{ outcome: "held", held_by: refused.op_id }]);
  });

  test("waits for one that is not known yet and is taken when that arrives, from whichever node, once", async () => {
    const first = other.register();
    const waiting = { ...node.register(), deps: [first.op_id] };
    const visit = withAllFields(node.openEncounter(waiting.entity_id));
    const behind = { ...visit, deps: [waiting.op_id] };
    expect(await send(node, 1, waiting, behind)).toMatchObject([
      { outcome: "held", held_by: first.op_id },
      { outcome: "held", held_by: waiting.op_id },
    ]);
    expect(await send(other, 1, first)).toMatchObject([{ outcome: "applied" }]);
    await expect.poll(() => outcomeOf(waiting)).toBe("applied");
    await expect.poll(() => outcomeOf(behind)).toBe("applied");
    // The branch learns it, and what builds on them is taken from now on.
    const reported = await product.hubRows(
      "SELECT id, op_outcome, branch_id FROM operation_outcomes WHERE id = ANY($1) ORDER BY id",
      [[waiting.op_id, behind.op_id]],
    );
    expect(reported).toEqual(
      [waiting.op_id, behind.op_id]
        .toSorted()
        .map((id) => ({ id, op_outcome: "applied", branch_id: product.demo.branch_id })),
    );
    expect(await send(node, 3, { ...node.register(), deps: [waiting.op_id] })).toMatchObject([
      { outcome: "applied" },
    ]);
    const left = await product.hubRows(
      "SELECT 1 FROM received_operations WHERE op_id = ANY($1) AND waits_for IS NOT NULL",
      [[first.op_id, waiting.op_id, behind.op_id]],
    );
    expect(left).toEqual([]);
    const events = await product.hubRows("SELECT 1 FROM domain_events WHERE id = ANY($1)", [
      [waiting, behind].flatMap((op) => op.events.map((event) => event.id)),
    ]);
    expect(events).toHaveLength(2);
  });

  test("that names no record at all is refused, and nothing that says the same word waits for it", async () => {
    const odd = update(node.register(), { blood_group: "A+" });
    const named = (id: string): BatchOperation => ({
      ...odd,
      op_id: node.register().op_id,
      entity_id: id,
      changes: odd.changes.map((change) => ({ ...change, id })),
    });
    expect(await send(node, 1, named("female"), named("active"), named("IN"))).toMatchObject([
      { outcome: "rejected", code: "malformed_operation" },
      { outcome: "rejected", code: "malformed_operation" },
      { outcome: "rejected", code: "malformed_operation" },
    ]);
    expect(await send(other, 1, other.register({ gender: "female" }))).toMatchObject([
      { outcome: "applied" },
    ]);
  });

  test("that is refused blocks no record that stands, whatever it claimed to make", async () => {
    const patient = other.register();
    expect(await send(other, 1, patient)).toMatchObject([{ outcome: "applied" }]);
    const [change] = node.register().changes;
    if (change === undefined) throw new Error("it made nothing");
    const forged: BatchOperation = {
      ...node.register(),
      changes: [{ ...change, table: "staff", id: patient.entity_id }],
      events: [],
    };
    expect(await send(node, 1, forged)).toMatchObject([{ outcome: "rejected" }]);
    expect(await send(other, 2, update(patient, { blood_group: "B+" }, other))).toMatchObject([
      { outcome: "applied" },
    ]);
  });

  test("is refused where that one was discarded before it came, and taken when a person asks for it", async () => {
    const refused = node.register({ gender: 7 });
    expect(await send(node, 1, refused)).toMatchObject([{ outcome: "rejected" }]);
    expect(await decide(refused, "discard")).toBe(200);
    const later = { ...node.register(), deps: [refused.op_id] };
    expect(await send(node, 2, later)).toMatchObject([
      { outcome: "rejected", code: "dependency_discarded" },
    ]);
    expect(await decide(later, "retry")).toBe(200);
    expect(await outcomeOf(later)).toBe("applied");
  });

  test("is taken although one of the same batch is refused by the database alone", async () => {
    const first = node.register();
    const unforeseen = node.register({ name: "Nobody Foresees" });
    await product.hubRows(
      "ALTER TABLE patients ADD CONSTRAINT unforeseen CHECK (name <> 'Nobody Foresees')",
    );
    const second = { ...node.register(), deps: [first.op_id] };
    expect(await send(node, 1, first, unforeseen, second)).toMatchObject([
      { outcome: "applied" },
      { outcome: "rejected", code: "database_refused" },
      { outcome: "applied" },
    ]);
  });

  test("is taken at last, whichever of the two is taken first", async () => {
    const pairs = Array.from({ length: 40 }, () => {
      const first = other.register();
      return { first, second: { ...node.register(), deps: [first.op_id] } };
    });
    for (const [index, { first, second }] of pairs.entries())
      await Promise.all([send(other, index + 1, first), send(node, index + 1, second)]);
    const seconds = pairs.map(({ second }) => second);
    await expect
      .poll(async () => new Set(await Promise.all(seconds.map((one) => outcomeOf(one)))))
      .toEqual(new Set(["applied"]));
  });

  test("that changes a record which has not arrived waits for it, and does not refuse it when it comes", async () => {
    const made = other.register();
    const change = update(made, { blood_group: "A+" });
    expect(await send(node, 1, change)).toMatchObject([
      { outcome: "held", held_by: made.entity_id, code: "missing_record" },
    ]);
    expect(await send(other, 1, made)).toMatchObject([{ outcome: "applied" }]);
    await expect.poll(() => outcomeOf(change)).toBe("applied");
    const [row] = await product.hubRows("SELECT blood_group FROM patients WHERE id = $1", [
      made.entity_id,
    ]);
    expect(row).toEqual({ blood_group: "A+" });
  });
});
