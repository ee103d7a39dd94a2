import type { RefusalDetails } from "@edgeward/shared/contract/refused-fields.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { hlcInstant, isStampOfHub, tolerableAheadMs } from "@edgeward/shared/kernel/hlc.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import { systemColumns, type RecordRow, type TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { Judge } from "@edgeward/shared/sync/judge/judge.ts";
import type { LostRow } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import type { LostTime } from "#fleet/nodes/given-back.ts";

/** Why a row that a node gives back is not put back. */
export interface LostRefusal {
  readonly code: string;
  readonly message: string;
  /** The fields that another record's values keep out, with the names of both. */
  readonly details?: RefusalDetails;
}

/** Nothing of a row was lost: the hub has made it since, or has it. */
export const notLostCode = "not_lost";

/** Who gives something back, and by what that is judged. */
export interface LostRules {
  readonly tenantId: string;
  readonly branchId: string;
  readonly schema: Pick<Schema, "find">;
  readonly judge: Judge;
  readonly time: LostTime;
  readonly nowMs: number;
  /** Whether somebody at the hub has asked for it, who may make such records. */
  readonly isAsked: boolean;
}

/** Whether the hub has written this before it was put back to a backup. */
export function isFromBefore(stamp: string, { untilMs }: LostTime): boolean {
  return isStampOfHub(stamp) && hlcInstant(stamp) < untilMs + tolerableAheadMs;
}

/** Whether the hub has written this, and lost it when it was put back to a backup. */
export function isLost(stamp: string, time: LostTime): boolean {
  return isFromBefore(stamp, time) && hlcInstant(stamp) >= time.fromMs;
}

/** Whether a row is of the node's branch, or of those that the branches share. */
function isWithin(table: TableDeclaration, row: RecordRow, { tenantId, branchId }: LostRules) {
  if (row.tenant_id !== tenantId) return false;
  const isShared = table.audience === "tenant" || row.branch_id === null;
  return isShared || row.branch_id === branchId;
}

function placeRefusal(
  table: TableDeclaration,
  { row }: LostRow,
  current: RecordRow | null,
  rules: LostRules,
): LostRefusal | null {
  const foreign = { code: "branch_forbidden", message: "row: is not of the node's branch" };
  if (!isWithin(table, row, rules)) return foreign;
  if (current !== null && !isWithin(table, current, rules)) return foreign;
  if (current !== null && !sameJson(current.branch_id, row.branch_id))
    return { code: "branch_forbidden", message: "row.branch_id: is another one here" };
  // What is the whole tenant's only the hub makes and changes.
  const isHubs = table.audience === "branch" && table.withoutBranch === "hub";
  return isHubs && row.branch_id === null
    ? { code: "hub_only", message: "row.branch_id: it is the whole tenant's" }
    : null;
}

// The clocks of branches may be wrong, and a stamp that is far ahead decides nothing; the hub's own never was.
function timeRefusal({ row }: LostRow, { nowMs }: LostRules): LostRefusal | null {
  const latestMs = nowMs + tolerableAheadMs;
  const isToCome = (stamp: string) => isStampOfHub(stamp) && hlcInstant(stamp) > latestMs;
  const stamps = Object.entries({ ...row.stamps, hlc: row.hlc });
  const odd = stamps.find(([, stamp]) => isToCome(stamp));
  if (odd !== undefined)
    return { code: "invalid_field", message: `row.stamps.${odd[0]}: is of a time to come` };
  return Date.parse(row.created_at) > latestMs
    ? { code: "invalid_field", message: "row.created_at: is of a time to come" }
    : null;
}

/** Whether a value of a row is from after that of the record that stands. */
function isLater({ stamps }: RecordRow, current: RecordRow): boolean {
  return Object.entries(stamps).some(([name, stamp]) => stamp > stampOf(current, name));
}

/** A row as it is put back beside the record that stands: what is later there stays, also what nobody else could change. */
function withLater(row: RecordRow, current: RecordRow): RecordRow {
  const names = Object.keys(current).filter((name) => !systemColumns.has(name));
  const later = names.filter((name) => stampOf(current, name) > stampOf(row, name));
  return { ...row, ...Object.fromEntries(later.map((name) => [name, current[name]])) };
}

/**
 * Why a row that a node gives back is not put back, or null: of a kind, tenant or branch that the node does not speak for,
 * not lost, or none that commands can have made.
 * @param current the record as it stands here
 */
export function lostRefusal(
  item: LostRow,
  current: RecordRow | null,
  rules: LostRules,
): LostRefusal | null {
  const { schema, judge, time } = rules;
  const { row, table: name } = item;
  const table = schema.find(name);
  const isCentral = table?.merge === "central_reference";
  if (table === null || table.merge === "local" || (isCentral && table.isOffered !== true))
    return { code: "hub_only", message: `table: ${name} is changed at the hub` };
  const place = placeRefusal(table, item, current, rules);
  if (place !== null) return place;
  // Of what only a hub changes, what stands at the hub is what holds; one branch may have had it newer than another.
  const isHere = isCentral && current !== null && !(rules.isAsked && isLater(row, current));
  if (isHere || !Object.values(row.stamps).some((stamp) => isFromBefore(stamp, time)))
    return { code: notLostCode, message: "row.stamps: the hub has lost nothing of it" };
  const given = isCentral && current !== null ? withLater(row, current) : row;
  const fault = timeRefusal(item, rules) ?? judge.faultKept({ table: name, row: given, current });
  if (fault !== null || !isCentral || rules.isAsked) return fault;
  const message = `table: ${name} is changed at the hub: somebody there puts it back`;
  return { code: "hub_only", message };
}
