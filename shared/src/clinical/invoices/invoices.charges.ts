import { findPatient } from "#clinical/patients/patients.queries.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { inList } from "#db/statements.ts";
import { addDays } from "#kernel/zones.ts";
import type { ReadContext } from "#resource/context.ts";
import { found } from "#write/write.ts";
import type { ChargesAnswer } from "./invoices.contract.ts";
import { chargeableSources, type Source } from "./invoices.sources.ts";
import { chargeName, standingCharges } from "./invoices.table.ts";

// More days than a bill has lines are charged in several bills.
const mostDays = 500;

function daysOf({ days }: Source): readonly (string | null)[] {
  if (days === undefined) return [null];
  const [first, last] = days;
  const each: string[] = [];
  for (let day = first; day <= last && each.length < mostDays; day = addDays(day, 1))
    each.push(day);
  return each;
}

async function billedOf(ctx: ReadContext, people: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom("invoices")
    .select(["invoice_no", "status", "lines", "credited_minor", "total_minor"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("patient_id", "in", inList(people))
    .execute();
  return new Set(rows.flatMap((row) => standingCharges(row).map(({ charge }) => charge)));
}

/** What of a patient's records at the acting branch can be charged and is on no bill yet, the oldest first. */
export async function openCharges(ctx: ReadContext, id: string): Promise<ChargesAnswer> {
  const patient = found(await findPatient(ctx.db, ctx.tenantId, id));
  ctx.auditRead("patients", patient.id, patient.id);
  const people = await samePerson(ctx.db, ctx.tenantId, patient.id);
  const billed = await billedOf(ctx, people);
  const sources = await chargeableSources(ctx, people);
  const charges = sources.flatMap(({ type, id: sourceId, source }) =>
    daysOf(source)
      .filter((day) => !billed.has(chargeName(type, sourceId, day)))
      .map((day) => ({
        source_type: type,
        source_id: sourceId,
        source_day: day,
        description: source.description,
        unit_price_minor: source.unit_price_minor,
        quantity: source.given?.quantity ?? 1,
        gst_rate_bp: source.given?.rateBp ?? null,
        encounter_id: source.encounter_id,
        at: source.at,
      })),
  );
  const placeOf = (each: (typeof charges)[number]) =>
    `${each.source_day ?? each.at}/${each.source_id}`;
  return { data: charges.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)) };
}
