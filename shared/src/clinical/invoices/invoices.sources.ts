import { returnedOf } from "#clinical/dispenses/dispenses.rules.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { inList } from "#db/statements.ts";
import { fieldError } from "#kernel/errors.ts";
import { localDate } from "#kernel/zones.ts";
import type { WriteContext } from "#resource/context.ts";
import type { GivenLine, SourceType } from "./invoice-parts.contract.ts";

/** What is charged for, as its own record says it. */
export interface Source {
  readonly description: string;
  /** Null where no list has a price of it. */
  readonly unit_price_minor: number | null;
  /** Of what was given out: how much of it, and at which rate it is taxed. */
  readonly given?: { readonly quantity: number; readonly rateBp: number };
  /** Of a stay: the first and the last day that can be charged. */
  readonly days?: readonly [first: string, last: string];
}

type Reading = Pick<WriteContext, "db" | "tenantId" | "branch" | "now">;
type Found = ReadonlyMap<string, Source>;

const uncharged: readonly string[] = ["cancelled", "no_show", "entered_in_error", "draft"];
const unstayed: readonly string[] = ["requested", "bed_assigned", "cancelled", "entered_in_error"];

async function consultations(ctx: Reading, ids: readonly string[], people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("encounters")
    .select(["id", "visit_status"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("id", "in", inList(ids))
    .where("patient_id", "in", inList(people))
    .execute();
  return rows.flatMap(({ id, visit_status: status }): (readonly [string, Source])[] =>
    uncharged.includes(status)
      ? []
      : [[id, { description: "Consultation", unit_price_minor: null }]],
  );
}

async function labTests(ctx: Reading, ids: readonly string[], people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("lab_orders")
    .select(["status", "tests"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .execute();
  const wanted = new Set(ids);
  return rows
    .filter(({ status }) => !uncharged.includes(status))
    .flatMap(({ tests }) => tests)
    .flatMap(({ id, name, price_minor: price }): (readonly [string, Source])[] =>
      wanted.has(id) ? [[id, { description: name, unit_price_minor: price }]] : [],
    );
}

async function studies(ctx: Reading, ids: readonly string[], people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("radiology_studies")
    .select(["id", "status", "modality", "body_site"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("id", "in", inList(ids))
    .where("patient_id", "in", inList(people))
    .execute();
  return rows.flatMap(({ id, status, modality, body_site: site }): (readonly [string, Source])[] =>
    uncharged.includes(status)
      ? []
      : [[id, { description: `${modality} ${site}`, unit_price_minor: null }]],
  );
}

async function stays(ctx: Reading, ids: readonly string[], people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("admissions")
    .select(["id", "status", "admitted_at", "discharged_at"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("id", "in", inList(ids))
    .where("patient_id", "in", inList(people))
    .execute();
  const dayOf = (at: number) => localDate(at, ctx.branch.timeZone);
  return rows.flatMap(({ id, status, ...row }): (readonly [string, Source])[] => {
    if (unstayed.includes(status) || row.admitted_at === null) return [];
    const last = row.discharged_at === null ? ctx.now() : Date.parse(row.discharged_at);
    const days = [dayOf(Date.parse(row.admitted_at)), dayOf(last)] as const;
    return [[id, { description: "Bed day", unit_price_minor: null, days }]];
  });
}

const ungiven: readonly string[] = ["cancelled", "returned"];

async function dispensedLines(ctx: Reading, ids: readonly string[], people: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("dispenses")
    .select(["status", "lines", "returns"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .execute();
  const wanted = new Set(ids);
  return rows
    .filter(({ status }) => !ungiven.includes(status))
    .flatMap(({ lines, returns }) => {
      const back = returnedOf(returns);
      return lines.flatMap((line): (readonly [string, Source])[] => {
        const quantity = line.quantity - (back.get(line.id) ?? 0);
        if (!wanted.has(line.id) || quantity === 0) return [];
        const { description, unit_price_minor, gst_rate_bp: rateBp } = line;
        return [[line.id, { description, unit_price_minor, given: { quantity, rateBp } }]];
      });
    });
}

const lookedUp: Readonly<
  Record<
    SourceType,
    (
      ctx: Reading,
      ids: readonly string[],
      people: readonly string[],
    ) => Promise<readonly (readonly [string, Source])[]>
  >
> = {
  consultation: consultations,
  lab_test: labTests,
  radiology_study: studies,
  bed_day: stays,
  dispensed_line: dispensedLines,
};

function refuseHalf(line: GivenLine, path: string): void {
  const wrong = (name: string, message: string) =>
    fieldError({ path: `${path}.${name}`, code: "validation_error", message });
  const [type, id, day] = [line.source_type, line.source_id, line.source_day];
  if ((type ?? null) === null && (id ?? null) !== null) throw wrong("source_type", "is required");
  if ((type ?? null) !== null && (id ?? null) === null) throw wrong("source_id", "is required");
  const isOfDay = type === "bed_day";
  if (isOfDay && (day ?? null) === null) throw wrong("source_day", "is required of a bed day");
  if (!isOfDay && (day ?? null) !== null) throw wrong("source_day", "is of a bed day alone");
}

function refuseTwice(line: GivenLine, charged: Set<string>, path: string): void {
  if (!line.source_id) return;
  const charge = [line.source_type, line.source_id, line.source_day].join("/");
  if (charged.has(charge))
    throw fieldError({ path, code: "already_billed", message: "is on this bill twice" });
  charged.add(charge);
}

/**
 * What the lines of a bill charge for, by its kind and id: records of the acting branch that are of the patient and were
 * not called off. @throws AppError validation_error, invalid_reference, by the line
 */
export async function chargedSources(
  ctx: Reading,
  patientId: string,
  lines: readonly GivenLine[],
): Promise<(line: GivenLine) => Source | null> {
  const charged = new Set<string>();
  for (const [nth, line] of lines.entries()) {
    refuseHalf(line, `lines.${nth}`);
    refuseTwice(line, charged, `lines.${nth}.source_id`);
  }
  const wanted = new Map<SourceType, string[]>();
  for (const { source_type: type, source_id: id } of lines)
    if (type && id) wanted.set(type, [...(wanted.get(type) ?? []), id]);
  const people = wanted.size === 0 ? [] : await samePerson(ctx.db, ctx.tenantId, patientId);
  const found = new Map<SourceType, Found>();
  for (const [type, ids] of wanted)
    found.set(type, new Map(await lookedUp[type](ctx, ids, people)));
  for (const [nth, { source_type: type, source_id: id, source_day: day }] of lines.entries()) {
    if (!type || !id) continue;
    const source = found.get(type)?.get(id);
    const wrong = (name: string, message: string) =>
      fieldError({ path: `lines.${nth}.${name}`, code: "invalid_reference", message });
    if (source === undefined)
      throw wrong("source_id", "names nothing of the patient that can be charged here");
    const [first, last] = source.days ?? [];
    if (day && first && last && (day < first || day > last))
      throw wrong("source_day", `is no day of the stay, ${first} to ${last}`);
  }
  return ({ source_type: type, source_id: id }) =>
    type && id ? (found.get(type)?.get(id) ?? null) : null;
}
