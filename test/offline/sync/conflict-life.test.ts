import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;

beforeAll(async () => {
  hub = await startTestHub();
  first = await startSyncedBranch(hub, hub.tenant.branchId);
  second = await startSyncedBranch(hub, hub.tenant.secondBranchId);
});

afterAll(async () => {
  await first.stop();
  await second.stop();
  await hub.stop();
});

const branches = () => [first, second];

async function everybodyCatchesUp(): Promise<void> {
  for (const branch of branches()) await branch.push();
  for (const branch of branches()) await branch.pull();
}

async function change(
  at: SyncedBranch,
  id: string,
  body: Readonly<Record<string, string | boolean>>,
  author: string,
): Promise<void> {
  const role = author === hub.tenant.nurseId ? "nurse" : "doctor";
  const roles = author === hub.tenant.clerkId ? ["front_desk"] : [role];
  const client = await at.client(roles, { sub: author });
  await client.call(patientsContract.update, { params: { id }, body });
  hub.clock.advance(1_000);
}

/** A patient whom both branches know. */
async function sharedPatient(): Promise<string> {
  const client = await first.client(["front_desk"]);
  const body = { name: "Asha Patil", gender: "female", dob: "1990-04-01" } as const;
  const { id } = (await client.call(patientsContract.create, { body })).body;
  await everybodyCatchesUp();
  return id;
}

/** A patient with a telephone number from each branch, neither of which had seen the other. */
async function disputedPatient(): Promise<string> {
  const id = await sharedPatient();
  await change(first, id, { phone: "9830011111" }, hub.tenant.clerkId);
  await change(second, id, { phone: "9830022222" }, hub.tenant.nurseId);
  await everybodyCatchesUp();
  return id;
}

async function conflictsOf(at: SyncedBranch, entityId: string, status: "open" | "resolved") {
  const client = await at.client(["front_desk"]);
  const query = { entity_id: entityId, status };
  return (await client.call(conflictsContract.list, { query })).body.data;
}

async function onlyConflict(at: SyncedBranch, entityId: string) {
  const [conflict, ...rest] = await conflictsOf(at, entityId, "open");
  if (conflict === undefined || rest.length > 0) throw new Error("there is not one conflict");
  return conflict;
}

async function decide(
  at: SyncedBranch,
  id: string,
  body: {
    readonly resolution: "keep" | "take_other" | "merge" | "dismiss";
    readonly value?: unknown;
  },
  roles: readonly string[] = ["front_desk"],
) {
  const client = await at.client(roles);
  const decision = { note: "Asked the patient", ...body };
  const { body: resolved } = await client.call(conflictsContract.resolve, {
    params: { id },
    body: decision,
  });
  hub.clock.advance(1_000);
  return resolved;
}

async function patientAt(at: SyncedBranch, id: string) {
  const client = await at.client(["front_desk"]);
  return (await client.call(patientsContract.get, { params: { id } })).body;
}

const recordText =
  "SELECT name, phone, version, hlc, stamps, updated_by FROM patients WHERE tenant_id = $1 AND id = $2";

/** The record at the hub and at both branches: three times the same, once all is quiet. */
async function records(id: string): Promise<readonly unknown[]> {
  const atHub = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(recordText, [hub.tenant.id, id]),
  );
  const text = recordText.replace("$1", "?").replace("$2", "?");
  const there = await Promise.all(branches().map((one) => one.rows(text, hub.tenant.id, id)));
  return [atHub, ...there].map(([row]) => row);
}

async function expectAgreement(id: string): Promise<void> {
  const [atHub, ...there] = await records(id);
  expect(atHub).toBeDefined();
  for (const row of there) expect(row).toEqual(atHub);
}

describe("a conflict", () => {
  test("is found at the hub, seen at both branches with both values and their authors, resolved at one, and gone at all", async () => {
    const id = await disputedPatient();
    for (const branch of branches()) {
      const seen = await onlyConflict(branch, id);
      expect(seen).toMatchObject({ entity: "patients", field: "phone", kind: "field" });
      expect(seen.kept).toMatchObject({
        value: "+919830022222",
        actor_id: hub.tenant.nurseId,
        node_id: second.identity.nodeId,
      });
      expect(seen.other).toMatchObject({
        value: "+919830011111",
        actor_id: hub.tenant.clerkId,
        node_id: first.identity.nodeId,
      });
      expect((await patientAt(branch, id)).sync_state).toBe("conflict");
    }

    const { id: conflictId } = await onlyConflict(first, id);
    const resolved = await decide(first, conflictId, { resolution: "take_other" });
    expect(resolved).toMatchObject({
      status: "resolved",
      resolution: "take_other",
      note: "Asked the patient",
      current_value: "+919830011111",
      sync_state: "pending",
    });
    await everybodyCatchesUp();

    for (const branch of branches()) {
      expect(await conflictsOf(branch, id, "open")).toEqual([]);
      expect(await conflictsOf(branch, id, "resolved")).toHaveLength(1);
      expect(await patientAt(branch, id)).toMatchObject({
        phone: "+919830011111",
        sync_state: "synced",
      });
    }
    await expectAgreement(id);
  });

  test("is one operation with the record it resolves, notifies receivers of it, and stands in the audit", async () => {
    const id = await disputedPatient();
    const { id: conflictId } = await onlyConflict(first, id);
    await decide(first, conflictId, { resolution: "take_other" });
    const [journaled] = await first.rows(
      "SELECT operation FROM journal WHERE tenant_id = ? ORDER BY seq DESC LIMIT 1",
      hub.tenant.id,
    );
    expect(journaled?.["operation"]).toMatchObject({
      type: "conflict.resolve",
      changes: [{ table: "conflicts" }, { table: "patients", fields: { phone: "+919830011111" } }],
    });
    await everybodyCatchesUp();
    const [event] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
      session.query(
        "SELECT payload FROM domain_events WHERE tenant_id = $1 AND entity_id = $2 AND event_type = 'sync.conflict_resolved'",
        [hub.tenant.id, conflictId],
      ),
    );
    expect(event?.["payload"]).toEqual({
      entity: "patients",
      entity_id: id,
      field: "phone",
      resolution: "take_other",
    });
    const audited = await first.rows(
      "SELECT action, patient_id FROM audit_events WHERE tenant_id = ? AND entity_id = ? AND action <> 'read'",
      hub.tenant.id,
      conflictId,
    );
    expect(audited).toEqual([{ action: "status_change", patient_id: id }]);
  });

  test("can be resolved by a third value, which is checked like any other", async () => {
    const id = await disputedPatient();
    const { id: conflictId } = await onlyConflict(second, id);
    await expect(
      decide(second, conflictId, { resolution: "merge", value: "no number" }),
    ).rejects.toMatchObject({ status: 422 });
    await expect(
      decide(second, conflictId, { resolution: "merge", value: 7 }),
    ).rejects.toMatchObject({ status: 422, details: { fields: [{ path: "value" }] } });
    await decide(second, conflictId, { resolution: "merge", value: "98300 33333" });
    await everybodyCatchesUp();
    for (const branch of branches()) {
      expect((await patientAt(branch, id)).phone).toBe("+919830033333");
    }
    await expectAgreement(id);
  });

  test("settled at two branches at once keeps the first decision everywhere, and shows the second", async () => {
    const id = await disputedPatient();
    const { id: conflictId } = await onlyConflict(first, id);
    await decide(first, conflictId, { resolution: "keep" });
    await decide(second, conflictId, { resolution: "take_other" });
    expect((await patientAt(second, id)).phone).toBe("+919830011111");
    await everybodyCatchesUp();
    await everybodyCatchesUp();

    for (const branch of branches()) {
      expect((await patientAt(branch, id)).phone).toBe("+919830022222");
      expect(await conflictsOf(branch, id, "resolved")).toMatchObject([{ resolution: "keep" }]);
      const [shown] = await conflictsOf(branch, conflictId, "open");
      expect(shown).toMatchObject({ entity: "conflicts", field: "resolution", kind: "state" });
      expect([shown?.kept.value, shown?.other.value]).toEqual(["keep", "take_other"]);
    }
    await expectAgreement(id);
  });

  test("settled at the hub is resolved at both branches", async () => {
    const id = await disputedPatient();
    const { id: conflictId } = await onlyConflict(first, id);
    const atHub = await clientFor(hub, hub.tenant);
    const body = { resolution: "take_other", note: "Asked on the telephone" } as const;
    await atHub.call(conflictsContract.resolve, { params: { id: conflictId }, body });
    await everybodyCatchesUp();
    for (const branch of branches()) {
      expect(await conflictsOf(branch, id, "open")).toEqual([]);
      expect((await patientAt(branch, id)).phone).toBe("+919830011111");
    }
    await expectAgreement(id);
  });

  test("about a life is not for a clerk to settle", async () => {
    const id = await sharedPatient();
    await change(first, id, { blood_group: "A+" }, hub.tenant.doctorId);
    await change(second, id, { blood_group: "B+" }, hub.tenant.doctorId);
    await everybodyCatchesUp();
    const conflict = await onlyConflict(first, id);
    expect(conflict.needs_roles).toContain("doctor");
    await expect(decide(first, conflict.id, { resolution: "keep" })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await decide(first, conflict.id, { resolution: "keep" }, ["doctor"]);
    expect(await conflictsOf(first, id, "open")).toEqual([]);
  });

  test("is resolved once: a second decision is refused, whoever makes it", async () => {
    const id = await disputedPatient();
    const { id: conflictId } = await onlyConflict(first, id);
    await decide(first, conflictId, { resolution: "dismiss" });
    await expect(decide(first, conflictId, { resolution: "take_other" })).rejects.toMatchObject({
      status: 409,
      code: "invalid_transition",
    });
    await everybodyCatchesUp();
    const atHub = await clientFor(hub, hub.tenant);
    await expect(
      atHub.call(conflictsContract.resolve, {
        params: { id: conflictId },
        body: { resolution: "keep", note: "Again" },
      }),
    ).rejects.toMatchObject({ code: "invalid_transition", details: { from: "dismissed" } });
    expect((await patientAt(first, id)).phone).toBe("+919830022222");
  });
});

describe("one number held by two patients", () => {
  const abha = "91-2345-6789-0123";

  test("is shown with both, and resolved by clearing it on one", async () => {
    const [one, other] = [await sharedPatient(), await sharedPatient()];
    await change(first, one, { abha_id: abha }, hub.tenant.clerkId);
    await change(second, other, { abha_id: abha }, hub.tenant.clerkId);
    await everybodyCatchesUp();
    const conflict = await onlyConflict(first, other);
    expect(conflict).toMatchObject({ kind: "duplicate", field: "abha_id" });
    const client = await first.client(["front_desk"]);
    const params = { id: conflict.id };
    expect((await client.call(conflictsContract.get, { params })).body).toMatchObject({
      other_entity_id: one,
      current_value: abha,
    });
    await expect(decide(first, conflict.id, { resolution: "take_other" })).rejects.toMatchObject({
      status: 422,
    });
    await decide(first, conflict.id, { resolution: "merge", value: null });
    await everybodyCatchesUp();
    for (const branch of branches()) {
      expect((await patientAt(branch, other)).abha_id).toBeNull();
      expect((await patientAt(branch, one)).abha_id).toBe(abha);
    }
    await expectAgreement(other);
  });
});

describe("a draft", () => {
  async function newDraft(): Promise<string> {
    const client = await first.client(["front_desk"]);
    const body = { kind: "patient.register", form_state: { name: "Ash" } };
    const { id } = (await client.call(draftsContract.create, { body })).body;
    await everybodyCatchesUp();
    return id;
  }

  async function keepAt(
    place: "hub" | "branch",
    id: string,
    name: string,
    author: string,
  ): Promise<void> {
    const claims = { sub: author };
    const client =
      place === "branch"
        ? await first.client(["front_desk"], claims)
        : await clientFor(hub, hub.tenant, { claims: { ...claims, roles: ["front_desk"] } });
    const body = { form_state: { name } };
    await client.call(draftsContract.update, { params: { id }, body });
    hub.clock.advance(1_000);
  }

  async function stateOf(id: string) {
    const client = await first.client(["front_desk"]);
    return (await client.call(draftsContract.get, { params: { id } })).body.form_state;
  }

  test("reaches the hub like everything else", async () => {
    const id = await newDraft();
    const claims = { sub: hub.tenant.clerkId, roles: ["front_desk"] };
    const client = await clientFor(hub, hub.tenant, { claims });
    const { body } = await client.call(draftsContract.get, { params: { id } });
    expect(body).toMatchObject({ owner_id: hub.tenant.clerkId, form_state: { name: "Ash" } });
  });

  test("of one person at two screens keeps the newer state and asks nobody", async () => {
    const id = await newDraft();
    await keepAt("branch", id, "Asha", hub.tenant.clerkId);
    await keepAt("hub", id, "Asha Patil", hub.tenant.clerkId);
    await everybodyCatchesUp();
    expect(await stateOf(id)).toEqual({ name: "Asha Patil" });
    expect(await conflictsOf(first, id, "open")).toEqual([]);
  });

  test("is written by its author alone, at whichever node", async () => {
    const id = await newDraft();
    for (const place of ["hub", "branch"] as const) {
      const intruder = keepAt(place, id, "Usha", hub.tenant.nurseId);
      await expect(intruder).rejects.toMatchObject({ status: 404 });
    }
    await everybodyCatchesUp();
    expect(await stateOf(id)).toEqual({ name: "Ash" });
    expect(await conflictsOf(first, id, "open")).toEqual([]);
  });

  test("that an administrator has discarded stays so, whatever its author still wrote in an outage", async () => {
    const id = await newDraft();
    const claims = { sub: hub.tenant.nurseId, roles: ["branch_admin"] };
    const administrator = await clientFor(hub, hub.tenant, { claims });
    await administrator.call(draftsContract.discard, { params: { id } });
    await keepAt("branch", id, "Asha Patil", hub.tenant.clerkId);
    await everybodyCatchesUp();
    const client = await first.client(["front_desk"]);
    const { body } = await client.call(draftsContract.get, { params: { id } });
    expect(body).toMatchObject({ status: "discarded", form_state: { name: "Asha Patil" } });
    expect(await conflictsOf(first, id, "open")).toEqual([]);
  });
});
