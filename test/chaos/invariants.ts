import * as z from "zod";
import { canonicalJson, sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { simHubSchema, tableNamed } from "./tables.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { withAdded } from "@edgeward/shared/write/row-change.ts";
import { isKeptHome } from "@edgeward/shared/db/kept-home.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { forgedField, isBeyond } from "./beyond.ts";
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
    const declared = simHubSchema.find(table);
    const isShared = declared?.audience !== "branch" || (row.branch_id ?? null) === null;
    if (isShared || row.branch_id === node.branchId) continue;
    if (granted.has(row.patient_id ?? "") && !isKeptHome(declared, row)) continue;
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
  const unjudged = (await branch.journal()).filter((row) => !judged.has(row.op_id));
  const waiting = unjudged.filter(({ operation }) => !isBeyond(operation));
  // Who forges an operation has written something else here, which may come back with what else waits.
  const forged = new Set(wantedOf(unjudged.filter(({ operation }) => isBeyond(operation))).keys());
  for (const [key, { table, id, field, opId, isShown }] of wantedOf(waiting)) {
    if (forged.has(key)) continue;
    const [row] = await branch.session.query(`SELECT * FROM ${table} WHERE id = ?`, [id]);
    const isKnown = simHubSchema.find(table)?.columns[field] !== undefined;
    if (row === undefined || !isKnown || field === forgedField || isShown(row[field])) continue;
    if (await isAskedAbout(branch, { opId, field })) continue;
    if (await followsForged(branch, forged, { table, id, field })) continue;
    throw new Broken(2, `${table}.${field} no longer shows what was written here`);
  }
}

// What is derived of a value that was forged goes with it; it has to be what follows from the row as it stands.
async function followsForged(
  branch: SimBranch,
  forged: ReadonlySet<string>,
  { table, id, field }: Pick<Wanted, "table" | "id" | "field">,
): Promise<boolean> {
  if (![...forged].some((key) => key.startsWith(`${table}/${id}/`))) return false;
  const declared = tableNamed(table);
  const row = (await branch.rows(declared)).find((each) => each.id === id);
  const derived = row === undefined ? {} : (declared.derive?.(row) ?? {});
  return Object.hasOwn(derived, field) && sameJson(row?.[field], derived[field]);
}

// What a tablet hands over late may lie beneath what was changed since: a person is shown both.
async function isAskedAbout(branch: SimBranch, { opId, field }: Pick<Wanted, "opId" | "field">) {
  const rows = await branch.session.query(
    "SELECT id FROM conflicts WHERE op_id = ? AND field = ? AND other_stamp LIKE '%-dev_%'",
    [opId, field],
  );
  return rows.length > 0;
}

interface Wanted {
  readonly table: string;
  readonly id: string;
  readonly field: string;
  readonly opId: string;
  readonly stamp: string;
  readonly isShown: (value: unknown) => boolean;
}

// What was written last of each field: by who had seen the value before, else by the later clock, as a tablet may hand over
// later what it wrote before. Of sets and lists what was last added stands among the rest.
function wantedOf(waiting: readonly { readonly operation: Operation }[]) {
  const wanted = new Map<string, Wanted>();
  for (const { operation } of waiting) {
    const { op_id: opId, hlc: stamp } = operation;
    for (const { table, id, fields, base, added } of operation.changes) {
      const want = (field: string, isShown: Wanted["isShown"]) => {
        const key = `${table}/${id}/${field}`;
        const known = wanted.get(key);
        if (known === undefined || base[field] === known.stamp || stamp > known.stamp)
          wanted.set(key, { table, id, field, opId, stamp, isShown });
      };
      for (const [field, value] of Object.entries(fields))
        want(field, (shown) => sameJson(shown, value));
      for (const [field, entries] of Object.entries(added ?? {}))
        want(field, (shown) => sameJson(withAdded(shown, entries), shown));
    }
  }
  return wanted;
}
