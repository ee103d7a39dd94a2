import * as z from "zod";
import { canonicalJson, sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { findTable } from "@edgeward/shared/db/registry.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import type { SimBranch } from "./branch.ts";
import type { ReceivedOperation, SimNode } from "./hub.ts";

/** The promises, by number; each is looked at in every history unless its name says otherwise. */
export const promises = {
  1: "convergence: every branch's rows in scope equal the hub's byte for byte",
  2: "no acknowledged write lost: every one is in the hub's operations, or visibly held or refused",
  3: "no duplicate effect: one effect an event",
  4: "idempotence: every batch sent again changes nothing at the hub",
  5: "order: a branch's operations stand at the hub in the order in which it made them",
  6: "no silent loss: a value overwritten unseen is in a conflict",
  7: "feed completeness: no reader skips a row, also beside transactions that stay open",
  8: "numbers: unique, and each series without a gap",
  9: "ledger: the sums are those of the facts, everywhere",
  10: "isolation: no row or operation crosses a branch",
  11: "poison: all but the refused and what builds on them is taken",
  12: "schema: fields that nobody knows travel unchanged",
  13: "clocks: skew changes nothing but who wins a tie",
  14: "bootstrap: a file and the feed behind it come to what the whole feed comes to",
  15: "scope: nothing is left at a branch that it may no longer have",
  16: "bounded work: an idle look costs a constant",
} as const;

/** A promise that did not hold. */
export class Broken extends Error {
  readonly promise: keyof typeof promises;

  constructor(promise: keyof typeof promises, what: string) {
    super(`${promise} (${promises[promise].split(":")[0]}): ${what}`);
    this.name = "Broken";
    this.promise = promise;
  }
}

const pageShape = z.object({
  data: z.array(
    z.object({
      table: z.string(),
      row: z.looseObject({
        branch_id: z.string().nullish(),
        patient_id: z.string().nullish(),
      }),
    }),
  ),
});

/** Whether a page holds nothing but what its branch may have. */
export function checkPage(node: SimNode, granted: ReadonlySet<string>, page: unknown): void {
  for (const { table, row } of pageShape.parse(page).data) {
    const isShared = findTable(table)?.audience !== "branch" || (row.branch_id ?? null) === null;
    if (isShared || row.branch_id === node.branchId) continue;
    if (granted.has(row.patient_id ?? "")) continue;
    throw new Broken(10, `${node.branchId} was given a row of ${row.branch_id}`);
  }
}

/** The row as every node must have it, whether it knows a field or only keeps it. */
export function flat(row: RecordRow): string {
  const { unknown_fields: unknown, ...known } = row;
  return canonicalJson({ ...unknown, ...known });
}

/** Whether a branch still shows what it wrote and the hub has not judged yet. */
export async function checkOwnWrites(
  branch: SimBranch,
  received: readonly ReceivedOperation[],
): Promise<void> {
  const judged = new Set(received.map(({ operation }) => operation.op_id));
  const waiting = (await branch.journal()).filter((row) => !judged.has(row.op_id));
  const wanted = new Map<string, { table: string; id: string; field: string; value: unknown }>();
  for (const { operation } of waiting) {
    for (const { table, id, fields } of operation.changes) {
      for (const [field, value] of Object.entries(fields)) {
        wanted.set(`${table}/${id}/${field}`, { table, id, field, value });
      }
    }
  }
  for (const { table, id, field, value } of wanted.values()) {
    const [row] = await branch.session.query(`SELECT * FROM ${table} WHERE id = ?`, [id]);
    const isKnown = findTable(table)?.columns[field] !== undefined;
    if (row === undefined || !isKnown || sameJson(row[field], value)) continue;
    throw new Broken(2, `${table}.${field} no longer shows what was written here`);
  }
}
