import * as z from "zod";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { encountersModule } from "@edgeward/shared/clinical/encounters/encounters.module.ts";
import { labOrders } from "@edgeward/shared/clinical/lab-orders/lab-orders.record.ts";
import { labResults } from "@edgeward/shared/clinical/lab-results/lab-results.record.ts";
import { labTests } from "@edgeward/shared/clinical/lab-tests/lab-tests.record.ts";
import { prescriptions } from "@edgeward/shared/clinical/prescriptions/prescriptions.record.ts";
import { cashierShifts } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.record.ts";
import { dispenses } from "@edgeward/shared/clinical/dispenses/dispenses.record.ts";
import { invoices } from "@edgeward/shared/clinical/invoices/invoices.record.ts";
import { items } from "@edgeward/shared/clinical/items/items.record.ts";
import { payments } from "@edgeward/shared/clinical/payments/payments.record.ts";
import { stockLocations } from "@edgeward/shared/clinical/stock-locations/stock-locations.record.ts";
import { systemContext } from "@edgeward/hub/tenancy/system-context.ts";
import type { Role } from "@edgeward/shared/contract/access.ts";
import type { Endpoint } from "@edgeward/shared/contract/endpoint.ts";
import type { Statement, WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createKeyedHash } from "@edgeward/shared/kernel/keyed-hash.ts";
import { parseInput } from "@edgeward/shared/pipeline/input.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { seedTenant, systemOrigin, writeAsSystem, type TestTenant } from "#support/seed.ts";
import { testSeal } from "#support/value-seal.ts";
import { noting } from "./noted-session.ts";
import { registerOffline } from "./people.ts";

const served = [
  cashierShifts,
  dispenses,
  encountersModule,
  invoices,
  items,
  labOrders,
  labResults,
  labTests,
  payments,
  prescriptions,
  stockLocations,
];
const withId = z.looseObject({ id: z.string() });

const routes = served.flatMap((one) => one.routes);

/** An engine at which a clinic's work is done, without HTTP. */
export interface WorkPlace {
  readonly name: "hub" | "branch";
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenant: TestTenant;
  /** Runs statements in one transaction with nothing around them. */
  raw(statements: readonly Statement[]): Promise<void>;
}

/** What is asked of an endpoint. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Who asks; the manager of the branch where it is left out. */
  readonly role?: Role;
}

/** What writes at an engine. */
export function workRuntime(kind: "hub" | "branch", sink: WriteRuntime["sink"]): WriteRuntime {
  const nodeId = kind === "hub" ? "hub" : "nod_bench";
  const hashed = createKeyedHash(Buffer.alloc(32, 1));
  const hlc = createHlc({ now: Date.now, nodeTag: nodeId });
  return {
    nodeId,
    kind,
    now: Date.now,
    newId: createIdSource(Date.now),
    tick: () => hlc.tick(),
    hashValue: (tenant, text) => hashed(`${tenant}\n${text}`),
    valueSeal: testSeal,
    sink,
    reactors: [],
  };
}

/** A tenant with branches and people; at a branch they have come from the hub. */
export function workTenant(store: Store, runtime: WriteRuntime): Promise<TestTenant> {
  const quiet = { ...runtime, sink: { statements: () => Promise.resolve([]) } };
  return seedTenant({ store, runtime: quiet }, { code: "WRK", hasNode: runtime.kind === "branch" });
}

/** Who asks: the doctor for a doctor's work, somebody else of the branch for all other. */
function callerOf({ tenant }: WorkPlace, role: Role): string {
  return role === "doctor" ? tenant.doctorId : tenant.clerkId;
}

function originOf(place: WorkPlace, role: Role): WriteOrigin {
  const { tenant } = place;
  const actor = { id: callerOf(place, role), type: "staff", role } as const;
  return { ...systemOrigin(tenant.id), branchId: tenant.branchId, actor };
}

/** Asks an endpoint for something within an open transaction; what was asked for is written as it ends. */
async function answered(place: WorkPlace, session: Session, asked: Asked): Promise<unknown> {
  const { endpoint, params = {}, query = {}, body = null, role = "branch_admin" } = asked;
  const route = routes.find((one) => one.endpoint === endpoint);
  if (route === undefined) throw new Error(`nothing serves ${endpoint.path}`);
  const name = "operation" in endpoint ? endpoint.operation : "read";
  const write = openWrite(session, place.runtime, originOf(place, role), name);
  const branch = {
    id: place.tenant.branchId,
    code: "WRK1",
    name: "Branch",
    timeZone: "Asia/Kolkata",
    country: "IN",
    hasNode: place.runtime.kind === "branch",
  };
  const ctx = systemContext(write, branch);
  const roles = [role, "pharmacist"];
  const caller = { ...ctx.caller, id: callerOf(place, role), type: "staff", roles } as const;
  const request = {
    headers: {},
    ip: null,
    requestId: "",
    signal: new AbortController().signal,
    method: endpoint.method,
    path: endpoint.path,
    params,
    query,
    body: null,
  };
  const input = parseInput(endpoint, request, body);
  const full = { ...ctx, caller, role, auditRead: () => undefined };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a route takes the input of its own endpoint, which was parsed by that
  const handle = route.handle as (input: unknown, ctx: unknown) => Promise<unknown>;
  const answer = await handle(input, full);
  if ("operation" in endpoint) await write.flush([]);
  return answer;
}

/** Does what is asked, and answers after the commit. */
export function done(place: WorkPlace, asked: Asked): Promise<unknown> {
  return place.store.write({ tenantId: place.tenant.id }, (session) =>
    answered(place, session, asked),
  );
}

/** Has what is asked read, as a page of a list is. */
export function seen(place: WorkPlace, asked: Asked): Promise<unknown> {
  return place.store.read({ tenantId: place.tenant.id }, (session) =>
    answered(place, session, asked),
  );
}

class TakenBack extends Error {}

/** The session, with a note of everything that it writes, its counters as well. */
function notingAll(session: Session, tenantId: string, notes: Statement[]): Session {
  const { dialect } = session;
  return {
    ...noting(session, notes),
    next: (name) => {
      notes.push({
        text: `INSERT INTO counters (tenant_id, counter_name, counter_value)
          VALUES (${dialect.placeholder(1)}, ${dialect.placeholder(2)}, 1)
          ON CONFLICT (tenant_id, counter_name) DO UPDATE SET counter_value = counters.counter_value + 1
          RETURNING counter_value`,
        values: [tenantId, name],
      });
      return session.next(name);
    },
  };
}

/** The statements by which something is done, which is then taken back: nothing of it is kept. */
export async function statementsOf(
  at: WorkPlace,
  asked: Asked,
): Promise<{ readonly statements: readonly Statement[]; readonly answer: unknown }> {
  const notes: Statement[] = [];
  let answer: unknown = null;
  try {
    await at.store.write({ tenantId: at.tenant.id }, async (session) => {
      answer = await answered(at, notingAll(session, at.tenant.id, notes), asked);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return { statements: notes, answer };
}

/** Has something made. @returns its id */
export async function made(place: WorkPlace, asked: Asked): Promise<string> {
  return withId.parse(await done(place, asked)).id;
}

/** Registers so many people. @returns their ids */
export async function addPatients(place: WorkPlace, count: number): Promise<readonly string[]> {
  const { tenant, runtime } = place;
  const plan = { count, seed: 7, branchId: tenant.branchId, code: "WRK1" };
  const people = registerOffline(plan, count, createIdSource(Date.now));
  await writeAsSystem({ store: place.store, runtime }, tenant.id, (write) => {
    for (const { id, fields } of people) write.insert(patientsTable, id, fields);
  });
  return people.map(({ id }) => id);
}
