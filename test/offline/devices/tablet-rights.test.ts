import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { outcomes, TabletBench, type Op } from "./tablet-bench.ts";

type Fields = Readonly<Record<string, unknown>>;

let bench: TabletBench;

beforeAll(async () => {
  bench = await TabletBench.open();
});

beforeEach(() => bench.takeUp());

afterAll(() => bench.close());

describe("a batch from a tablet", () => {
  test("is taken only from a paired device, under its own token and its own key", async () => {
    const batch = bench.batchOf(1, [bench.draft({ a: 1 })]);
    const other = await bench.pairedTablet();
    const clerk = await bench.branch.client(["front_desk"]);
    const unbound = await bench.branch.client(["device"], { sub: bench.tablet.id });
    const unknown = bench.hub.runtime.newId("dev");
    const stranger = await bench.branch.client(["device"], { sub: unknown, did: unknown });
    for (const client of [clerk, unbound, stranger]) {
      await expect(
        bench.send(batch, { client, key: bench.hub.runtime.newId("req") }),
      ).rejects.toMatchObject({
        status: 403,
      });
    }
    await expect(bench.send(batch, { signature: await other.sign(batch) })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const changed = { ...batch, sent_at: isoInstant(0) };
    const key = bench.hub.runtime.newId("req");
    await expect(
      bench.send(changed, { signature: await bench.tablet.sign(batch), key }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(
      await bench.branch.rows(
        "SELECT 1 FROM tablet_operations WHERE device_id = ?",
        bench.tablet.id,
      ),
    ).toEqual([]);
  });

  test("cannot speak for people who do not work here, nor for another branch", async () => {
    const [invented, elsewhere] = [bench.draft({ a: 1 }), bench.draft({ a: 2 })];
    const ops = [
      { ...invented, actor: { ...invented.actor, id: bench.hub.runtime.newId("stf") } },
      { ...elsewhere, branch_id: bench.hub.tenant.secondBranchId },
      { ...bench.draft({ a: 3 }), actor: { id: "system", type: "system", role: null } as const },
    ];
    const reply = await bench.send(bench.batchOf(1, ops));
    expect(reply.results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["rejected", "forbidden"],
      ["rejected", "branch_forbidden"],
      ["rejected", "not_of_command"],
    ]);
  });

  test("speaks for those alone who worked on it then, under its own name, and gives no command of theirs by itself", async () => {
    const { hub, branch, tablet } = bench;
    const patientId = await bench.newPatient();
    const doctor = { id: hub.tenant.doctorId, type: "staff", role: "doctor" } as const;
    const late = { ...bench.draft({ a: 1 }), at: isoInstant(hub.clock.now() - 3_600_000) };
    const session = await bench.beginSession(tablet.id, doctor.id);
    await branch.store.write({ tenantId: hub.tenant.id }, (database) =>
      database.query("UPDATE staff_sessions SET ended_at = ? WHERE id = ?", [
        isoInstant(hub.clock.now()),
        session,
      ]),
    );
    hub.clock.advance(60_000);
    const change = await bench.languageChange(patientId, "hi");
    const again = (more: Partial<Op>): Op => ({
      ...change,
      op_id: hub.runtime.newId("op"),
      ...more,
    });
    const ops = [
      again({ actor: doctor }),
      late,
      again({ device_id: hub.runtime.newId("dev") }),
      again({ device_id: null }),
      again({ actor: { id: tablet.id, type: "device", role: null } }),
      change,
    ];
    const reply = await bench.send(bench.batchOf(1, ops));
    const unknown = "its author had no session on this device then";
    expect(reply.results.map(({ outcome, message }) => message ?? outcome)).toEqual([
      unknown,
      unknown,
      "device_id: is not the device that sends it",
      "device_id: is not the device that sends it",
      "a device does not give patient.update by itself",
      "applied",
    ]);
    const audited = await branch.rows(
      "SELECT actor_id, device_id FROM audit_events WHERE entity_id = ? AND action = 'update'",
      patientId,
    );
    expect(audited).toEqual([{ actor_id: hub.tenant.nurseId, device_id: tablet.id }]);
  });

  test("speaks for a person until a day after their session would have expired, and for nothing that was made after it", async () => {
    const { hub, branch, tablet } = bench;
    const patientId = await bench.newPatient();
    const hour = 3_600_000;
    const change = await bench.languageChange(patientId, "hi");
    const send = async (op: Op, place: number) => {
      const client = await branch.client(["device"], { sub: tablet.id, did: tablet.id });
      const sent = { ...op, op_id: hub.runtime.newId("op") };
      const [result] = (await bench.send(bench.batchOf(place, [sent]), { client })).results;
      return result?.message ?? result?.outcome;
    };
    hub.clock.advance(13 * hour);
    const unknown = "its author had no session on this device then";
    expect(await send(await bench.languageChange(patientId, "mr"), 1)).toBe(unknown);
    hub.clock.advance(22 * hour);
    expect(await send(change, 2)).toBe("applied");
    hub.clock.advance(2 * hour);
    expect(await send(await bench.languageChange(patientId, "ta"), 3)).toBe(unknown);
    expect(await send(change, 4)).toBe(unknown);
    expect(await bench.languageAt(patientId)).toBe("hi");
  });

  test("writes nobody's form but its author's", async () => {
    const own = bench.draft({ pulse: 72 });
    const [made] = own.changes;
    const later = bench.operation("draft.update", {
      table: "drafts",
      id: made?.id ?? "",
      kind: "update",
      fields: { form_state: { pulse: 90 } },
      base: { form_state: own.hlc },
      version: 2,
    });
    const { doctorId } = bench.hub.tenant;
    const actor = { id: doctorId, type: "staff", role: "doctor" } as const;
    const ops = [own, { ...later, actor }, { ...bench.draft({ pulse: 1 }), actor }];
    const reply = await bench.send(bench.batchOf(1, ops));
    expect(reply.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      "applied",
      "forbidden",
      "forbidden",
    ]);
    expect(await bench.branch.rows("SELECT form_state FROM drafts WHERE id = ?", made?.id)).toEqual(
      [{ form_state: { pulse: 72 } }],
    );
    expect(await bench.branch.rows("SELECT id FROM drafts WHERE owner_id = ?", doctorId)).toEqual(
      [],
    );
  });

  test("does for people what their roles allow at the desk, and nothing beyond", async () => {
    const patientId = await bench.newPatient();
    const own = await bench.languageChange(patientId, "hi");
    const ops = [
      { ...own, type: "staff.update" },
      { ...own, op_id: bench.hub.runtime.newId("op"), actor: { ...own.actor, role: "doctor" } },
      { ...own, op_id: bench.hub.runtime.newId("op"), type: "patient.teleport" },
      {
        ...bench.draft({ a: 1 }),
        changes: own.changes.map((change) => ({ ...change, table: "clients" })),
      },
      { ...own, op_id: bench.hub.runtime.newId("op") },
    ];
    const reply = await bench.send(bench.batchOf(1, ops));
    expect(reply.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      "not_of_command",
      "forbidden",
      "not_of_command",
      "not_of_command",
      "applied",
    ]);
    expect(await bench.languageAt(patientId)).toBe("hi");
  });

  test("resolves a conflict that is there and open, about its own field, where the person may, and nothing beside it", async () => {
    const patientId = await bench.newPatient();
    const make = (type: string, table: string, id: string, fields: Fields, seen: string) =>
      bench.operation(type, {
        table,
        id,
        kind: "update",
        fields,
        version: 9,
        base: Object.fromEntries(Object.keys(fields).map((name) => [name, seen])),
      });
    const change = (fields: Fields) => make("patient.update", "patients", patientId, fields, "");
    const made = [{ blood_group: "A+" }, { blood_group: "B+" }].map(change);
    const tongues = [{ preferred_language: "hi" }, { preferred_language: "mr" }].map(change);
    const found = (await bench.send(bench.batchOf(1, [...made, ...tongues]))).results;
    const [, blood = "", , tongue = ""] = found.map(({ conflict_ids: ids }) => ids?.at(-1));
    const stampOf = async (id: string) => {
      const [row] = await bench.branch.rows("SELECT hlc FROM conflicts WHERE id = ?", id);
      return String(row?.["hlc"]);
    };
    const decided = { conflict_status: "resolved", resolution: "take_other" };
    const resolve = async (id: string, fields: Fields) => {
      const decision = { ...decided, resolution_note: "Asked" };
      const op = make("conflict.resolve", "conflicts", id, decision, await stampOf(id));
      return { ...op, changes: [...op.changes, ...change(fields).changes] };
    };
    const bare = { ...change({ merged_into_id: patientId }), type: "conflict.resolve" };
    const ops = [
      bare,
      await resolve(blood, { blood_group: "A+" }),
      await resolve(tongue, { blood_group: "A+" }),
      await resolve(tongue, { preferred_language: "hi" }),
      await resolve(tongue, { preferred_language: "mr" }),
    ];
    const reply = await bench.send(bench.batchOf(5, ops));
    expect(reply.results.map(({ outcome, message }) => message ?? outcome)).toEqual([
      "changes.0.table: conflict.resolve begins with conflicts",
      "actor: this has to be resolved by one of: doctor, branch admin, tenant admin",
      "changes.1.fields.blood_group: the conflict is about preferred_language",
      "conflict",
      "merged",
    ]);
    const rows = await bench.branch.rows(
      "SELECT conflict_status FROM conflicts WHERE id IN (?, ?) ORDER BY field",
      blood,
      tongue,
    );
    expect(rows.map((row) => row["conflict_status"])).toEqual(["open", "resolved"]);
    // The second decision came too late for the record as well.
    expect(await bench.languageAt(patientId)).toBe("hi");
  });

  test("has its slips printed and its screens notified like the desk", async () => {
    const desk = await bench.branch.client(["front_desk"]);
    const body = {
      patient_id: await bench.newPatient(),
      provider_id: bench.hub.tenant.doctorId,
      source: "walk_in",
    } as const;
    const model = (await desk.call(appointmentsContract.create, { body })).body.id;
    const [kept] = await bench.branch.rows(
      "SELECT operation FROM journal WHERE operation ->> '$.entity_id' = ?",
      model,
    );
    const made = operationShape.parse(kept?.["operation"]).changes.find((one) => one.id === model);
    const id = bench.hub.runtime.newId("apt");
    const about = { entity: "appointments", entity_id: id, branch_id: bench.hub.tenant.branchId };
    const checkIn: Op = {
      ...bench.operation("appointment.create", {
        table: "appointments",
        id,
        kind: "insert",
        fields: { ...made?.fields, queue_no: 71 },
        base: {},
      }),
      actor: { id: bench.hub.tenant.clerkId, type: "staff", role: "front_desk" },
      events: [
        {
          ...about,
          id: bench.hub.runtime.newId("evt"),
          type: "appointment.checked_in",
          entity_version: 1,
          payload: { id, channel: "in_person" },
        },
      ],
    };
    const written = bench.branch.written.length;
    expect(outcomes(await bench.send(bench.batchOf(1, [checkIn])))).toEqual(["applied"]);
    const slips = await bench.branch.rows("SELECT 1 FROM print_jobs WHERE source_id = ?", id);
    expect(slips).toHaveLength(1);
    const reported = bench.branch.written.slice(written).flatMap((unit) => unit?.announced ?? []);
    expect(reported.map(({ type }) => type)).toEqual(["appointment.checked_in"]);
    // Sent again, it prints nothing more.
    await bench.send(bench.batchOf(1, [checkIn]), { key: bench.hub.runtime.newId("req") });
    expect(
      await bench.branch.rows("SELECT 1 FROM print_jobs WHERE source_id = ?", id),
    ).toHaveLength(1);
  });
});
