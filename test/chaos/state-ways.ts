import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { Broken } from "./broken.ts";
import { referralWays } from "./tables.ts";

/** The states that some steps lead to from another. */
function reachable(from: string): ReadonlySet<string> {
  const found = new Set([from]);
  for (const state of found) for (const next of referralWays[state] ?? []) found.add(next);
  return found;
}

/** Whether a batch has moved referrals by their ways alone: no clock takes a state back. @throws Broken */
export function checkWays(before: readonly RecordRow[], after: readonly RecordRow[]): void {
  const states = new Map(before.map((row) => [row.id, String(row["status"])]));
  for (const row of after) {
    const from = states.get(row.id);
    const to = String(row["status"]);
    if (from === undefined || reachable(from).has(to)) continue;
    throw new Broken(6, `${row.id} went from ${from} to ${to}, which no way leads to`);
  }
}
