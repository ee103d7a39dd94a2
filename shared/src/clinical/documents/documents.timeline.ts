import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";
import { isOpenTo } from "./documents.rights.ts";

// More than anybody is scanned in a stay.
const mostDocuments = 500;

/** What became of the documents of a visit, as far as the caller may see each. */
export async function documentsOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "documents", "read")) return [];
  const rows = await ctx.db
    .selectFrom("documents")
    .select(["id", "title", "category", "confidential", "status_history"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostDocuments)
    .execute();
  return rows
    .filter((row) => isOpenTo((resource, action) => mayDo(ctx, resource, action), row, "read"))
    .flatMap(({ id, title, status_history: steps }) =>
      // Uploaded and available are one instant to whoever looks.
      steps
        .filter(({ status }) => status !== "available")
        .map((step): TimelineEntry => ({
          at: step.at,
          kind: "document",
          ref_type: "documents",
          ref_id: id,
          summary: `Document ${step.status.replaceAll("_", " ")}: ${title}`,
          words: [step.status],
          text: title,
          actor_id: step.by,
        })),
    );
}
