import { createHmac } from "node:crypto";
import { cashierShifts } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.record.ts";
import { dispenses } from "@edgeward/shared/clinical/dispenses/dispenses.record.ts";
import { invoices } from "@edgeward/shared/clinical/invoices/invoices.record.ts";
import { items } from "@edgeward/shared/clinical/items/items.record.ts";
import { payments } from "@edgeward/shared/clinical/payments/payments.record.ts";
import { stockLocations } from "@edgeward/shared/clinical/stock-locations/stock-locations.record.ts";
import { systemContext } from "@edgeward/hub/tenancy/system-context.ts";
import type { Endpoint } from "@edgeward/shared/contract/endpoint.ts";
import type { Statement, WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { parseInput } from "@edgeward/shared/pipeline/input.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { seedTenant, systemOrigin, type TestTenant } from "#support/seed.ts";
import { testSeal } from "#support/value-seal.ts";
import { noting } from "./noted-session.ts";

const routes = [cashierShifts, dispenses, invoices, items, payments, stockLocations].flatMap(
  (one) => one.routes,
);

/** An engine at which goods are given out and bills are made, without HTTP. */
export interface TradePlace {
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
}

/** What writes at an engine. */
export function tradeRuntime(kind: "hub" | "branch", sink: WriteRuntime["sink"]): WriteRuntime {
  const nodeId = kind === "hub" ? "hub" : "nod_bench";
  const hlc = createHlc({ now: Date.now, nodeTag: nodeId });
  return {
    nodeId,
    kind,
    now: Date.now,
    newId: createIdSource(Date.now),
    tick: () => hlc.tick(),
    hashValue: (tenant, text) => createHmac("sha256", tenant).update(text).digest("hex"),
    valueSeal: testSeal,
    sink,
    reactors: [],
  };
}

/** A tenant with branches and people; at a branch they have come from the hub. */
export function tradeTenant(store: Store, runtime: WriteRuntime): Promise<TestTenant> {
  const quiet = { ...runtime, sink: { statements: () => Promise.resolve([]) } };
  return seedTenant({ store, runtime: quiet }, { code: "TRD", hasNode: runtime.kind === "branch" });
}

function originOf({ tenant }: TradePlace): WriteOrigin {
  const actor = { id: tenant.clerkId, type: "staff", role: "branch_admin" } as const;
  return { ...systemOrigin(tenant.id), branchId: tenant.branchId, actor };
}

/** Asks an endpoint for something within an open transaction; what was asked for is written as it ends. */
async function answered(place: TradePlace, session: Session, asked: Asked): Promise<unknown> {
  const { endpoint, params = {}, query = {}, body = null } = asked;
  const route = routes.find((one) => one.endpoint === endpoint);
  if (route === undefined) throw new Error(`nothing serves ${endpoint.path}`);
  const name = "operation" in endpoint ? endpoint.operation : "read";
  const write = openWrite(session, place.runtime, originOf(place), name);
  const branch = {
    id: place.tenant.branchId,
    code: "TRD1",
    name: "Branch",
    timeZone: "Asia/Kolkata",
    country: "IN",
    hasNode: place.runtime.kind === "branch",
  };
  const ctx = systemContext(write, branch);
  const roles = ["branch_admin", "pharmacist"];
  const caller = { ...ctx.caller, id: place.tenant.clerkId, type: "staff", roles } as const;
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
  const full = { ...ctx, caller, role: "branch_admin", auditRead: () => undefined };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a route takes the input of its own endpoint, which was parsed by that
  const handle = route.handle as (input: unknown, ctx: unknown) => Promise<unknown>;
  const answer = await handle(input, full);
  if ("operation" in endpoint) await write.flush([]);
  return answer;
}

/** Does what is asked, and answers after the commit. */
export function done(place: TradePlace, asked: Asked): Promise<unknown> {
  return place.store.write({ tenantId: place.tenant.id }, (session) =>
    answered(place, session, asked),
  );
}

/** Has what is asked read, as a page of a list is. */
export function seen(place: TradePlace, asked: Asked): Promise<unknown> {
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
  at: TradePlace,
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
