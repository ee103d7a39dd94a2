import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  operationsContract,
  retryOrDiscardContract,
} from "@edgeward/shared/sync/wire/operations.contract.ts";
import {
  hubSyncStatusContract,
  syncStatusContract,
} from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

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

async function registerHere(): Promise<string> {
  const client = await branch.client(["front_desk"]);
  const body = { name: "Imran Sheikh", gender: "male", dob: "1984-02-29" } as const;
  return (await client.call(patientsContract.create, { body })).body.id;
}

async function changeHere(id: string, language: string): Promise<void> {
  const client = await branch.client(["front_desk"]);
  const body = { preferred_language: language };
  await client.call(patientsContract.update, { params: { id }, body });
}

/** Spoils what the journal holds of a registration, as a faulty program would, so that the hub cannot take it. */
async function spoil(id: string, isSpoilt: boolean): Promise<string> {
  const [row] = await branch.rows(
    "SELECT op_id, operation FROM journal WHERE operation LIKE '%' || ? || '%' ORDER BY seq LIMIT 1",
    id,
  );
  const operation = JSON.stringify(row?.["operation"]);
  const spoilt = isSpoilt
    ? operation.replace('"gender":"male"', '"gender":7')
    : operation.replace('"gender":7', '"gender":"male"');
  const opId = String(row?.["op_id"]);
  await branch.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("UPDATE journal SET operation = ? WHERE op_id = ?", [spoilt, opId]),
  );
  return opId;
}

/** Puts the hub's copy right, as a newer version of the hub would read it. */
async function repairAtHub(opId: string): Promise<void> {
  await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      `UPDATE received_operations SET operation = jsonb_set(operation::jsonb, '{changes,0,fields,gender}', '"male"')
        WHERE tenant_id = $1 AND op_id = $2`,
      [hub.tenant.id, opId],
    ),
  );
}

/** A registration that the hub refuses, and a visit that waits for it. */
async function refusedRegistration() {
  const patientId = await registerHere();
  const opId = await spoil(patientId, true);
  const client = await branch.client(["doctor"]);
  const body = {
    patient_id: patientId,
    encounter_type: "OPD",
    doctor_id: hub.tenant.doctorId,
  } as const;
  const visitId = (await client.call(encountersContract.create, { body })).body.id;
  await branch.push();
  return { patientId, opId, visitId };
}

async function decide(opId: string, action: "retry" | "discard", role = "tenant_admin") {
  const client = await clientFor(hub, hub.tenant, { claims: { roles: [role] } });
  const body = { action, note: "The program was put right" };
  return (await client.call(retryOrDiscardContract.update, { params: { op_id: opId }, body })).body;
}

async function quarantinedAt(place: "hub" | "branch", outcome?: "discarded") {
  const client =
    place === "hub" ? await clientFor(hub, hub.tenant) : await branch.client(["front_desk"]);
  return (
    await client.call(operationsContract.list, {
      query: { limit: "100", ...(outcome === undefined ? {} : { outcome }) },
    })
  ).body.data;
}

async function statusAt(place: "hub" | "branch") {
  return place === "hub"
    ? (await (await clientFor(hub, hub.tenant)).call(hubSyncStatusContract.status)).body
    : (await (await branch.client(["front_desk"])).call(syncStatusContract.status)).body;
}

async function patientAtHub(id: string) {
  return hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.kysely
      .selectFrom("patients")
      .selectAll()
      .where("tenant_id", "=", hub.tenant.id)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
}

describe("an operation that the hub refuses", () => {
  // Each test begins with nothing aside.
  afterEach(async () => {
    for (const { op_id: opId } of await quarantinedAt("hub")) await decide(opId, "discard");
    await branch.pull();
  });

  test("is listed at both nodes with its reason and the names of what it would have changed, never the values", async () => {
    const { opId, patientId } = await refusedRegistration();
    for (const place of ["hub", "branch"] as const) {
      const listed = await quarantinedAt(place);
      const refused = listed.find((one) => one.op_id === opId);
      expect(refused).toMatchObject({
        outcome: "rejected",
        code: "invalid_field",
        message: "changes.0.fields.gender: must be one of male, female, other, unknown",
        type: "patient.create",
        entity_id: patientId,
        actor: { id: hub.tenant.clerkId, type: "staff" },
      });
      expect(refused?.changes[0]?.fields).toContain("gender");
      expect(listed.filter((one) => one.held_by === opId)).toMatchObject([
        { outcome: "held", type: "encounter.create" },
      ]);
      expect(JSON.stringify(listed)).not.toContain("Imran");
      const status = await statusAt(place);
      expect([status.rejected, status.held]).toEqual([1, 1]);
      expect(status.reason).toContain("1 operation was refused");
    }
  });

  test("is taken when it is tried again and can be, with those that waited for it, and the branch learns it", async () => {
    const { opId, patientId, visitId } = await refusedRegistration();
    await repairAtHub(opId);
    const resolved = await decide(opId, "retry");
    expect(resolved.operation).toMatchObject({ op_id: opId, outcome: "applied" });
    expect(resolved.dependants).toMatchObject([{ entity_id: visitId, outcome: "applied" }]);
    expect(await patientAtHub(patientId)).toMatchObject({ name: "Imran Sheikh", gender: "male" });
    await branch.pull();
    expect(await quarantinedAt("branch")).toEqual([]);
    expect(await quarantinedAt("hub")).toEqual([]);
    expect(await statusAt("branch")).toMatchObject({ held: 0, rejected: 0, reason: null });
    const journaled = await branch.rows("SELECT journal_state FROM journal WHERE op_id = ?", opId);
    expect(journaled).toEqual([{ journal_state: "acknowledged" }]);
    const client = await branch.client(["front_desk"]);
    const { body } = await client.call(patientsContract.get, { params: { id: patientId } });
    expect(body.sync_state).toBe("synced");
    await changeHere(patientId, "mr");
    expect(await branch.push()).toMatchObject([{ outcome: "applied" }]);
  });

  test("stays aside when it is tried again and still cannot be taken", async () => {
    const { opId } = await refusedRegistration();
    const resolved = await decide(opId, "retry");
    expect(resolved.operation).toMatchObject({ outcome: "rejected", code: "invalid_field" });
    expect(resolved.dependants).toMatchObject([{ outcome: "held", held_by: opId }]);
    await branch.pull();
    expect(await statusAt("branch")).toMatchObject({ held: 1, rejected: 1 });
  });

  test("is gone from the lists when it is discarded, and what waited for it is refused in its turn", async () => {
    const { opId, visitId } = await refusedRegistration();
    const resolved = await decide(opId, "discard");
    expect(resolved.operation).toMatchObject({
      outcome: "discarded",
      message: "The program was put right",
    });
    expect(resolved.dependants).toMatchObject([
      { entity_id: visitId, outcome: "rejected", code: "dependency_discarded" },
    ]);
    await branch.pull();
    for (const place of ["hub", "branch"] as const) {
      const listed = await quarantinedAt(place);
      expect(listed.map((one) => one.op_id)).not.toContain(opId);
      expect(listed).toHaveLength(1);
      const discarded = await quarantinedAt(place, "discarded");
      expect(discarded.map((one) => one.op_id)).toContain(opId);
    }
    await expect(decide(opId, "discard")).rejects.toMatchObject({
      status: 409,
      details: { from: "discarded", allowed: ["retry"] },
    });
  });

  test("goes up again with what waited for it when the hub has lost both, and is judged anew", async () => {
    const { opId } = await refusedRegistration();
    const [lost] = await branch.rows("SELECT seq FROM journal WHERE op_id = ?", opId);
    const held = Number(lost?.["seq"]) - 1;
    await hub.store.write({ tenantId: hub.tenant.id }, async (session) => {
      const values = [hub.tenant.id, branch.identity.nodeId, held];
      for (const text of [
        "DELETE FROM received_operations WHERE tenant_id = $1 AND node_id = $2 AND seq > $3",
        "UPDATE nodes SET accepted_seq = $3 WHERE tenant_id = $1 AND id = $2",
      ])
        await session.query(text, values);
    });
    const later = await registerHere();
    await expect(branch.push()).rejects.toMatchObject({ code: "sequence_gap" });
    expect((await branch.push()).map(({ outcome }) => outcome)).toEqual([
      "rejected",
      "held",
      "applied",
    ]);
    expect(await patientAtHub(later)).toBeDefined();
    expect(await statusAt("branch")).toMatchObject({ held: 1, rejected: 1, unsent: 0 });
  });

  test("leaves nothing at the branch of what it had made when it is discarded, and the branch says so", async () => {
    const { opId, patientId, visitId } = await refusedRegistration();
    const kept = await registerHere();
    await changeHere(kept, "mr");
    await decide(opId, "discard");
    await branch.pull();
    const client = await branch.client(["front_desk"]);
    const gone = client.call(patientsContract.get, { params: { id: patientId } });
    await expect(gone).rejects.toMatchObject({ status: 404 });
    expect(await branch.rows("SELECT 1 FROM encounters WHERE id = ?", visitId)).toEqual([]);
    const keys = "SELECT 1 FROM search_keys WHERE entity_id IN (?, ?)";
    expect(await branch.rows(keys, patientId, visitId)).toEqual([]);
    const audited = await branch.rows(
      "SELECT entity_id, action FROM audit_events WHERE action = 'discard' AND entity_id IN (?, ?) ORDER BY entity_id",
      patientId,
      visitId,
    );
    expect(audited).toEqual(
      [patientId, visitId].toSorted().map((id) => ({ entity_id: id, action: "discard" })),
    );
    const other = await client.call(patientsContract.get, { params: { id: kept } });
    expect(other.body.preferred_language).toBe("mr");
    // Put right and tried again after all, it comes back by the feed.
    await repairAtHub(opId);
    expect((await decide(opId, "retry")).operation).toMatchObject({ outcome: "applied" });
    await branch.pull();
    const back = await client.call(patientsContract.get, { params: { id: patientId } });
    expect(back.body).toMatchObject({ name: "Imran Sheikh", sync_state: "synced" });
  });

  test("is decided about by administrators of its own tenant only", async () => {
    const { opId } = await refusedRegistration();
    await expect(decide(opId, "retry", "front_desk")).rejects.toMatchObject({ status: 403 });
    const stranger = await clientFor(hub, hub.other);
    const request = { params: { op_id: opId }, body: { action: "retry", note: "Mine" } } as const;
    await expect(stranger.call(retryOrDiscardContract.update, request)).rejects.toMatchObject({
      status: 404,
    });
  });

  test("is decided about at the desk by the branch's administrator: at the hub, at once, and under their name", async () => {
    const { opId, patientId } = await refusedRegistration();
    const body = { action: "discard", note: "Entered again" } as const;
    const request = { params: { op_id: opId }, body };
    const clerk = await branch.client(["front_desk"]);
    await expect(clerk.call(retryOrDiscardContract.update, request)).rejects.toMatchObject({
      status: 403,
    });
    const here = await branch.client(["branch_admin"]);
    const key = { idempotencyKey: "one-decision" };
    const resolved = await here.call(retryOrDiscardContract.update, request, key);
    expect(resolved.body.operation).toMatchObject({
      op_id: opId,
      outcome: "discarded",
      message: expect.stringMatching(/^Entered again \(Ravi Kumar, \w+\)$/u),
    });
    expect(resolved.body.dependants).toHaveLength(1);
    const again = await here.call(retryOrDiscardContract.update, request, key);
    expect(again.body).toEqual(resolved.body);
    await expect(here.call(retryOrDiscardContract.update, request)).rejects.toMatchObject({
      code: "invalid_transition",
    });
    await branch.pull();
    expect(
      (await here.call(operationsContract.list, {})).body.data.map((one) => one.op_id),
    ).not.toContain(opId);
    await expect(
      clerk.call(patientsContract.get, { params: { id: patientId } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

/** The list read from its end back to its beginning, in its own order. */
async function walkBack(client: Client, length: number): Promise<readonly string[]> {
  const outcome = "rejected";
  const first = await client.call(operationsContract.list, {
    query: { limit: String(length - 1), outcome },
  });
  let { body } = await client.call(operationsContract.list, {
    query: { limit: "2", outcome, cursor: first.body.next_cursor ?? "" },
  });
  const seen = body.data.map((one) => one.op_id);
  while (body.prev_cursor !== null) {
    const query = { limit: "2", outcome, cursor: body.prev_cursor } as const;
    body = (await client.call(operationsContract.list, { query })).body;
    seen.unshift(...body.data.map((one) => one.op_id));
  }
  return seen;
}

describe("a list of operations that are quarantined", () => {
  test("is read page by page, newest first, each once", async () => {
    const opIds: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const id = await registerHere();
      opIds.unshift(await spoil(id, true));
    }
    await branch.push();
    for (const place of ["hub", "branch"] as const) {
      const client =
        place === "hub" ? await clientFor(hub, hub.tenant) : await branch.client(["front_desk"]);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: { limit: string; outcome: "rejected"; cursor?: string } = {
          limit: "2",
          outcome: "rejected",
          ...(cursor === null ? {} : { cursor }),
        };
        const { body }: { body: { data: { op_id: string }[]; next_cursor: string | null } } =
          await client.call(operationsContract.list, { query });
        seen.push(...body.data.map((one) => one.op_id));
        cursor = body.next_cursor;
      } while (cursor !== null);
      expect(seen.slice(0, 5)).toEqual(opIds);
      expect(new Set(seen).size).toBe(seen.length);
      expect(await walkBack(client, seen.length)).toEqual(seen);
    }
  });

  test("refuses a cursor of other filters", async () => {
    const client = await clientFor(hub, hub.tenant);
    const { body } = await client.call(operationsContract.list, { query: { limit: "1" } });
    const query = { cursor: body.next_cursor ?? "", outcome: "held" } as const;
    await expect(client.call(operationsContract.list, { query })).rejects.toMatchObject({
      status: 400,
      code: "invalid_cursor",
    });
  });
});

describe("the state of a branch's node at the hub", () => {
  test("says that it is in touch, how far it has come, and by how much its clock differs", async () => {
    await registerHere();
    await branch.push();
    await branch.pull();
    const status = await statusAt("hub");
    expect(status).toMatchObject({
      state: "online",
      node_id: branch.identity.nodeId,
      unsent: null,
    });
    const [last] = await branch.rows("SELECT max(seq) AS seq FROM journal");
    expect(status).toMatchObject({ accepted_seq: last?.["seq"] });
    expect(Math.abs(status.clock_skew_ms ?? 1e9)).toBeLessThan(5_000);
  });

  test("says since when nothing has been heard of it", async () => {
    const before = await statusAt("hub");
    hub.clock.advance(10 * 60_000);
    expect(await statusAt("hub")).toMatchObject({
      state: "offline",
      since: before.last_contact_at,
    });
    await branch.pull();
    await expect
      .poll(async () => (await statusAt("hub")).state, { timeout: 30_000 })
      .toBe("online");
  });

  test("is none for a branch without a node", async () => {
    const headers = { "x-branch-id": hub.tenant.secondBranchId };
    const client = await clientFor(hub, hub.tenant, { headers });
    await expect(client.call(hubSyncStatusContract.status)).rejects.toMatchObject({ status: 404 });
  });
});
