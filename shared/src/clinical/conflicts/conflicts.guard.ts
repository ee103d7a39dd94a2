import { isAllowed, type ResourceName } from "#contract/access.ts";
import { conflictResolutions } from "#contract/conflict-values.ts";
import type { Change } from "#db/model.ts";
import type { RecordRow, TableDeclaration } from "#db/table.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import type { RecordRules } from "#resource/module.ts";
import { changedFields, stampOf } from "#write/row-change.ts";
import { rolesFor, unfitResolution, type ConflictRow } from "./conflicts.rules.ts";

/** The rules of a table's records, where its resource has some. */
export type RulesOf = (table: string) => RecordRules | undefined;

interface Decision {
  readonly conflict: ConflictRow;
  readonly resolution: (typeof conflictResolutions)[number];
  readonly arrival: Arrival;
  readonly rules: RecordRules | undefined;
}

function resolutionIn({ fields }: Change): Decision["resolution"] | undefined {
  return conflictResolutions.find((name) => name === fields["resolution"]);
}

// A conflict is resolved once. Who had not seen that it is loses against the first decision; who had does not ask again.
function closedFault(conflict: RecordRow, change: Change, hlc: string): string | null {
  if (conflict["conflict_status"] === "open") return null;
  const decided = stampOf(conflict, "resolution");
  const isAgain = decided === hlc && sameJson(conflict["resolution"], change.fields["resolution"]);
  return change.base["resolution"] !== decided || isAgain
    ? null
    : "changes.0.id: the conflict is not open any more";
}

// Nobody says what is right of a record that they may not read: its conflicts are not shown to them.
function hiddenFault(
  { conflict, arrival: { roles } }: Decision,
  resources: ReadonlyMap<string, ResourceName>,
): string | null {
  const resource = resources.get(conflict.entity);
  return roles === null || resource === undefined || isAllowed(roles, resource, "read")
    ? null
    : "actor: may not read the record that the conflict is about";
}

function decisionFault({ conflict, resolution, arrival }: Decision, change: Change): string | null {
  const { conflict_status: status } = change.fields;
  if (status !== (resolution === "dismiss" ? "dismissed" : "resolved"))
    return "changes.0.fields.conflict_status: does not go with the resolution";
  const value = change.fields["resolved_value"] ?? null;
  if (resolution !== "merge" && value !== null)
    return "changes.0.fields.resolved_value: belongs to the resolution merge";
  const unfit = unfitResolution(conflict, resolution);
  if (unfit !== null) return `changes.0.fields.${unfit.path}: ${unfit.message}`;
  const { roles, schema } = arrival;
  const needed = roles === null ? [] : rolesFor(schema, conflict);
  if (needed.length === 0 || needed.some((role) => roles?.includes(role) === true)) return null;
  return `actor: this has to be resolved by one of: ${needed.join(", ").replaceAll("_", " ")}`;
}

/** A field and those that a new value of it brings along. */
function withFollowers({ fieldRules }: TableDeclaration, field: string): readonly string[] {
  const followers = Object.entries(fieldRules).flatMap(([name, rule]) =>
    typeof rule === "object" && rule.follows === field ? [name] : [],
  );
  return [field, ...followers];
}

/** The fields of the record that the decision may write; null where the record is not here yet. */
function writtenBy({ conflict, resolution, arrival, rules }: Decision, table: TableDeclaration) {
  const { field, kept_value: value, conflict_kind: kind } = conflict;
  const record = arrival.before({ table: table.name, id: conflict.entity_id });
  if (record === null) return null;
  const derived = Object.keys(table.derive?.(record) ?? {});
  if (kind === "duplicate" && rules?.release !== undefined)
    return new Set([...Object.keys(rules.release(record, { field, value }) ?? {}), ...derived]);
  // The other value is taken as it is; a third one goes through the resource's own command.
  return new Set([...(resolution === "merge" ? withFollowers(table, field) : [field]), ...derived]);
}

function recordFault(decision: Decision, change: Change): string | null {
  const { conflict, resolution, arrival } = decision;
  if (resolution === "keep" || resolution === "dismiss")
    return "changes.1: what stands is kept, and no record changes";
  if (change.table !== conflict.entity || change.id !== conflict.entity_id)
    return "changes.1.id: is not the record that the conflict is about";
  const table = arrival.schema.find(change.table);
  const written = table === null ? null : writtenBy(decision, table);
  if (written === null) return null;
  const beyond = changedFields(change).find((name) => !written.has(name));
  return beyond === undefined
    ? null
    : `changes.1.fields.${beyond}: the conflict is about ${conflict.field}`;
}

/**
 * What a decision about a conflict has to be where it arrives: of a conflict that is here and open, by somebody who may
 * resolve it, and of its record nothing but the field that it is about. Any command's fields are otherwise in its reach.
 * @param rulesOf the rules of the records that can be in conflict, by their table
 * @param resources whose records a table has
 */
export function conflictGuard(
  rulesOf: RulesOf,
  resources: ReadonlyMap<string, ResourceName>,
): Guard {
  return (arrival) => {
    const { operation, before } = arrival;
    const [change, record, ...more] = operation.changes;
    const row = change === undefined ? null : before(change);
    if (change === undefined || row === null) return null;
    const resolution = resolutionIn(change);
    if (resolution === undefined) return "changes.0.fields.resolution: is missing";
    if (more.length > 0) return "changes.2: a conflict is about one record";
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the command begins with a conflict
    const conflict = row as RecordRow & ConflictRow;
    const decision = { conflict, resolution, arrival, rules: rulesOf(conflict.entity) };
    return (
      closedFault(row, change, operation.hlc) ??
      hiddenFault(decision, resources) ??
      decisionFault(decision, change) ??
      (record === undefined ? null : recordFault(decision, record))
    );
  };
}
