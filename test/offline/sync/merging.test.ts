// Two records of one person are merged at one branch while another, without a line, knows nothing of it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
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

type Body = Partial<NonNullable<RequestOf<typeof patientsContract.create>["body"]>>;
type MergeBody = Partial<NonNullable<RequestOf<typeof patientsContract.merge>["body"]>>;

async function everybodyCatchesUp(...order: readonly SyncedBranch[]): Promise<void> {
  const all = order.length === 0 ? [first, second] : order;
  for (const branch of all) await branch.push();
  for (const branch of all) await branch.pull();
}

async function register(at: SyncedBranch, body: Body = {}): Promise<Patient> {
  const client = await at.client(["front_desk"]);
  const person = { name: "Asha Patil", gender: "female", dob: "1990-04-01", ...body } as const;
  hub.clock.advance(1_000);
  return (await client.call(patientsContract.create, { body: person })).body;
}

/** Two records of one person, which everybody knows. */
async function twoRecords(one: Body = {}, other: Body = {}) {
  const records = [await register(first, one), await register(first, other)] as const;
  await everybodyCatchesUp();
  return records;
}

async function merge(at: SyncedBranch, one: Patient, into: Patient, more: MergeBody = {}) {
  const client = await at.client(["doctor"]);
  const body = { survivor_id: into.id, reason: "Registered twice", ...more };
  hub.clock.advance(1_000);
  return (await client.call(patientsContract.merge, { params: { id: one.id }, body })).body;
}

async function unmerge(at: SyncedBranch, { id }: Patient) {
  const client = await at.client(["doctor"]);
  const body = { reason: "Two sisters" };
  hub.clock.advance(1_000);
  return (await client.call(patientsContract.unmerge, { params: { id }, body })).body;
}

async function change(at: SyncedBranch, { id }: Patient, body: Body): Promise<void> {
  const client = await at.client(["front_desk"]);
  hub.clock.advance(1_000);
  await client.call(patientsContract.update, { params: { id }, body });
}

async function read(at: SyncedBranch, { id }: Patient): Promise<Patient> {
  const client = await at.client(["doctor"]);
  return (await client.call(patientsContract.get, { params: { id } })).body;
}

/** What all nodes say of some records, which has to be the same. */
async function agreed(...records: readonly Patient[]): Promise<readonly Patient[]> {
  const essence = (record: Patient) => ({ ...record, sync_state: null });
  const here = await Promise.all(records.map((each) => read(first, each)));
  const there = await Promise.all(records.map((each) => read(second, each)));
  expect(there.map(essence)).toEqual(here.map(essence));
  return here;
}

async function openConflicts(at: SyncedBranch, { id }: Patient) {
  const client = await at.client(["doctor"]);
  const query = { entity_id: id, status: "open" } as const;
  return (await client.call(conflictsContract.list, { query })).body.data;
}

async function claimants(abha: string): Promise<readonly unknown[]> {
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      `SELECT entity_id FROM claims WHERE tenant_id = $1 AND claim_kind = 'abha_id' AND claim_value = $2`,
      [hub.tenant.id, abha],
    ),
  );
  return rows.map((row) => row["entity_id"]);
}

describe("a merge at one branch", () => {
  test("is the same at every node, and undone at another is undone at all", async () => {
    const abha = "91-1111-0000-0001";
    const [one, other] = await twoRecords({ abha_id: abha, mobile: "9822011401" });
    const before = await agreed(one, other);
    await merge(first, one, other, { take: ["abha_id", "phone"] });
    await everybodyCatchesUp();
    const [merged, survivor] = await agreed(one, other);
    expect(merged).toMatchObject({ status: "merged", merged_into_id: other.id });
    expect(survivor).toMatchObject({ abha_id: abha, phone: "+919822011401", merged_ids: [one.id] });
    expect(await claimants(abha)).toEqual([other.id]);
    await unmerge(second, one);
    await everybodyCatchesUp();
    const after = await agreed(one, other);
    expect(
      after.map(({ abha_id: id, phone, status, merged_ids: ids }) => [id, phone, status, ids]),
    ).toEqual(
      before.map(({ abha_id: id, phone, status, merged_ids: ids }) => [id, phone, status, ids]),
    );
    expect(await claimants(abha)).toEqual([one.id]);
    for (const record of [one, other]) expect(await openConflicts(first, record)).toEqual([]);
  });

  test.each([
    ["before", () => [second, first]],
    ["after", () => [first, second]],
  ] as const)(
    "does not hide what was changed meanwhile of the merged record, where that arrives %s it",
    async (_, order) => {
      const [one, other] = await twoRecords({}, { mobile: "9822011402" });
      await merge(first, one, other);
      await change(second, one, { phone: "9822011403", preferred_language: "mr" });
      await everybodyCatchesUp(...order());
      const [merged] = await agreed(one, other);
      expect(merged).toMatchObject({ status: "merged", phone: "+919822011403" });
      for (const branch of [first, second]) {
        const conflicts = await openConflicts(branch, other);
        const values = conflicts.map(({ kind, field, kept, other: lost }) => [
          kind,
          field,
          kept.value,
          lost.value,
        ]);
        expect(new Set(values)).toEqual(
          new Set([
            ["field", "phone", "+919822011402", "+919822011403"],
            ["field", "preferred_language", null, "mr"],
          ]),
        );
      }
      const phone = (await openConflicts(second, other)).find(({ field }) => field === "phone");
      const client = await second.client(["front_desk"]);
      await client.call(conflictsContract.resolve, {
        params: { id: phone?.id ?? "" },
        body: { resolution: "take_other", note: "Asked the patient" },
      });
      await everybodyCatchesUp();
      const [, survivor] = await agreed(one, other);
      expect(survivor?.phone).toBe("+919822011403");
    },
  );

  test("shows an allergy that was found meanwhile, beside those of the survivor", async () => {
    const dust = { substance: "Dust", criticality: "low" } as const;
    const latex = { substance: "Latex", criticality: "high" } as const;
    const [one, other] = await twoRecords({}, { allergies: [dust] });
    await merge(first, one, other);
    await change(second, one, { allergies: [latex] });
    await everybodyCatchesUp();
    const [conflict] = await openConflicts(first, other);
    expect(conflict).toMatchObject({
      field: "allergies",
      other: { value: [expect.objectContaining(dust), expect.objectContaining(latex)] },
      needs_roles: ["doctor", "branch_admin", "tenant_admin"],
    });
  });

  test("says nothing where what was changed is the survivor's too, or was seen", async () => {
    const [one, other] = await twoRecords({}, { mobile: "9822011404" });
    await change(second, one, { email: "seen@example.org" });
    await everybodyCatchesUp();
    await merge(first, one, other);
    await change(second, one, { phone: "9822011404" });
    await everybodyCatchesUp();
    expect(await openConflicts(first, other)).toEqual([]);
    expect(await openConflicts(first, one)).toEqual([]);
  });
});

describe("merges at two branches", () => {
  test("into different records are a conflict that everybody sees", async () => {
    const [one, other] = await twoRecords();
    const third = await register(second);
    await everybodyCatchesUp();
    await merge(first, one, other);
    await merge(second, one, third);
    await everybodyCatchesUp();
    const [merged] = await agreed(one, other, third);
    expect(merged).toMatchObject({ status: "merged", merged_into_id: third.id });
    for (const branch of [first, second]) {
      const [conflict, ...rest] = await openConflicts(branch, one);
      expect(rest).toEqual([]);
      expect(conflict).toMatchObject({
        field: "merged_into_id",
        kept: { value: third.id },
        other: { value: other.id },
        needs_roles: ["doctor", "branch_admin", "tenant_admin"],
      });
    }
    // Whoever reads the one that lost has it no more.
    const client = await first.client(["doctor"]);
    const query = { q: one.uhid };
    const { body } = await client.call(patientsContract.search, { query });
    expect(body.data.map(({ id }) => id)).toEqual([third.id]);
  });

  test("of each into the other leave the first, and a person sees the second", async () => {
    const [one, other] = await twoRecords({ mobile: "9822011405" }, { mobile: "9822011406" });
    await merge(first, one, other);
    await merge(second, other, one, { take: ["phone"] });
    await everybodyCatchesUp();
    const [merged, survivor] = await agreed(one, other);
    expect(merged).toMatchObject({ status: "merged", merged_into_id: other.id });
    expect(survivor).toMatchObject({ status: "active", merged_into_id: null });
    for (const branch of [first, second]) {
      const conflicts = await openConflicts(branch, other);
      expect(conflicts.map(({ field, other: lost }) => [field, lost.value])).toContainEqual([
        "merged_into_id",
        one.id,
      ]);
    }
    await unmerge(second, one);
    await everybodyCatchesUp();
    const [back] = await agreed(one, other);
    expect(back).toMatchObject({ status: "active", merged_into_id: null });
  });

  test("in a row are followed to the end", async () => {
    const [one, other] = await twoRecords();
    const third = await register(second);
    await everybodyCatchesUp();
    await merge(first, one, other);
    await merge(second, other, third);
    await everybodyCatchesUp();
    await agreed(one, other, third);
    for (const branch of [first, second]) {
      const client = await branch.client(["doctor"]);
      const { body } = await client.call(patientsContract.search, { query: { q: one.uhid } });
      expect(body.data.map(({ id }) => id)).toEqual([third.id]);
    }
  });
});

describe("the same person registered at two branches", () => {
  const person = { name: "Lakshmi Narayanan", dob: "1984-09-12", gender: "female" } as const;

  /** What waits for a person about two records, wherever it hangs. */
  async function alikeOf(at: SyncedBranch, ...records: readonly Patient[]) {
    const lists = await Promise.all(records.map((record) => openConflicts(at, record)));
    return lists.flat().filter(({ kind }) => kind === "alike");
  }

  async function registeredTwice(one: Body, other: Body) {
    const records = [await register(first, one), await register(second, other)] as const;
    await everybodyCatchesUp();
    return records;
  }

  test("becomes one conflict that names both, at both branches and with who registered them", async () => {
    const phone = { mobile: "9822017701" };
    const [one, other] = await registeredTwice(
      { ...person, ...phone },
      { ...person, name: "Laxmi Narayanan", ...phone },
    );
    for (const branch of [first, second]) {
      const [conflict, ...rest] = await alikeOf(branch, one, other);
      expect(rest).toEqual([]);
      expect(conflict).toMatchObject({
        entity: "patients",
        entity_id: other.id,
        patient_id: other.id,
        field: "id",
        kept: { value: one.id, actor_id: hub.tenant.clerkId },
        other: { value: other.id, actor_id: hub.tenant.clerkId },
        needs_roles: [],
      });
      const client = await branch.client(["doctor"]);
      const params = { id: conflict?.id ?? "" };
      const { body } = await client.call(conflictsContract.get, { params });
      expect(body.other_entity_id).toBe(one.id);
    }
  });

  test("is settled with their merge, in one operation", async () => {
    const [two, twin] = await registeredTwice(
      { ...person, name: "Meenakshi Iyer" },
      { ...person, name: "Meenakshi Iyer" },
    );
    expect(await alikeOf(first, two, twin)).toHaveLength(1);
    await merge(second, two, twin);
    await everybodyCatchesUp();
    for (const branch of [first, second]) expect(await alikeOf(branch, two, twin)).toEqual([]);
    const rows = await first.rows(
      "SELECT conflict_status, resolution, resolution_note FROM conflicts WHERE entity_id = ?",
      twin.id,
    );
    expect(rows).toEqual([
      { conflict_status: "resolved", resolution: "merge", resolution_note: "Registered twice" },
    ]);
  });

  test("that somebody said are two people is not asked again", async () => {
    const [one, other] = await registeredTwice(
      { ...person, name: "Rukmini Bai", mobile: "9822017702" },
      { ...person, name: "Rukmini Bai", mobile: "9822017702" },
    );
    const [conflict] = await alikeOf(second, one, other);
    const client = await second.client(["front_desk"]);
    const decide = (resolution: "dismiss" | "keep" | "take_other") =>
      client.call(conflictsContract.resolve, {
        params: { id: conflict?.id ?? "" },
        body: { resolution, note: "Cousins of one name" },
      });
    for (const wrong of ["keep", "take_other"] as const)
      await expect(decide(wrong)).rejects.toMatchObject({ status: 422, code: "validation_error" });
    await decide("dismiss");
    await everybodyCatchesUp();
    await change(first, one, { email: "rukmini@example.org" });
    await change(second, other, { preferred_language: "mr" });
    await everybodyCatchesUp();
    for (const branch of [first, second]) expect(await alikeOf(branch, one, other)).toEqual([]);
  });

  test("is not looked for among what one branch has registered itself, nor where only the phone is one", async () => {
    const phone = { mobile: "9822017703" };
    const one = await register(first, { ...person, name: "Kaveri Gowda", ...phone });
    const again = await register(first, { ...person, name: "Kaveri Gowda", ...phone });
    const husband = await register(second, {
      name: "Manjunath Gowda",
      gender: "male",
      dob: "1980-01-30",
      ...phone,
    });
    await everybodyCatchesUp();
    expect(await alikeOf(first, one, again, husband)).toEqual([]);
  });

  test("is asked about one who stands ten times at most at a time, and again once somebody has decided", async () => {
    const body = { ...person, name: "Godavari Joshi", mobile: "9822017705" };
    const one = await register(first, body);
    await everybodyCatchesUp();
    const open = () =>
      first.rows(
        `SELECT id FROM conflicts WHERE conflict_kind = 'alike' AND conflict_status = 'open'
          AND json_extract(kept_value, '$') = ?`,
        one.id,
      );
    for (const count of [4, 4, 4]) {
      for (let made = 0; made < count; made += 1) await register(second, body);
      await everybodyCatchesUp();
    }
    const waiting = await open();
    expect(waiting).toHaveLength(10);
    const client = await first.client(["front_desk"]);
    await client.call(conflictsContract.resolve, {
      params: { id: String(waiting[0]?.["id"]) },
      body: { resolution: "dismiss", note: "Another of that name" },
    });
    await register(second, body);
    await register(second, body);
    await everybodyCatchesUp();
    expect(await open()).toHaveLength(10);
  });

  test("is asked about whoever stands for a record, and not about one that was merged", async () => {
    const body = { ...person, name: "Yamuna Shetty", mobile: "9822017704" };
    const [one, other] = await registeredTwice(body, body);
    await merge(first, one, other);
    await everybodyCatchesUp();
    const late = await register(first, body);
    await everybodyCatchesUp();
    const found = await alikeOf(first, one, other, late);
    expect(found.map(({ kept, other: fresh }) => [kept.value, fresh.value])).toEqual([
      [other.id, late.id],
    ]);
  });
});
