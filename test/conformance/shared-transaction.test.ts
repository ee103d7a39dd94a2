import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { worldOf, type World } from "./world.ts";

// At the hub commands that arrive together share a transaction; to each it must be as if it had one of its own.

let hub: TestHub;
let world: World;

beforeAll(async () => {
  hub = await startTestHub();
  world = await worldOf(hub, hub.tenant);
});

afterAll(() => hub.stop());

function rows(text: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
  return hub.store.read({ tenantId: hub.tenant.id }, (session) => session.query(text, values));
}

const person = { gender: "male", dob: "1981-05-06" } as const;

function register(name: string, more: Readonly<Record<string, string>> = {}) {
  return world.client.call(patientsContract.create, { body: { ...person, name, ...more } });
}

/** What became of calls: the answers' bodies, and the codes of what was refused. */
async function outcomes<T>(calls: readonly Promise<{ readonly body: T }>[]) {
  const resolved = await Promise.allSettled(calls);
  return {
    bodies: resolved.flatMap((one) => (one.status === "fulfilled" ? [one.value.body] : [])),
    refusals: resolved.flatMap((one) => {
      if (one.status === "fulfilled") return [];
      return [one.reason instanceof ApiError ? one.reason.code : String(one.reason)];
    }),
  };
}

function counterOf(uhid: string): number {
  return Number(uhid.split("-")[1]);
}

async function transactionsOf(ids: readonly string[]): Promise<number> {
  const [row] = await rows(
    "SELECT count(DISTINCT xmin::text)::int AS n FROM patients WHERE tenant_id = $1 AND id = ANY($2)",
    [hub.tenant.id, ids],
  );
  return Number(row?.["n"]);
}

const origin = () => ({
  tenantId: hub.tenant.id,
  branchId: hub.tenant.branchId,
  actor: { id: "system", type: "system", role: null } as const,
  clientId: null,
  sessionId: null,
  deviceId: null,
  requestId: null,
  ip: null,
  reason: null,
  trust: "online" as const,
});

function write<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return hub.store.write({ tenantId: hub.tenant.id, mayShare: true }, work);
}

describe("commands that arrive together", () => {
  test("share transactions, and each leaves its own row, audit, event, feed entry and answer", async () => {
    const made = await Promise.all(Array.from({ length: 60 }, (_, n) => register(`Crowd ${n}`)));
    const ids = made.map(({ body }) => body.id);
    expect(await transactionsOf(ids)).toBeLessThan(30);
    const [left] = await rows(
      `SELECT (SELECT count(*)::int FROM patients WHERE id = ANY($1)) AS patients,
              (SELECT count(*)::int FROM audit_events WHERE entity_id = ANY($1) AND action = 'create') AS audited,
              (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events,
              (SELECT count(*)::int FROM feed WHERE entity_id = ANY($1)) AS fed,
              (SELECT count(DISTINCT entity_id)::int FROM search_keys WHERE entity_id = ANY($1)) AS found,
              (SELECT count(*)::int FROM claims WHERE entity_id = ANY($1)) AS claimed,
              (SELECT count(*)::int FROM idempotency_keys WHERE response_body::jsonb ->> 'id' = ANY($1)) AS answers`,
      [ids],
    );
    const all = { patients: 60, audited: 60, events: 60, fed: 60, found: 60, claimed: 60 };
    expect(left).toEqual({ ...all, answers: 60 });
    const verdicts = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
      verifyAudit(session, hub.tenant.id),
    );
    expect(verdicts.filter(({ ok }) => !ok)).toEqual([]);
  });

  test("get numbers without a gap or a double, though some of them are refused", async () => {
    const before = counterOf((await register("First of the row")).body.uhid);
    const abha = { abha_id: "91-1234-5678-9012" };
    const { bodies, refusals } = await outcomes(
      Array.from({ length: 40 }, (_, n) => register(`Row ${n}`, n % 4 === 0 ? abha : {})),
    );
    expect(refusals).toEqual(Array.from({ length: 9 }, () => "duplicate_abha_id"));
    const after = counterOf((await register("Last of the row")).body.uhid);
    const taken = bodies.map(({ uhid }) => counterOf(uhid)).toSorted((one, two) => one - two);
    expect(new Set(taken).size).toBe(31);
    // The series leaves out a few numbers of its own, whose check character would not tell swapped digits.
    const [counter] = await rows(
      "SELECT counter_value FROM counters WHERE tenant_id = $1 AND counter_name = $2",
      [hub.tenant.id, `uhid:${hub.tenant.branchId}:hub`],
    );
    expect(counter?.["counter_value"]).toBe(after);
    expect(after - before).toBeLessThanOrEqual(32 + 6);
  });

  test("give back the numbers of one that is refused after it took them, and the others keep theirs dense", async () => {
    const series = `test:${hub.tenant.branchId}`;
    const take = (isRefused: boolean) =>
      write(async (session) => {
        const unit = openWrite(session, hub.runtime, origin(), "test.take");
        const number = await unit.next(series);
        try {
          if (isRefused) throw new AppError("version_conflict", "Refused behind its number.");
          await unit.flush([]);
          return number;
        } catch (error) {
          await unit.undo();
          await unit.flush([]);
          throw error;
        }
      });
    const turns = Array.from({ length: 24 }, (_, n) => take(n % 5 === 2));
    const resolved = await Promise.allSettled(turns);
    const numbers = resolved.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(resolved.filter((one) => one.status === "rejected")).toHaveLength(5);
    expect(numbers.toSorted((one, two) => one - two)).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
  });

  test("change one record one after the other, each seeing what the one before it left", async () => {
    const id = await world.patient("Much Changed");
    const fields = ["blood_group", "marital_status", "email", "preferred_language"] as const;
    const values = {
      blood_group: "O+",
      marital_status: "single",
      preferred_language: "hi",
    } as const;
    const bodies = fields.map((field) =>
      field === "email" ? { email: "much@example.org" } : { [field]: values[field] },
    );
    const answers = await Promise.all(
      bodies.map((body) => world.client.call(patientsContract.update, { params: { id }, body })),
    );
    expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([2, 3, 4, 5]));
    const { body } = await world.client.call(patientsContract.get, { params: { id } });
    expect(body).toMatchObject({ ...values, email: "much@example.org", version: 5 });
  });

  test("leave no audit of a change that was refused", async () => {
    const abha = { abha_id: "91-7777-5678-9012" };
    await register("Holds the number", abha);
    const id = await world.patient("Wants the number");
    const call = world.client.call(patientsContract.update, { params: { id }, body: abha });
    expect((await outcomes([call])).refusals).toEqual(["duplicate_abha_id"]);
    const audited = await rows(
      "SELECT action FROM audit_events WHERE entity_id = $1 AND action <> 'create'",
      [id],
    );
    expect(audited).toEqual([]);
  });

  test("with one version to change have one winner", async () => {
    const id = await world.patient("Once Changed");
    const calls = Array.from({ length: 12 }, (_, n) =>
      world.client.call(
        patientsContract.update,
        { params: { id }, body: { email: `n${n}@example.org` } },
        { headers: { "if-match": '"v1"' } },
      ),
    );
    const { bodies, refusals } = await outcomes(calls);
    expect(bodies.map(({ version }) => version)).toEqual([2]);
    expect(refusals).toEqual(Array.from({ length: 11 }, () => "version_conflict"));
  });

  test("for one free slot have one winner", async () => {
    const slot = world.freeSlot();
    const patients = await Promise.all(Array.from({ length: 10 }, () => world.patient()));
    const calls = patients.map((patient) =>
      world.client.call(appointmentsContract.create, {
        body: { patient_id: patient, provider_id: hub.tenant.doctorId, slot_time: slot },
      }),
    );
    const { bodies, refusals } = await outcomes(calls);
    expect(bodies).toHaveLength(1);
    expect(new Set(refusals).size).toBe(1);
    expect(refusals).not.toContain("internal");
  });

  test("are each answered with their own, when the database refuses one of them", async () => {
    const bad = { text: "INSERT INTO patients (id) VALUES ($1)", values: ["pat_half"] };
    const failing = write(async (session) => {
      await session.runAll([bad]);
      return "never";
    });
    const [made, failed] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, n) => register(`Beside a fault ${n}`))),
      failing.catch((error: unknown) => String(error)),
    ]);
    expect(failed).toMatch(/null value|row-level security|without a partition column/);
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(await rows("SELECT id FROM patients WHERE id = 'pat_half'", [])).toEqual([]);
  });

  test("that ask the database in words of their own get a transaction of their own", async () => {
    const ask = (session: Session) =>
      session.query("SELECT pg_current_xact_id()::text AS xid, $1::text AS kind", ["own"]);
    const [one, other] = await Promise.all([write(ask), write(ask), register("Beside their own")]);
    expect(one[0]).toMatchObject({ kind: "own", xid: expect.stringMatching(/^\d+$/) });
    expect(other[0]?.["xid"]).not.toBe(one[0]?.["xid"]);
  });

  test("that catch the refusal of their own words get a transaction of their own all the same", async () => {
    const answer = await write(async (session) => {
      const asked = session.query("SELECT 1 AS one", []);
      return asked.catch(() => "refused");
    });
    expect(answer).toEqual([{ one: 1 }]);
  });

  test("are repeated by their keys as if each had come alone", async () => {
    const keys = Array.from({ length: 10 }, () => hub.runtime.newId("req"));
    const ask = (key: string, name: string) =>
      world.client.call(
        patientsContract.create,
        { body: { ...person, name } },
        { idempotencyKey: key },
      );
    const first = await Promise.all(keys.map((key) => ask(key, "Said twice")));
    const counter = () =>
      rows("SELECT counter_value FROM counters WHERE tenant_id = $1 AND counter_name = $2", [
        hub.tenant.id,
        `uhid:${hub.tenant.branchId}:hub`,
      ]);
    const before = await counter();
    const again = await Promise.all(keys.map((key) => ask(key, "Said twice")));
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    expect(again.every(({ headers }) => headers.get("idempotent-replayed") === "true")).toBe(true);
    expect(await counter()).toEqual(before);
    const { refusals } = await outcomes(keys.map((key) => ask(key, "Said otherwise")));
    expect(await counter()).toEqual(before);
    expect(refusals).toEqual(keys.map(() => "idempotency_key_reused"));
  });
});
