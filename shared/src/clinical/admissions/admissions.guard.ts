import * as z from "zod";
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

/**
 * What clearances have to be where they arrive: each given or taken back by somebody whose it is, under their own name, and
 * none without a step that says so.
 */
export function clearanceGuard({ operation, before, roles }: Arrival): string | null {
  const nth = operation.changes.findIndex(({ table }) => table === admissionsTable.name);
  const change = operation.changes[nth];
  const row = change === undefined ? null : before(change);
  if (change === undefined || row === null) return null;
  const steps = stepsShape.safeParse(change.added?.["clearance_history"] ?? []).data ?? [];
  const told = new Set<ClearanceKind>();
  for (const [place, { kind, by, is_waived: isWaived }] of steps.entries()) {
    const path = `changes.${nth}.added.clearance_history.${place}`;
    if (by !== operation.actor.id) return `${path}.by: is not who cleared`;
    // Whoever has several roles may have worked with one of them.
    const ways = roles?.map((role) => clearedBy(kind, [role])) ?? null;
    if (ways?.includes(isWaived ? "waiver" : "own") === false)
      return `${path}.kind: is not theirs to ${isWaived ? "waive" : "clear"}`;
    told.add(kind);
  }
  const given = clearancesShape.safeParse(change.fields["discharge_clearances"]).data;
  const stood = clearancesShape.safeParse(row["discharge_clearances"]).data;
  const untold = clearanceKinds.find(
    (kind) => given?.[kind] === true && stood?.[kind] !== true && !told.has(kind),
  );
  return untold === undefined
    ? null
    : `changes.${nth}.fields.discharge_clearances.${untold}: nobody has said so`;
}
