import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";
import { isQuarantined } from "./quarantine.ts";
import type { SimHub } from "./sim-hub.ts";
import { tableNamed } from "./tables.ts";

/** Whether of two decisions about one conflict the first stands, with what it did to the record, and the other did nothing. @throws Broken */
export async function checkDecisions(
  hub: SimHub,
  received: readonly ReceivedOperation[],
): Promise<void> {
  const conflicts = new Map((await hub.rows(conflictsTable)).map((row) => [row.id, row]));
  const decisions = received.filter(
    (one) => one.operation.type === "conflict.resolve" && !isQuarantined(one),
  );
  for (const { operation } of decisions) {
    const [decided, ...others] = operation.changes;
    const conflict = conflicts.get(decided?.id ?? "");
    if (conflict === undefined || stampOf(conflict, "conflict_status") === operation.hlc) continue;
    for (const { table, id, fields } of others) {
      const row = (await hub.rows(tableNamed(table))).find((one) => one.id === id);
      const field = Object.keys(fields).find((name) => row?.stamps[name] === operation.hlc);
      if (field !== undefined)
        throw new Broken(
          6,
          `${operation.op_id} came second and decided ${table}.${field} all the same`,
        );
    }
  }
}
