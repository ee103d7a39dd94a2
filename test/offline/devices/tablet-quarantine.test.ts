import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import {
  operationsContract,
  retryOrDiscardContract,
} from "@edgeward/shared/sync/wire/operations.contract.ts";
import { syncStatusContract } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { clientFor } from "#support/node.ts";
import { outcomes, TabletBench, type Op } from "./tablet-bench.ts";

let bench: TabletBench;

beforeAll(async () => {
  bench = await TabletBench.open();
});

beforeEach(() => bench.takeUp());

afterAll(() => bench.close());

function spoilt(op: Op): Op {
  return {
    ...op,
    changes: op.changes.map((change) => ({
      ...change,
      fields: { ...change.fields, draft_kind: 7 },
    })),
  };
}

/** The form that an operation would have made, written on. */
function laterOf(op: Op, pulse: number): Op {
  return bench.operation("draft.update", {
    table: "drafts",
    id: op.entity_id,
    kind: "update",
    fields: { form_state: { pulse } },
    base: { form_state: op.hlc },
    version: 2,
  });
}

async function draftsAt(op: Op) {
  return bench.branch.rows("SELECT form_state FROM drafts WHERE id = ?", op.entity_id);
}

function admin(): Promise<Client> {
  return bench.branch.client(["tenant_admin"]);
}

async function listed(outcome?: "held" | "rejected" | "discarded") {
  const client = await admin();
  const query = outcome === undefined ? { limit: "100" } : { outcome, limit: "100" };
  const { data } = (await client.call(operationsContract.list, { query })).body;
  return data.filter(({ node_id: sender }) => sender === bench.tablet.id);
}

async function settle(opId: string, action: "retry" | "discard", key?: string) {
  const client = await admin();
  const request = { params: { op_id: opId }, body: { action, note: "looked at" } };
  const options = key === undefined ? {} : { idempotencyKey: key };
  return (await client.call(retryOrDiscardContract.update, request, options)).body;
}

/** Gives the refused one the right form, as if the program that refused it had been mended. */
async function mend(op: Op): Promise<void> {
  await bench.branch.store.write({ tenantId: bench.hub.tenant.id }, (session) =>
    session.query("UPDATE tablet_operations SET operation = ? WHERE op_id = ?", [
      JSON.stringify(op),
      op.op_id,
    ]),
  );
}

test("an operation that was refused freezes no record that stands, and no word that others use", async () => {
  const own = bench.draft({ pulse: 70 });
  expect(outcomes(await bench.send(bench.batchOf(1, [own])))).toEqual(["applied"]);
  const again = { ...spoilt(own), op_id: bench.hub.runtime.newId("op") };
  const named = (id: string): Op => {
    const op = spoilt(bench.draft({ pulse: 1 }));
    return { ...op, entity_id: id, changes: op.changes.map((change) => ({ ...change, id })) };
  };
  const { nurseId, branchId } = bench.hub.tenant;
  const refused = [again, named("vitals"), named("open"), named(nurseId), named(branchId)];
  const fresh = bench.draft({ pulse: 71 });
  const reply = await bench.send(bench.batchOf(2, [...refused, laterOf(own, 72), fresh]));
  expect(outcomes(reply)).toEqual([...refused.map(() => "rejected"), "applied", "applied"]);
  expect(await draftsAt(own)).toEqual([{ form_state: { pulse: 72 } }]);
  await Promise.all([...refused].map(({ op_id: opId }) => settle(opId, "discard")));
});

test("a change that is here before its record waits for it, and is taken when the hub brings the record", async () => {
  const clerk = await clientFor(bench.hub, bench.hub.tenant);
  const body = { name: "Farida Khan", gender: "female", dob: "1981-02-03" } as const;
  const { id } = (await clerk.call(patientsContract.create, { body })).body;
  const change = bench.operation("patient.update", {
    table: "patients",
    id,
    kind: "update",
    fields: { preferred_language: "ur" },
    base: {},
    version: 2,
  });
  const reply = await bench.send(bench.batchOf(1, [change]));
  expect(reply.results).toMatchObject([{ outcome: "held", code: "missing_record", held_by: id }]);
  expect(await listed("held")).toMatchObject([{ op_id: change.op_id, held_by: id }]);
  await bench.branch.pull();
  await expect.poll(() => bench.journaled(change.op_id)).toHaveLength(1);
  expect(await bench.languageAt(id)).toBe("ur");
  expect(await listed()).toEqual([]);
  // The device that lost the answer hears that it was taken.
  const later = await bench.send(bench.batchOf(1, [change]), {
    key: bench.hub.runtime.newId("req"),
  });
  expect(outcomes(later)).toEqual(["duplicate"]);
});

test("what was not taken is listed and counted at the branch, and an administrator tries it again with what waits for it", async () => {
  const bad = bench.draft({ pulse: 80 });
  const behind = laterOf(bad, 81);
  const last = { ...bench.draft({ pulse: 90 }), deps: [behind.op_id] };
  await bench.send(bench.batchOf(1, [spoilt(bad), behind, last]));
  expect((await listed()).map(({ op_id: opId, outcome }) => [opId, outcome])).toEqual([
    [last.op_id, "held"],
    [behind.op_id, "held"],
    [bad.op_id, "rejected"],
  ]);
  const client = await bench.branch.client(["front_desk"]);
  const status = (await client.call(syncStatusContract.status, {})).body;
  expect(status).toMatchObject({ held: 2, rejected: 1 });
  const request = { params: { op_id: bad.op_id }, body: { action: "retry", note: "no" } } as const;
  await expect(client.call(retryOrDiscardContract.update, request)).rejects.toMatchObject({
    status: 403,
  });

  // Other values are for what only a hub writes: what a device sent stays as it was sent.
  const values = { form_state: "80" };
  for (const action of ["retry", "discard"] as const)
    await expect(
      (await admin()).call(retryOrDiscardContract.update, {
        params: { op_id: bad.op_id },
        body: { action, note: "with other values", values },
      }),
    ).rejects.toMatchObject({
      status: 422,
      code: "conflicting_fields",
      message: "values: are given where a record that only the hub writes is put back",
    });
  expect(await settle(bad.op_id, "retry")).toMatchObject({
    operation: { outcome: "rejected", code: "invalid_field" },
    dependants: [],
  });
  await mend(bad);
  const key = bench.hub.runtime.newId("req");
  const settled = await settle(bad.op_id, "retry", key);
  expect(settled.operation).toMatchObject({ op_id: bad.op_id, outcome: "applied" });
  expect(settled.dependants.map(({ outcome }) => outcome)).toEqual(["applied", "applied"]);
  expect(await settle(bad.op_id, "retry", key)).toEqual(settled);
  expect(await draftsAt(bad)).toEqual([{ form_state: { pulse: 81 } }]);
  expect(await listed()).toEqual([]);
  const sent = new Set([bad, behind, last].map(({ op_id: opId }) => opId));
  const pushed = (await bench.branch.push()).filter(({ op_id: opId }) => sent.has(opId));
  expect(pushed.map(({ outcome }) => outcome)).toEqual(["applied", "applied", "applied"]);
  const audited = await bench.branch.rows(
    "SELECT action, actor_id FROM audit_events WHERE entity_id = ? AND action = 'retry'",
    bad.entity_id,
  );
  expect(audited).toHaveLength(2);
});

test("what built on an operation that was discarded is refused by that name, also what comes later, and the rest goes on", async () => {
  const bad = bench.draft({ pulse: 80 });
  const behind = laterOf(bad, 81);
  const onIt = { ...bench.draft({ pulse: 82 }), deps: [behind.op_id] };
  await bench.send(bench.batchOf(1, [spoilt(bad), behind, onIt]));
  const settled = await settle(bad.op_id, "discard");
  expect(settled.operation).toMatchObject({ outcome: "discarded", message: "looked at" });
  expect(settled.dependants.map(({ code }) => code)).toEqual([
    "dependency_discarded",
    "dependency_discarded",
  ]);
  const reply = await bench.send(bench.batchOf(4, [laterOf(bad, 83), bench.draft({ pulse: 84 })]));
  expect(reply.results).toMatchObject([
    { outcome: "rejected", code: "dependency_discarded" },
    { outcome: "applied" },
  ]);
  expect(await listed("discarded")).toMatchObject([{ op_id: bad.op_id }]);
  // The device asks again and hears what became of it, not that it was taken.
  const batch = bench.batchOf(1, [bad]);
  const again = await bench.send(batch);
  expect(again.results).toMatchObject([{ outcome: "rejected", code: "discarded" }]);
  await expect(settle(bad.op_id, "discard")).rejects.toMatchObject({ code: "invalid_transition" });
});

test("what an operation says to build on, and nobody here knows, goes no further", async () => {
  const patientId = await bench.newPatient();
  const invented = bench.hub.runtime.newId("op");
  const change = { ...(await bench.languageChange(patientId, "gu")), deps: [invented] };
  expect(outcomes(await bench.send(bench.batchOf(1, [change])))).toEqual(["applied"]);
  const desk = await bench.branch.client(["front_desk"]);
  const body = { preferred_language: "bn" };
  await desk.call(patientsContract.update, { params: { id: patientId }, body });
  const pushed = await bench.branch.push();
  expect(pushed.filter(({ outcome }) => outcome === "held")).toEqual([]);
});

async function placeInJournal(where: string, value: string): Promise<number> {
  const sql = `SELECT max(seq) AS place FROM journal WHERE ${where}`;
  const [row] = await bench.branch.rows(sql, value);
  return Number(row?.["place"]);
}

test("a thousand operations that waited for one record are taken in slices while the desk goes on", async () => {
  const first = bench.draft({ pulse: 1 });
  const count = 1_000;
  const behind = Array.from({ length: count }, () => ({
    ...bench.draft({ pulse: 2 }),
    deps: [first.op_id],
  }));
  await bench.send(bench.batchOf(1, [spoilt(first)]));
  for (let from = 0; from < count; from += 500) {
    const reply = await bench.send(bench.batchOf(2 + from, behind.slice(from, from + 500)));
    expect(new Set(outcomes(reply))).toEqual(new Set(["held"]));
  }
  await mend(first);
  const settled = await settle(first.op_id, "retry");
  expect(settled.dependants.length).toBeLessThan(count / 2);
  const patientId = await bench.newPatient();
  const held = "SELECT op_id FROM tablet_operations WHERE device_id = ? AND outcome = 'held'";
  await expect
    .poll(() => bench.branch.rows(held, bench.tablet.id), { timeout: 60_000, interval: 20 })
    .toEqual([]);
  // The journal has the order of the transactions: the desk's write goes between the slices, not behind them.
  const desk = await placeInJournal("json_extract(operation, '$.entity_id') = ?", patientId);
  const ofTablet = "op_id IN (SELECT op_id FROM tablet_operations WHERE device_id = ?)";
  const last = await placeInJournal(ofTablet, bench.tablet.id);
  expect(last - desk).toBeGreaterThanOrEqual(count / 5);
  expect(await listed()).toEqual([]);
}, 120_000);
