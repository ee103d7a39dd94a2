import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { outcomes, TabletBench } from "./tablet-bench.ts";

let bench: TabletBench;

beforeAll(async () => {
  bench = await TabletBench.open();
});

beforeEach(() => bench.takeUp());

afterAll(() => bench.close());

describe("a batch from a tablet", () => {
  test("is taken into the branch's records and goes to the hub once, under its own id, author and stamp", async () => {
    const patientId = await bench.newPatient();
    const ops = [await bench.languageChange(patientId, "mr"), bench.draft({ pulse: 72 })];
    const reply = await bench.send(bench.batchOf(1, ops));
    expect(outcomes(reply)).toEqual(["applied", "applied"]);
    expect(reply.accepted_seq).toBe(2);
    expect(await bench.languageAt(patientId)).toBe("mr");
    const [kept] = await bench.journaled(ops[0]?.op_id ?? "");
    // As it came, and with what it builds on here.
    expect(kept?.["operation"]).toMatchObject({ ...ops[0] });

    await bench.branch.push();
    const atHub = await bench.hub.store.read({ tenantId: bench.hub.tenant.id }, (session) =>
      session.query(
        "SELECT r.outcome, p.preferred_language, p.updated_by, p.hlc FROM received_operations r JOIN patients p ON p.tenant_id = r.tenant_id AND p.id = $3 WHERE r.tenant_id = $1 AND r.op_id = $2",
        [bench.hub.tenant.id, ops[0]?.op_id, patientId],
      ),
    );
    expect(atHub).toEqual([
      {
        outcome: "applied",
        preferred_language: "mr",
        updated_by: bench.hub.tenant.nurseId,
        hlc: ops[0]?.hlc,
      },
    ]);
  });

  test("sent again gets its answer again and changes nothing, and one known in part adds what is new", async () => {
    const patientId = await bench.newPatient();
    const ops = [await bench.languageChange(patientId, "mr"), bench.draft({ pulse: 72 })];
    const batch = bench.batchOf(1, ops);
    const first = await bench.send(batch);
    expect(await bench.send(batch)).toEqual(first);
    const renamed = await bench.send(bench.batchOf(1, ops));
    expect(outcomes(renamed)).toEqual(["duplicate", "duplicate"]);
    const more = await bench.send(bench.batchOf(2, [...ops.slice(1), bench.draft({ pulse: 74 })]));
    expect(outcomes(more)).toEqual(["duplicate", "applied"]);
    expect(more.accepted_seq).toBe(3);
    for (const op of ops) expect(await bench.journaled(op.op_id)).toHaveLength(1);
  });

  test("puts a bad operation aside with its reason, holds what builds on it, and takes the rest", async () => {
    const patientId = await bench.newPatient();
    const bad = bench.draft(7);
    const change = bench.operation("draft.update", {
      table: "drafts",
      id: bad.entity_id,
      kind: "update",
      fields: { form_state: { pulse: 80 } },
      base: {},
    });
    const batch = bench.batchOf(1, [bad, change, await bench.languageChange(patientId, "hi")]);
    const missing = {
      ...bad,
      changes: bad.changes.map((one) => ({ ...one, fields: { draft_kind: "x" } })),
    };
    const spoilt = { ...batch, ops: [missing, ...batch.ops.slice(1)] };
    const reply = await bench.send(spoilt);
    expect(reply.results).toMatchObject([
      { outcome: "rejected", code: "invalid_field" },
      { outcome: "held", held_by: bad.op_id },
      { outcome: "applied" },
    ]);
    expect(await bench.journaled(bad.op_id)).toEqual([]);
    expect(await bench.languageAt(patientId)).toBe("hi");
    const again = await bench.send(spoilt, { key: bench.hub.runtime.newId("req") });
    expect(again.results.slice(0, 2)).toEqual(reply.results.slice(0, 2));
  });

  test("that meets what the desk has written meanwhile is merged, and one conflict of it is shown here and at the hub", async () => {
    const patientId = await bench.newPatient();
    const stale = await bench.languageChange(patientId, "ta");
    const client = await bench.branch.client(["front_desk"]);
    const body = { preferred_language: "mr" };
    await client.call(patientsContract.update, { params: { id: patientId }, body });
    const reply = await bench.send(bench.batchOf(1, [stale]));
    expect(outcomes(reply)).toEqual(["conflict"]);
    expect(await bench.languageAt(patientId)).toBe("mr");
    const query = { entity_id: patientId, status: "open" } as const;
    const shown = (await client.call(conflictsContract.list, { query })).body.data;
    expect(shown).toMatchObject([
      {
        id: reply.results[0]?.conflict_ids?.[0],
        kept: { value: "mr" },
        other: { value: "ta", actor_id: bench.hub.tenant.nurseId, node_id: bench.tablet.id },
      },
    ]);

    const pushed = await bench.branch.push();
    expect(pushed.filter(({ outcome }) => outcome === "rejected")).toEqual([]);
    await bench.branch.pull();
    const atHub = await bench.hub.store.read({ tenantId: bench.hub.tenant.id }, (session) =>
      session.query("SELECT id FROM conflicts WHERE tenant_id = $1 AND entity_id = $2", [
        bench.hub.tenant.id,
        patientId,
      ]),
    );
    expect(atHub).toEqual([{ id: shown[0]?.id }]);
    expect((await client.call(conflictsContract.list, { query })).body.data).toHaveLength(1);
  });

  test("with a stamp of tomorrow moves the branch's clock by minutes at the most, and wins nothing by itself", async () => {
    const patientId = await bench.newPatient();
    const stale = await bench.languageChange(patientId, "ta");
    const far = { ...stale, hlc: `${bench.hub.clock.now() + 86_000_000}-0000-fast` };
    const client = await bench.branch.client(["front_desk"]);
    const body = { preferred_language: "mr" };
    await client.call(patientsContract.update, { params: { id: patientId }, body });
    expect(outcomes(await bench.send(bench.batchOf(1, [far])))).toEqual(["conflict"]);
    expect(await bench.languageAt(patientId)).toBe("mr");
    const [row] = await bench.branch.rows(
      "SELECT hlc FROM patients WHERE id = ?",
      await bench.newPatient(),
    );
    const ahead = Number(String(row?.["hlc"]).slice(0, 13)) - bench.hub.clock.now();
    expect(ahead).toBeLessThan(360_000);
  });

  test("is refused before its turn, with the place expected, and when it has gone another way", async () => {
    const ops = [bench.draft({ a: 1 }), bench.draft({ a: 2 })];
    await bench.send(bench.batchOf(1, ops));
    await expect(bench.send(bench.batchOf(5, [bench.draft({ a: 3 })]))).rejects.toMatchObject({
      code: "sequence_gap",
      details: { expected_seq: 3, epoch: 1 },
    });
    await expect(bench.send(bench.batchOf(1, [bench.draft({ a: 4 })]))).rejects.toMatchObject({
      code: "sequence_gap",
      details: { is_forked: true },
    });
  });
});
