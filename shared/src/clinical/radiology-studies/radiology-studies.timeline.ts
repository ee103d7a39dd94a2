import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";

// More than anybody has taken in a stay.
const mostStudies = 500;

/** What became of the radiology studies of a visit. */
export async function studiesOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "radiology_studies", "read")) return [];
  const rows = await ctx.db
    .selectFrom("radiology_studies")
    .select(["id", "accession_no", "modality", "body_site", "status_history"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostStudies)
    .execute();
  return rows.flatMap(({ id, accession_no: number, modality, body_site: site, ...row }) =>
    row.status_history.map((step): TimelineEntry => ({
      at: step.at,
      kind: "radiology",
      ref_type: "radiology_studies",
      ref_id: id,
      summary: `Radiology study ${number} ${step.status.replaceAll("_", " ")}: ${modality} ${site}`,
      words: [step.status],
      text: `${modality} ${site} · ${number}`,
      actor_id: step.by,
    })),
  );
}
