import { revenueModule } from "@edgeward/shared/clinical/revenue/revenue.module.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { journalCounts } from "./sync-status.module.ts";

/** `GET /v1/revenue/summary` of a branch, which sums up its own and says what of it the hub has not got. */
export const branchRevenueModule = revenueModule(async (ctx) => {
  const { unsent, held, rejected } = await journalCounts(ctx.session);
  const set_aside = held + rejected;
  if (unsent === 0 && set_aside === 0) return [];
  return [{ branch_id: ctx.branch.id, unsent, set_aside, as_of: isoInstant(ctx.now()) }];
});
