import * as z from "zod";
import { canonicalJson, sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { simHubSchema } from "./tables.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import type { SimBranch } from "./branch.ts";
import type { ReceivedOperation, SimNode } from "./hub.ts";
import { Broken } from "./broken.ts";

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
    const isShared =
      simHubSchema.find(table)?.audience !== "branch" || (row.branch_id ?? null) === null;
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
    const isKnown = simHubSchema.find(table)?.columns[field] !== undefined;
    if (row === undefined || !isKnown || sameJson(row[field], value)) continue;
    throw new Broken(2, `${table}.${field} no longer shows what was written here`);
  }
}
