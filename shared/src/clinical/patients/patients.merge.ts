import type * as z from "zod";
import { conflictsTable } from "#db/core.table.ts";
import { canonicalJson, sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import type { Arrival } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import { alikeConflictId } from "#write/alike.ts";
import { found } from "#write/write.ts";
import { conflictEvents } from "#clinical/conflicts/conflicts.events.ts";
import { refuseMerged } from "./patients.commands.ts";
import { patientEvents } from "./patients.events.ts";
import type { MergeDetails } from "./patients.merge-details.ts";
import type {
  mergePatientBody,
  TakenField,
  unmergePatientBody,
} from "./patients.merging.contract.ts";
import { patientsTable, type PatientRow } from "./patients.table.ts";

type MergeBody = z.output<typeof mergePatientBody>;
type UnmergeBody = z.output<typeof unmergePatientBody>;

/** Two records of one person. */
export interface Merged {
  readonly patient: PatientRow;
  readonly survivor: PatientRow;
}

const mostEntries = 100;

function invalid(path: string, message: string): AppError {
  return fieldError({ path, code: "validation_error", message });
}

/** The record that is to stay: another one of the tenant, which was not merged itself. */
function survivorOf(merged: PatientRow, rows: ReadonlyMap<string, PatientRow>, body: MergeBody) {
  const { survivor_id: id, survivor_version: version } = body;
  if (id === merged.id) throw invalid("survivor_id", "must be another record");
  const survivor = rows.get(id);
  if (survivor === undefined) {
    const message = "names no patient";
    throw fieldError({ path: "survivor_id", code: "invalid_reference", message });
  }
  refuseMerged(survivor);
  if (version !== undefined && version !== survivor.version) {
    throw new AppError("version_conflict", "The surviving record has been changed since.", {
      current_version: survivor.version,
    });
  }
  return survivor;
}

/** A chosen field with the fields that go with it. */
function withFollowers(name: TakenField): readonly (TakenField | "dob_estimated")[] {
  return name === "dob" ? ["dob", "dob_estimated"] : [name];
}

/** What the survivor takes over of the fields that were chosen: before and after. */
function takenOf(
  { patient, survivor }: Merged,
  take: readonly TakenField[],
): MergeDetails["taken"] {
  const taken: MergeDetails["taken"] = {};
  for (const [index, name] of take.entries()) {
    if (patient[name] === null) throw invalid(`take.${index}`, "the merged record has no value");
    for (const field of withFollowers(name)) {
      const [before, after] = [survivor[field], patient[field]];
      if (!sameJson(before, after)) taken[field] = { before, after };
    }
  }
  return taken;
}

// When it was written down does not make it another allergy.
function allergyKey(allergy: PatientRow["allergies"][number]): string {
  return canonicalJson({ ...allergy, recorded_at: null }).toLowerCase();
}

// One problem under one code, whoever has written it down and with what words.
function conditionKey({ system, code }: NonNullable<PatientRow["conditions"]>[number]): string {
  return `${system} ${code}`;
}

/** Entries of the merged record that the survivor does not have: none is ever lost by a merge. */
function addedTo<Entry>(
  own: readonly Entry[],
  others: readonly Entry[],
  keyOf: (entry: Entry) => string,
  what: string,
): readonly Entry[] {
  const known = new Set(own.map(keyOf));
  const added = others.filter((entry) => !known.has(keyOf(entry)));
  if (own.length + added.length > mostEntries) {
    throw invalid("survivor_id", `would have more than ${mostEntries} ${what}`);
  }
  return added;
}

/** That two records are alike is decided with their merge. */
async function resolveAlike(
  ctx: WriteContext,
  { id }: PatientRow,
  survivor: PatientRow,
  reason: string,
): Promise<void> {
  const row = await ctx.write.load(conflictsTable, alikeConflictId(patientsTable, id, survivor.id));
  if (row === null || row.conflict_status !== "open") return;
  const resolution = "merge";
  const resolved = ctx.write.update(conflictsTable, row, {
    conflict_status: "resolved",
    resolution,
    resolution_note: reason,
  });
  const { entity, entity_id, field } = row;
  const about = { entity, entity_id, field, resolution };
  ctx.write.emit(conflictEvents.conflict_resolved, conflictsTable, resolved, about);
}

/** Of two records; and of the conflicts a merge resolves that those are alike, and no other. */
export function mergingGuard({ operation: { changes } }: Arrival): string | null {
  const beside = changes.findLastIndex(({ table }) => table === patientsTable.name);
  if (beside > 1) return `changes.${beside}.id: is none of the two records`;
  const [one, other] = changes;
  const index = changes.findIndex(({ table }) => table === conflictsTable.name);
  const conflict = changes[index];
  if (one === undefined || other === undefined || conflict === undefined) return null;
  if (conflict.id !== alikeConflictId(patientsTable, one.id, other.id) || changes.length > 3)
    return `changes.${index}.id: is not the conflict of the two records`;
  return conflict.fields["resolution"] === "merge"
    ? null
    : `changes.${index}.fields.resolution: is not that of a merge`;
}

/**
 * Merges a patient into another record of the same person. Nothing that is written about either moves: reads of one show
 * both, and what the survivor takes over is kept beside what it had, so that the merge can be undone.
 * @throws AppError patient_merged, invalid_reference, validation_error, version_conflict
 */
export async function mergePatient(
  ctx: WriteContext,
  current: PatientRow,
  rows: ReadonlyMap<string, PatientRow>,
  body: MergeBody,
): Promise<Merged> {
  refuseMerged(current);
  const both = { patient: current, survivor: survivorOf(current, rows, body) };
  const taken = takenOf(both, body.take ?? []);
  const { survivor } = both;
  const allergies = addedTo(survivor.allergies, current.allergies, allergyKey, "allergies");
  const conditions = addedTo(
    survivor.conditions ?? [],
    current.conditions ?? [],
    conditionKey,
    "conditions",
  );
  const details: MergeDetails = {
    into: survivor.id,
    status: current.status === "inactive" ? "inactive" : "active",
    seen: current.stamps,
    taken,
    added_allergies: [...allergies],
    added_conditions: [...conditions],
    had_no_known_allergies: survivor.no_known_allergies,
  };
  const patient = ctx.write.update(patientsTable, current, {
    status: "merged",
    merged_into_id: survivor.id,
    merge_reason: body.reason,
    merge_details: details,
  });
  const values = Object.entries(taken).map(([name, { after }]) => [name, after] as const);
  const kept = ctx.write.update(patientsTable, survivor, {
    ...Object.fromEntries(values),
    allergies: [...survivor.allergies, ...allergies],
    conditions:
      conditions.length === 0
        ? survivor.conditions
        : [...(survivor.conditions ?? []), ...conditions],
    merged_ids: [...new Set([...(survivor.merged_ids ?? []), patient.id])],
  });
  ctx.write.emit(patientEvents.merged, patientsTable, patient, { merged_into_id: survivor.id });
  await resolveAlike(ctx, patient, survivor, body.reason);
  ctx.write.emit(patientEvents.updated, patientsTable, kept, {});
  return { patient, survivor: kept };
}

/** What undoing a merge gives the survivor back, and which fields stay because they were changed since. */
function givenBack(survivor: PatientRow, details: MergeDetails) {
  const taken = Object.entries(details.taken);
  const isUntouched = (name: string, after: unknown) =>
    Object.entries(survivor).some(([field, value]) => field === name && sameJson(value, after));
  const back = taken.filter(([name, { after }]) => isUntouched(name, after));
  const kept = taken.filter(([name, { after }]) => !isUntouched(name, after));
  const allergies = without(survivor.allergies, details.added_allergies);
  const conditions = without(survivor.conditions ?? [], details.added_conditions ?? []);
  const wasNoneKnown = details.had_no_known_allergies === true && allergies.length === 0;
  return {
    values: Object.fromEntries(back.map(([name, { before }]) => [name, before])),
    allergies,
    no_known_allergies: wasNoneKnown || survivor.no_known_allergies,
    conditions: conditions.length === 0 ? null : conditions,
    keptFields: kept.map(([name]) => name),
  };
}

function without<Entry>(entries: readonly Entry[], gone: readonly unknown[]): readonly Entry[] {
  return entries.filter((entry) => !gone.some((each) => sameJson(each, entry)));
}

/** Whatever another node has made of the merge meanwhile: only the details of this very merge are undone. */
function detailsOf({ merge_details: details, merged_into_id: into }: PatientRow): MergeDetails {
  if (details !== null && details.into === into) return details;
  return { into: into ?? "", status: "active", seen: {}, taken: {}, added_allergies: [] };
}

/**
 * Undoes a merge. The newest is undone first: a survivor that was merged itself has to be given back before.
 * @throws AppError invalid_transition, patient_merged, duplicate_abha_id
 */
export async function unmergePatient(
  ctx: WriteContext,
  current: PatientRow,
  body: UnmergeBody,
): Promise<Merged & { readonly keptFields: readonly string[] }> {
  const { merged_into_id: into } = current;
  if (into === null) throw refusedTransition("A patient", current.status, "unmerged", []);
  const survivor = found(await ctx.write.load(patientsTable, into));
  refuseMerged(survivor);
  const details = detailsOf(current);
  const back = givenBack(survivor, details);
  const rest = (survivor.merged_ids ?? []).filter((id) => id !== current.id);
  const patient = ctx.write.update(patientsTable, current, {
    status: details.status,
    merged_into_id: null,
    merge_reason: body.reason,
    merge_details: null,
  });
  const kept = ctx.write.update(patientsTable, survivor, {
    ...back.values,
    allergies: back.allergies,
    no_known_allergies: back.no_known_allergies,
    conditions: back.conditions,
    merged_ids: rest.length === 0 ? null : rest,
  });
  ctx.write.emit(patientEvents.unmerged, patientsTable, patient, { merged_into_id: survivor.id });
  ctx.write.emit(patientEvents.updated, patientsTable, kept, {});
  return { patient, survivor: kept, keptFields: back.keptFields };
}
