import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";

// More than anybody is prescribed in a stay.
const mostPrescriptions = 500;

/** What became of the prescriptions of a visit. */
export async function prescriptionsOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "prescriptions", "read")) return [];
  const rows = await ctx.db
    .selectFrom("prescriptions")
    .select(["id", "rx_no", "items", "status_history"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostPrescriptions)
    .execute();
  return rows.flatMap(({ id, rx_no: number, items, status_history: steps }) => {
    const drugs = items.map((one) => one.drug_name).join(", ");
    return steps.map((step): TimelineEntry => ({
      at: step.at,
      kind: "prescription",
      ref_type: "prescriptions",
      ref_id: id,
      summary: `Prescription ${number} ${step.status.replaceAll("_", " ")}: ${drugs}`,
      words: [step.status],
      text: `${drugs} · ${number}`,
      actor_id: step.by,
    }));
  });
}
