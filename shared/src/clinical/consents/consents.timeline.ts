import type { TimelineEntry } from "#clinical/encounters/encounters.contract.ts";
import type { EncounterRow } from "#clinical/encounters/encounters.table.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { ReadContext } from "#resource/context.ts";
import type { ConsentRow } from "./consents.table.ts";

// More than anybody is ever asked.
const mostConsents = 500;

const overStatuses: readonly string[] = ["completed", "cancelled", "no_show", "entered_in_error"];

/** Whether somebody was there at an instant: a visit that is planned has not begun. */
export function wasUnderWay({ status_history: steps }: Pick<EncounterRow, "status_history">) {
  const began = steps.find(({ status }) => status !== "planned")?.at;
  const ended = steps.find(({ status }) => overStatuses.includes(status))?.at;
  return (at: string) => began !== undefined && began <= at && (ended === undefined || at <= ended);
}

const said: readonly string[] = ["granted", "denied"];

/** What a step of a consent says; with who has spoken, where somebody has. */
function summaryOf(
  { consent_type: type, given_by: giver }: Pick<ConsentRow, "consent_type" | "given_by">,
  status: string,
): string {
  const what = `Consent ${status}: ${type.replaceAll("_", " ")}`;
  if (giver === null || !said.includes(status)) return what;
  return `${what}, said by ${giver.name} (${giver.relation.replaceAll("_", " ")})`;
}

/**
 * What became of a patient's consents in a visit: of those that name it, everything; of the others, what was asked, said or
 * withdrawn while it was under way.
 */
export async function consentsOfVisit(
  ctx: ReadContext,
  visit: Pick<EncounterRow, "id" | "patient_id" | "status_history">,
): Promise<readonly TimelineEntry[]> {
  if (!mayDo(ctx, "consents", "read")) return [];
  const rows = await ctx.db
    .selectFrom("consents")
    .select(["id", "consent_type", "given_by", "scope", "status_history"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("patient_id", "=", visit.patient_id)
    .orderBy("created_at", "desc")
    .limit(mostConsents)
    .execute();
  const isWithin = wasUnderWay(visit);
  return rows.flatMap(({ id, scope, status_history: steps, ...row }) => {
    const isNamed = scope?.encounter_ids?.includes(visit.id) === true;
    return steps
      .filter(({ at }) => isNamed || isWithin(at))
      .map((step): TimelineEntry => ({
        at: step.at,
        kind: "consent",
        ref_type: "consents",
        ref_id: id,
        summary: summaryOf(row, step.status),
        words: [row.consent_type, step.status],
        text: row.given_by !== null && said.includes(step.status) ? row.given_by.name : null,
        actor_id: step.by,
      }));
  });
}
