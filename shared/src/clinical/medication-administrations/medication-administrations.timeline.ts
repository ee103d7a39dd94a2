import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";

// More than anybody is given in a stay.
const mostAdministrations = 5_000;

/** The medicines that were given, refused or held in a visit, each of their versions. */
export async function administrationsOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "medication_administrations", "read")) return [];
  const { db, tenantId } = ctx;
  const rows = await db
    .selectFrom("medication_administrations")
    .select(["id", "created_at", "created_by", "status", "given_at", "dose", "dose_unit", "reason"])
    .select(["prescription_id", "prescribed_item_id", "amends_id", "amend_reason"])
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostAdministrations)
    .execute();
  if (rows.length === 0) return [];
  const prescribed = await db
    .selectFrom("prescriptions")
    .select("items")
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "=", visitId)
    .execute();
  const names = new Map(
    prescribed.flatMap(({ items }) => items.map((item) => [item.id, item.drug_name] as const)),
  );
  return rows.map((row) => {
    const drug = names.get(row.prescribed_item_id) ?? "medicine";
    const dose = row.dose === null ? "" : ` ${row.dose} ${row.dose_unit ?? ""}`;
    const what = `${drug}${dose} ${row.status.replaceAll("_", " ")}`;
    const isCorrection = row.amends_id !== null;
    const why = row.amend_reason ?? row.reason;
    return {
      // What was given is shown at its time; a correction, when it was made.
      at: isCorrection ? row.created_at : (row.given_at ?? row.created_at),
      kind: "medication",
      ref_type: "medication_administrations",
      ref_id: row.id,
      summary: `${isCorrection ? "Corrected: " : ""}${what}${why === null ? "" : `: ${why}`}`,
      words: [...(isCorrection ? ["corrected"] : []), row.status],
      text: `${drug}${dose}${why === null ? "" : ` (${why})`}`,
      actor_id: row.created_by,
    };
  });
}
