import { returnedOf } from "#clinical/dispenses/dispense-rules.contract.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import { fieldError } from "#kernel/errors.ts";
import { localDate } from "#kernel/zones.ts";
import type { Context } from "#resource/context.ts";
import { sourceTypes, type GivenLine, type SourceType } from "./invoice-parts.contract.ts";

/** What is charged for, as its own record says it. */
export interface Source {
  readonly description: string;
  /** Null where no list has a price of it. */
  readonly unit_price_minor: number | null;
  /** Of what was given out: how much of it, and at which rate it is taxed. */
  readonly given?: { readonly quantity: number; readonly rateBp: number };
  /** Of a stay: the first and the last day that can be charged. */
  readonly days?: readonly [first: string, last: string];
  /** RFC 3339, when it was begun or ordered. */
  readonly at: string;
  /** The visit that it belongs to. */
  readonly encounter_id: string | null;
}

type Reading = Pick<Context, "tenantId" | "branch" | "now"> & { readonly db: Reader };
type Found = ReadonlyMap<string, Source>;

/** Of whom, and which: null for all that can be charged. */
interface Sought {
  readonly people: readonly string[];
  readonly ids: readonly string[] | null;
}

type Lookup = (ctx: Reading, sought: Sought) => Promise<readonly (readonly [string, Source])[]>;

const uncharged: readonly string[] = ["cancelled", "no_show", "entered_in_error", "draft"];
const unstayed: readonly string[] = ["requested", "bed_assigned", "cancelled", "entered_in_error"];

const consultations: Lookup = async (ctx, { people, ids }) => {
  const rows = await ctx.db
    .selectFrom("encounters")
    .select(["id", "visit_status", "encounter_type", "created_at"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .$if(ids !== null, (query) => query.where("id", "in", inList(ids ?? [])))
    .execute();
  return rows.flatMap(({ id, visit_status: status, encounter_type: type, created_at: at }) => {
    // A stay is charged by its days; who asks for one of its consultations by name may charge it too.
    if (uncharged.includes(status) || (ids === null && type === "IPD")) return [];
    const of = { description: "Consultation", unit_price_minor: null, at, encounter_id: id };
    return [[id, of] as const];
  });
};

const labTests: Lookup = async (ctx, { people, ids }) => {
  const rows = await ctx.db
    .selectFrom("lab_orders")
    .select(["status", "tests", "created_at", "encounter_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .execute();
  return rows
    .filter(({ status }) => !uncharged.includes(status))
    .flatMap(({ tests, created_at: at, encounter_id }) =>
      tests.map(({ id, name, price_minor: price }) => {
        const of = { description: name, unit_price_minor: price, at, encounter_id };
        return [id, of] as const;
      }),
    )
    .filter(([id]) => ids === null || ids.includes(id));
};

const studies: Lookup = async (ctx, { people, ids }) => {
  const rows = await ctx.db
    .selectFrom("radiology_studies")
    .select(["id", "status", "modality", "body_site", "created_at", "encounter_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .$if(ids !== null, (query) => query.where("id", "in", inList(ids ?? [])))
    .execute();
  return rows.flatMap(({ id, status, created_at: at, encounter_id, ...row }) => {
    if (uncharged.includes(status)) return [];
    const description = `${row.modality} ${row.body_site}`;
    return [[id, { description, unit_price_minor: null, at, encounter_id }] as const];
  });
};

const stays: Lookup = async (ctx, { people, ids }) => {
  const rows = await ctx.db
    .selectFrom("admissions")
    .select(["id", "status", "admitted_at", "discharged_at", "encounter_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .$if(ids !== null, (query) => query.where("id", "in", inList(ids ?? [])))
    .execute();
  const dayOf = (at: number) => localDate(at, ctx.branch.timeZone);
  return rows.flatMap(({ id, status, admitted_at: at, encounter_id, ...row }) => {
    if (unstayed.includes(status) || at === null) return [];
    const last = row.discharged_at === null ? ctx.now() : Date.parse(row.discharged_at);
    const days = [dayOf(Date.parse(at)), dayOf(last)] as const;
    return [
      [id, { description: "Bed day", unit_price_minor: null, days, at, encounter_id }] as const,
    ];
  });
};

const ungiven: readonly string[] = ["cancelled", "returned"];

const dispensedLines: Lookup = async (ctx, { people, ids }) => {
  const rows = await ctx.db
    .selectFrom("dispenses")
    .select(["status", "lines", "returns", "created_at"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("patient_id", "in", inList(people))
    .execute();
  return rows
    .filter(({ status }) => !ungiven.includes(status))
    .flatMap(({ lines, returns, created_at: at }) => {
      const back = returnedOf(returns);
      return lines.flatMap((line): (readonly [string, Source])[] => {
        const quantity = line.quantity - (back.get(line.id) ?? 0);
        if ((ids !== null && !ids.includes(line.id)) || quantity === 0) return [];
        const { description, unit_price_minor, gst_rate_bp: rateBp } = line;
        const given = { quantity, rateBp };
        return [[line.id, { description, unit_price_minor, given, at, encounter_id: null }]];
      });
    });
};

/** What can be charged for, each kind as its own records say it. */
const lookedUp: Readonly<Record<SourceType, Lookup>> = {
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
    found.set(type, new Map(await lookedUp[type](ctx, { people, ids })));
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

/** All that can be charged of some people's records at the acting branch, by kind. */
export async function chargeableSources(
  ctx: Reading,
  people: readonly string[],
): Promise<readonly { readonly type: SourceType; readonly id: string; readonly source: Source }[]> {
  const found = [];
  for (const type of sourceTypes)
    for (const [id, source] of await lookedUp[type](ctx, { people, ids: null }))
      found.push({ type, id, source });
  return found;
}
