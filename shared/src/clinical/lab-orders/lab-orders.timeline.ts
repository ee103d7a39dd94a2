import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";

// More than anybody orders in a stay.
const mostOrders = 500;

/** What became of the orders of a visit. */
export async function ordersOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "lab_orders", "read")) return [];
  const rows = await ctx.db
    .selectFrom("lab_orders")
    .select(["id", "order_no", "tests", "status_history"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostOrders)
    .execute();
  return rows.flatMap(({ id, order_no: number, tests, status_history: steps }) => {
    const names = tests.map(({ name }) => name).join(", ");
    return steps.map((step): TimelineEntry => ({
      at: step.at,
      kind: "lab_order",
      ref_type: "lab_orders",
      ref_id: id,
      summary: `Lab order ${number} ${step.status.replaceAll("_", " ")}: ${names}`,
      words: [step.status],
      text: `${names} · ${number}`,
      actor_id: step.by,
    }));
  });
}
