import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";
import { certificateTypes } from "./certificate-parts.contract.ts";

// More than anybody is given in a stay.
const mostCertificates = 200;

const names = {
  sick_leave: "Sick-leave certificate",
  fitness: "Fitness certificate",
  referral: "Referral letter",
} as const;

/** What became of the certificates and referrals of a visit. */
export async function certificatesOfVisit(
  ctx: ReadContext,
  visitId: string,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "certificates", "read")) return [];
  const rows = await ctx.db
    .selectFrom("certificates")
    .select(["id", "certificate_no", "certificate_type", "referred_to", "status_history"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("encounter_id", "=", visitId)
    .orderBy("id")
    .limit(mostCertificates)
    .execute();
  return rows.flatMap(({ id, certificate_no: number, certificate_type: type, ...row }) => {
    const whom = row.referred_to === null ? "" : ` to ${row.referred_to}`;
    return row.status_history.map((step): TimelineEntry => ({
      at: step.at,
      kind: "document",
      ref_type: "certificates",
      ref_id: id,
      summary: `${names[enumValueOf(certificateTypes, type)]} ${number} ${step.status.replaceAll("_", " ")}${whom}`,
      words: [type, step.status],
      text: row.referred_to === null ? number : `${row.referred_to} · ${number}`,
      actor_id: step.by,
    }));
  });
}
