import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";
import type { LabResultRow } from "./lab-results.table.ts";

// More than come of the orders of a stay.
const mostResults = 1000;

/** The results of a visit, each of their versions. */
export async function resultsOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "lab_results", "read")) return [];
  const rows = await ctx.db
    .selectFrom("lab_results")
    .select(["id", "created_at", "created_by", "status", "observations"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostResults)
    .execute();
  return rows.map((row) => {
    const text = row.observations.map(said).join(", ");
    return {
      at: row.created_at,
      kind: "lab_result",
      ref_type: "lab_results",
      ref_id: row.id,
      summary: `Lab result ${row.status.replaceAll("_", " ")}: ${text}`,
      words: [row.status],
      text,
      actor_id: row.created_by,
    };
  });
}

const signs = { lt: "<", le: "≤", ge: "≥", gt: ">" } as const;

function said(one: LabResultRow["observations"][number]): string {
  const sign = one.comparator === null ? "" : signs[one.comparator];
  const value = one.value_num ?? one.value_text ?? one.value_code ?? one.value_bool;
  const flag = one.flag === null || one.flag === "N" ? null : one.flag;
  return [one.name, `${sign}${String(value)}`, one.unit, flag].filter(Boolean).join(" ");
}
