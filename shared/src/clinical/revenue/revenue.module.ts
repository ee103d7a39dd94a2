import type * as z from "zod";
import { today } from "#clinical/patients/patients.commands.ts";
import { fieldError } from "#kernel/errors.ts";
import { maySeeBranch } from "#resource/branch-scope.ts";
import type { ReadContext } from "#resource/context.ts";
import { defineModule, type Module } from "#resource/module.ts";
import { claimsOf, type PlaceBranch } from "./revenue.claims.ts";
import {
  mostDays,
  revenueContract,
  type RevenueSummary,
  type WaitingBranch,
} from "./revenue.contract.ts";
import { daysOf, periodBefore, type Period } from "./revenue.periods.ts";
import { ageing, byMethod, entriesOf, sumsBy, totalsOf, type Place } from "./revenue.reading.ts";

type Query = z.output<typeof revenueContract.summary.query>;

/** What a node knows of the batches that some branches have not sent yet. */
export type WaitingOf = (
  ctx: ReadContext,
  branchIds: readonly string[],
  period: Period,
) => Promise<readonly WaitingBranch[]>;

function wrong(path: string, code: "validation_error" | "invalid_reference", message: string) {
  return fieldError({ path, code, message });
}

/** The branches that are summed up. At a branch its own: of others it has no more than it was lent. */
async function branchesOf(
  ctx: ReadContext,
  asked: string | undefined,
): Promise<readonly PlaceBranch[]> {
  const rows = await ctx.db
    .selectFrom("branches")
    .select(["id", "time_zone as zone"])
    .where("tenant_id", "=", ctx.tenantId)
    .orderBy("id")
    .execute();
  const here = rows
    .filter(({ id }) => maySeeBranch(ctx.caller, id))
    .filter(({ id }) => ctx.node.kind === "hub" || id === ctx.branch.id);
  const named = here.filter(({ id }) => asked === undefined || id === asked);
  if (asked === undefined || named.length > 0) return named;
  throw wrong("branch_id", "invalid_reference", "names no branch that can be summed up here");
}

function periodOf({ date_from, date_to }: Query): Period {
  const days = daysOf({ date_from, date_to });
  if (days < 1) throw wrong("date_to", "validation_error", "is before date_from");
  if (days > mostDays)
    throw wrong("date_to", "validation_error", `must be at most ${mostDays} days with date_from`);
  return { date_from, date_to };
}

async function compared(
  place: Place,
  branches: readonly PlaceBranch[],
  period: Period,
  { compare }: Query,
) {
  if (compare === undefined) return null;
  const before = periodBefore(period, compare);
  const totals = totalsOf(await sumsBy(place, before, "branch"));
  return { period: before, totals, claims: await claimsOf(place, branches, before) };
}

async function summaryOf(
  ctx: ReadContext,
  query: Query,
  waitingOf: WaitingOf,
): Promise<RevenueSummary> {
  const period = periodOf(query);
  const branches = await branchesOf(ctx, query.branch_id);
  const branchIds = branches.map(({ id }) => id);
  const place = { session: ctx.session, tenantId: ctx.tenantId, branchIds };
  const { group_by: group = "day" } = query;
  const sums = await sumsBy(place, period, group);
  const waiting = await waitingOf(ctx, branchIds, period);
  const { currency } = await ctx.db
    .selectFrom("tenants")
    .select("currency")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", ctx.tenantId)
    .executeTakeFirstOrThrow();
  return {
    currency,
    group_by: group,
    period,
    totals: totalsOf(await sumsBy(place, period, "branch")),
    ageing: await ageing(place, period, today(ctx)),
    by_method: await byMethod(place, period),
    claims: await claimsOf(place, branches, period),
    series: entriesOf(sums, group),
    compared: await compared(place, branches, period, query),
    data_as_of: new Date(ctx.now()).toISOString(),
    complete: waiting.length === 0,
    waiting: [...waiting],
  };
}

/** `GET /v1/revenue/summary`. @param waitingOf what the node knows of what is not here yet */
export function revenueModule(waitingOf: WaitingOf): Module {
  return defineModule("revenue", revenueContract, {
    summary: ({ query }, ctx) => summaryOf(ctx, query, waitingOf),
  });
}
