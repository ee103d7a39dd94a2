import * as z from "zod";
import { cashierShifts } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.record.ts";
import { claims } from "@edgeward/shared/clinical/claims/claims.record.ts";
import { invoices } from "@edgeward/shared/clinical/invoices/invoices.record.ts";
import { items } from "@edgeward/shared/clinical/items/items.record.ts";
import { payers } from "@edgeward/shared/clinical/payers/payers.record.ts";
import { payments } from "@edgeward/shared/clinical/payments/payments.record.ts";
import { priceLists } from "@edgeward/shared/clinical/price-lists/price-lists.record.ts";
import { stockLocations } from "@edgeward/shared/clinical/stock-locations/stock-locations.record.ts";
import { stockMoves } from "@edgeward/shared/clinical/stock/stock-moves.record.ts";
import { stock } from "@edgeward/shared/clinical/stock/stock.record.ts";
import { suppliers } from "@edgeward/shared/clinical/suppliers/suppliers.record.ts";
import type { WriteEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { parseInput } from "@edgeward/shared/pipeline/input.ts";
import type { BranchSettings, WriteContext } from "@edgeward/shared/resource/context.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { systemContext } from "#tenancy/system-context.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import type { SeededNode } from "./acting.ts";

const modules = [
  cashierShifts,
  claims,
  invoices,
  items,
  payers,
  payments,
  priceLists,
  stockLocations,
  stockMoves,
  stock,
  suppliers,
];
const routes = modules.flatMap((one) => one.routes);

/** Who does something at a branch, and when. */
export interface Doer {
  readonly staffId: string;
  readonly role: NonNullable<WriteContext["role"]>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Asked {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body: object;
}

const answerShape = z.looseObject({ id: z.string().catch(""), total_minor: z.int().catch(0) });

/** What a call answers, as far as the seed goes on with it. */
export type Answered = z.output<typeof answerShape>;

/** Asks one of the product's endpoints for something, as an operation of somebody's own. */
export type Call = (endpoint: WriteEndpoint, asked: Asked, by: Doer) => Promise<Answered>;

const noCall = {
  headers: {},
  query: {},
  body: null,
  ip: null,
  requestId: "",
  signal: new AbortController().signal,
} as const;

/** Calls that stand in one transaction. */
export function callsIn(
  { runtime }: SeededNode,
  session: Session,
  tenantId: string,
  branch: BranchSettings,
): Call {
  return async (endpoint, { params = {}, body }, { staffId, role, at }) => {
    const route = routes.find((one) => one.endpoint === endpoint);
    if (route?.kind !== "write") throw new Error(`the demo knows no way to ${endpoint.path}`);
    const actor = { id: staffId, type: "staff", role } as const;
    const origin = { ...systemOrigin(tenantId, branch.id), actor };
    // What is written down of past days stands at its time.
    const write = openWrite(session, { ...runtime, now: () => at }, origin, endpoint.operation);
    const ctx = systemContext(write, branch);
    const caller = { ...ctx.caller, type: "staff", roles: [role] } as const;
    const request = { ...noCall, method: endpoint.method, path: endpoint.path, params };
    const input = parseInput(endpoint, request, body);
    const answer = await route.handle(input, { ...ctx, caller, role });
    await write.flush([]);
    return answerShape.parse(answer);
  };
}
