import { afterAll, beforeAll, expect, test } from "vitest";
import type { IngestContext } from "@edgeward/hub/fleet/ingest/ingest-context.ts";
import { noServices, takeSet } from "@edgeward/hub/fleet/ingest/take-set.ts";
import { systemOrigin } from "@edgeward/hub/tenancy/system-origin.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { patientFields } from "#chaos/records.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";

// Two branches send records of one id at once, each on a connection of its own.
let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.stop());

function registration(id: string, nodeId: string, name: string): Operation {
  const { tenant, runtime, clock } = hub;
  const fields = { ...patientFields(tenant.branchId, 1), name, uhid: `U-${id}` };
  const hlc = createHlc({ now: clock.now, nodeTag: nodeId }).tick();
  return {
    op_id: runtime.newId("op"),
    type: "patient.create",
    entity: "patients",
    entity_id: id,
    hlc,
    at: isoInstant(clock.now()),
    branch_id: tenant.branchId,
    actor: { id: tenant.clerkId, type: "staff", role: "front_desk" },
    device_id: null,
    reason: null,
    schema: 2,
    changes: [{ table: "patients", id, kind: "insert", fields, base: {}, version: 1 }],
    events: [],
  };
}

function contextOf(session: Session, nodeId: string): IngestContext {
  const { tenant, runtime, clock } = hub;
  const { log, history, judge } = noServices;
  const place = { tenantId: tenant.id, nodeId, branchId: tenant.branchId };
  const receivedAt = isoInstant(clock.now());
  const origin = systemOrigin(tenant.id, null);
  return { ...place, session, runtime, receivedAt, origin, log, history, judge };
}

function take(operations: readonly Operation[], nodeId: string, beside?: Beside) {
  return hub.store.write({ tenantId: hub.tenant.id }, (session) => {
    const own = beside === undefined ? session : besideEachReading(session, beside);
    const items = operations.map((operation, seq) => ({ seq, operation }));
    return takeSet(contextOf(own, nodeId), items);
  });
}

/** What another connection commits behind the n-th look for the records of a set. */
type Beside = (time: number) => Promise<unknown>;

function besideEachReading(session: Session, beside: Beside): Session {
  let times = 0;
  const query: Session["query"] = async (text, values) => {
    const rows = await session.query(text, values);
    if (!/FROM patients .* FOR UPDATE/u.test(text)) return rows;
    times += 1;
    await beside(times);
    return rows;
  };
  return new Proxy(session, {
    get(target, name): unknown {
      if (name === "query") return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function"
        ? (...args: unknown[]): unknown => Reflect.apply(value, target, args)
        : value;
    },
  });
}

test("a record that another branch makes between looking and writing is merged with, however often, and never written over", async () => {
  const ids = [1, 2, 3].map(() => hub.runtime.newId("pat"));
  const own = ids.map((id) => registration(id, "nod_one", "Ours"));
  const taken = await take(own, "nod_one", async (time) => {
    const id = ids[time - 1];
    if (id !== undefined) await take([registration(id, "nod_two", "Theirs")], "nod_two");
  });
  expect(taken.results.map(({ outcome }) => outcome)).toEqual(["conflict", "conflict", "conflict"]);
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      `SELECT p.id, c.kept_value #>> '{}' AS kept, c.other_value #>> '{}' AS other
         FROM patients p JOIN conflicts c ON c.entity_id = p.id AND c.field = 'name'
        WHERE p.tenant_id = $1 AND p.id = ANY($2)`,
      [hub.tenant.id, ids],
    ),
  );
  expect(
    rows.map((row) =>
      [String(row["kept"]), String(row["other"])].toSorted((one, other) => (one < other ? -1 : 1)),
    ),
  ).toEqual(ids.map(() => ["Ours", "Theirs"]));
});
