import type * as z from "zod";
import { phone as phoneSchema } from "#contract/fields.ts";
import { question } from "#db/question.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import type { Fields } from "#write/model.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { isoInstant } from "#kernel/clock.ts";
import { normaliseName } from "#kernel/text.ts";
import { formatUhid, nextUhidBase } from "#kernel/uhid.ts";
import { daysBetween, localDate } from "#kernel/zones.ts";
import {
  patientFields,
  type createPatientBody,
  type updatePatientBody,
} from "./patients.contract.ts";
import { patientEvents } from "./patients.events.ts";
import { patientsTable, uhidCounter, type PatientRow } from "./patients.table.ts";

type CreateBody = z.output<typeof createPatientBody>;
type UpdateBody = z.output<typeof updatePatientBody>;
type Phones = Pick<CreateBody, "mobile" | "phone" | "alternate_phone" | "emergency_contact">;

const adultAge = 18;
const mapping = recordMapping(patientFields);

/** A telephone number read with the acting branch's country. */
function readPhone(ctx: WriteContext, path: string, text: string): string {
  const read = phoneSchema(ctx.branch.country).safeParse(text);
  if (read.success) return read.data;
  throw fieldError({
    path,
    code: "validation_error",
    message: "must be a telephone number, national or +country",
  });
}

/** The one stored number: `mobile` and `phone` are two names for it. */
function phoneOf(ctx: WriteContext, body: Phones): string | null | undefined {
  const { mobile, phone } = body;
  const text = phone === undefined ? mobile : phone;
  const stored =
    typeof text === "string"
      ? readPhone(ctx, phone === undefined ? "mobile" : "phone", text)
      : text;
  const differs =
    mobile !== undefined &&
    phone !== undefined &&
    (mobile === null ? null : readPhone(ctx, "mobile", mobile)) !== stored;
  if (differs) {
    throw fieldError({ path: "mobile", code: "conflicting_fields", message: "differs from phone" });
  }
  return stored;
}

function otherPhones(ctx: WriteContext, body: Phones) {
  const contact = body.emergency_contact;
  return {
    alternate_phone:
      typeof body.alternate_phone === "string"
        ? readPhone(ctx, "alternate_phone", body.alternate_phone)
        : body.alternate_phone,
    emergency_contact:
      contact === null || contact === undefined
        ? contact
        : { ...contact, phone: readPhone(ctx, "emergency_contact.phone", contact.phone) },
  };
}

/** The day at the acting branch, YYYY-MM-DD. */
export function today(ctx: Pick<WriteContext, "now" | "branch">): string {
  return localDate(ctx.now(), ctx.branch.timeZone);
}

/** The birth date, or the one that an age stands for: 1 July of that year. @throws AppError for a date to come */
export function birthOf(
  ctx: Pick<WriteContext, "now" | "branch">,
  body: Pick<CreateBody, "dob" | "age_years">,
) {
  if (typeof body.dob === "string") {
    if (body.dob > today(ctx) || body.dob < "1900-01-01") {
      throw fieldError({
        path: "dob",
        code: "validation_error",
        message: "must be between 1900-01-01 and today",
      });
    }
    return { dob: body.dob, dob_estimated: false };
  }
  if (body.age_years === undefined) return { dob: body.dob, dob_estimated: undefined };
  const year = Number(today(ctx).slice(0, 4)) - body.age_years;
  const guess = `${year}-07-01`;
  return { dob: guess > today(ctx) ? `${year}-01-01` : guess, dob_estimated: true };
}

function requireIdentity(body: CreateBody): void {
  if (body.is_unidentified === true) return;
  if (body.name === undefined) {
    throw fieldError({ path: "name", code: "validation_error", message: "is required" });
  }
  if (typeof body.dob !== "string" && body.age_years === undefined) {
    throw fieldError({ path: "dob", code: "validation_error", message: "give dob or age_years" });
  }
}

/** Whether a child has no one to answer for it. */
export function lacksGuardian(
  ctx: WriteContext,
  patient: Pick<PatientRow, "dob" | "emergency_contact">,
): boolean {
  if (patient.dob === null || patient.emergency_contact !== null) return false;
  const [year, rest] = [Number(today(ctx).slice(0, 4)) - adultAge, today(ctx).slice(4)];
  return patient.dob > `${year}${rest}`;
}

async function mintUhid(ctx: WriteContext): Promise<string> {
  const { branch, node } = ctx;
  // The branch's node owns the plain series; what the hub mints for it has a form of its own, so neither waits for the other.
  const code = node.kind === "hub" && branch.hasNode ? `${branch.code}/H` : branch.code;
  const series = uhidCounter(branch.id, node.kind);
  let base = await ctx.write.next(series);
  // A few bases are left out: for those the check character would miss a swap of two digits.
  while (nextUhidBase(code, base - 1) !== base) base = await ctx.write.next(series);
  return formatUhid(code, base);
}

async function nameOf(ctx: WriteContext, body: CreateBody): Promise<string> {
  if (body.name !== undefined) return body.name;
  const number = await ctx.write.next(`unidentified:${ctx.branch.id}`);
  return `Unknown ${body.gender} ${number}`;
}

/** A patient before the number: everything that the body and the branch decide. */
export type PatientDraft = Omit<Parameters<typeof insertPatient>[1], "uhid">;

function insertPatient(
  ctx: WriteContext,
  fields: Fields<typeof patientsTable.columns>,
): PatientRow {
  return ctx.write.insert(patientsTable, ctx.newId("pat"), fields);
}

/** What a body makes of a patient. @throws AppError for what the body lacks or repeats */
export async function draftPatient(ctx: WriteContext, body: CreateBody): Promise<PatientDraft> {
  requireIdentity(body);
  refuseDeniedAllergies(body.no_known_allergies, body.allergies ?? []);
  const name = await nameOf(ctx, body);
  const birth = birthOf(ctx, body);
  const phones = otherPhones(ctx, body);
  const { uhid: _, ...given } = mapping.first(body);
  return {
    ...given,
    branch_id: ctx.branch.id,
    name,
    name_key: normaliseName(name),
    dob: birth.dob ?? null,
    dob_estimated: birth.dob_estimated ?? false,
    phone: phoneOf(ctx, body) ?? null,
    alternate_phone: phones.alternate_phone ?? null,
    emergency_contact: phones.emergency_contact ?? null,
    allergies: stamped(ctx, body.allergies ?? []),
    conditions: body.conditions ? stamped(ctx, body.conditions) : null,
    status: "active",
    merged_into_id: null,
    merge_reason: null,
    merge_details: null,
    identity_unverified: null,
    merged_ids: null,
    metadata: body.metadata ?? {},
  };
}

/**
 * Registers a drafted patient. The UHID is minted here and never changes. Nothing should be asked of the database between
 * this and the command's end: the number's row is held until then, and other registrations of the branch wait for it.
 */
export async function registerPatient(
  ctx: WriteContext,
  draft: PatientDraft,
  uhid: string | undefined,
): Promise<PatientRow> {
  const patient = insertPatient(ctx, { ...draft, uhid: uhid ?? (await mintUhid(ctx)) });
  ctx.write.emit(patientEvents.created, patientsTable, patient, { uhid: patient.uhid });
  return patient;
}

/** Drafts and registers a patient. @throws AppError for what the body lacks or repeats */
export async function createPatient(ctx: WriteContext, body: CreateBody): Promise<PatientRow> {
  return registerPatient(ctx, await draftPatient(ctx, body), body.uhid);
}

/** Entries with when they were written down. */
function stamped<Entry extends { readonly recorded_at?: string | undefined }>(
  ctx: WriteContext,
  entries: readonly Entry[],
) {
  const now = isoInstant(ctx.now());
  return entries.map((entry) => ({ ...entry, recorded_at: entry.recorded_at ?? now }));
}

/** @throws AppError conflicting_fields where it is said that there is no allergy beside one */
function refuseDeniedAllergies(
  isNoneKnown: boolean | null | undefined,
  allergies: readonly unknown[],
): void {
  if (isNoneKnown !== true || allergies.length === 0) return;
  const message = "there are allergies; take them away first";
  throw fieldError({ path: "no_known_allergies", code: "conflicting_fields", message });
}

function patchOf(ctx: WriteContext, body: UpdateBody): Partial<PatientRow> {
  const otherwise = {
    ...birthOf(ctx, body),
    ...otherPhones(ctx, body),
    phone: phoneOf(ctx, body),
    allergies: body.allergies && stamped(ctx, body.allergies),
    conditions: body.conditions && stamped(ctx, body.conditions),
    metadata: body.metadata,
  };
  const given = Object.entries(otherwise).filter(([, value]) => value !== undefined);
  return { ...mapping.later(body), ...Object.fromEntries(given) };
}

/** Refuses to write to a record that was merged. @throws AppError patient_merged, which names the survivor */
export function refuseMerged({
  status,
  merged_into_id: into,
}: Pick<PatientRow, "status" | "merged_into_id">): void {
  if (status !== "merged") return;
  throw new AppError("patient_merged", "This record was merged into another; change that one.", {
    merged_into_id: into,
  });
}

/** Changes a patient; fields that are absent stay as they are. */
export function changePatient(
  ctx: WriteContext,
  current: PatientRow,
  body: UpdateBody,
): PatientRow {
  refuseMerged(current);
  refuseDeniedAllergies(body.no_known_allergies, body.allergies ?? current.allergies);
  const changed = ctx.write.update(patientsTable, current, patchOf(ctx, body));
  if (changed !== current) ctx.write.emit(patientEvents.updated, patientsTable, changed, {});
  return changed;
}

/** Says in a patient's record how the consents to keeping it stand together. */
export function followConsent(
  ctx: Pick<WriteContext, "write">,
  current: PatientRow,
  status: PatientRow["consent_status"],
): void {
  const changed = ctx.write.update(patientsTable, current, { consent_status: status });
  ctx.write.emit(patientEvents.updated, patientsTable, changed, {});
}

/** A patient of this tenant, also one that was merged. @throws AppError invalid_reference */
export async function knownPatient(
  ctx: WriteContext,
  path: string,
  id: string,
): Promise<PatientRow> {
  const patient = await ctx.write.load(patientsTable, id);
  if (patient !== null) return patient;
  throw fieldError({ path, code: "invalid_reference", message: "names no patient" });
}

/** A patient that another record may point to: of this tenant, not merged. @throws AppError invalid_reference */
export async function referencedPatient(
  ctx: WriteContext,
  path: string,
  id: string,
): Promise<PatientRow> {
  const patient = await knownPatient(ctx, path, id);
  if (patient.status === "merged") {
    const message = `was merged into ${patient.merged_into_id ?? "another patient"}`;
    throw fieldError({ path, code: "patient_merged", message });
  }
  return patient;
}

const genderAndBirth = question(
  (db, { tenantId, id }: { readonly tenantId: string; readonly id: string }) =>
    db
      .selectFrom("patients")
      .select(["gender", "dob"])
      .where("tenant_id", "=", tenantId)
      .where("id", "=", id),
);

/** What ranges of laboratory values and questions before an X-ray depend on: a patient's sex, and the age where it is known. */
export async function testedPerson(
  ctx: Pick<WriteContext, "db" | "tenantId" | "now" | "branch">,
  id: string,
): Promise<{
  readonly gender: string;
  readonly dob: string | null;
  readonly ageDays: number | null;
}> {
  const [row] = await genderAndBirth(ctx.db, { tenantId: ctx.tenantId, id });
  const born = row?.dob ?? null;
  const ageDays = born === null ? null : Math.max(0, daysBetween(born, today(ctx)));
  return { gender: row?.gender ?? "unknown", dob: born, ageDays };
}

/** When a patient was born; null where that is not known. */
export async function birthDateOf(
  { db, tenantId }: Pick<WriteContext, "db" | "tenantId">,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("patients")
    .select("dob")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.dob ?? null;
}
