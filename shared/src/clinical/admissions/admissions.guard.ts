import * as z from "zod";
import type { Change } from "#db/model.ts";
import type { Arrival } from "#resource/command-writes.ts";
import {
  clearanceKinds,
  clearanceStep,
  clearancesShape,
  clearedBy,
  type ClearanceKind,
} from "./admission-parts.contract.ts";
import { admissionsTable } from "./admissions.table.ts";

const stepsShape = z.array(clearanceStep);

function clearanceFault(
  change: Change,
  path: string,
  { operation, before, roles }: Arrival,
): string | null {
  const row = before(change);
  if (row === null) return null;
  const steps = stepsShape.safeParse(change.added?.["clearance_history"] ?? []).data ?? [];
  const told = new Set<ClearanceKind>();
  for (const [place, step] of steps.entries()) {
    const { kind, by, is_cleared: isCleared, is_waived: isWaived } = step;
    const at = `${path}.added.clearance_history.${place}`;
    if (by !== operation.actor.id) return `${at}.by: is not who cleared`;
    // Whoever has several roles may have worked with one of them.
    const ways = roles?.map((role) => clearedBy(kind, [role])) ?? null;
    if (ways?.includes(isWaived ? "waiver" : "own") === false)
      return `${at}.kind: is not theirs to ${isWaived ? "waive" : "clear"}`;
    if (isCleared) told.add(kind);
  }
  const given = clearancesShape.safeParse(change.fields["discharge_clearances"]).data;
  const stood = clearancesShape.safeParse(row["discharge_clearances"]).data;
  const untold = clearanceKinds.find(
    (kind) => given?.[kind] === true && stood?.[kind] !== true && !told.has(kind),
  );
  return untold === undefined
    ? null
    : `${path}.fields.discharge_clearances.${untold}: nobody has said so`;
}

/**
 * What clearances have to be where they arrive: each given or taken back by somebody whose it is, under their own name, and
 * none without a step that says so.
 */
export function clearanceGuard(arrival: Arrival): string | null {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    if (change.table !== admissionsTable.name) continue;
    const fault = clearanceFault(change, `changes.${nth}`, arrival);
    if (fault !== null) return fault;
  }
  return null;
}
