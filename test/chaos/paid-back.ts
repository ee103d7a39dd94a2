import * as z from "zod";
import { invoicesTable } from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import { leftOf, type Following } from "@edgeward/shared/clinical/payments/payments.rules.ts";
import { paymentsTable } from "@edgeward/shared/clinical/payments/payments.table.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";
import type { World } from "./world.ts";

const paidForm = z.object({
  id: z.string(),
  kind: z.string(),
  amount_minor: z.int(),
  payment_of_id: z.string().nullable(),
});

function paymentsOf(rows: readonly unknown[]): readonly Following[] {
  return rows.flatMap((row) => paidForm.safeParse(row).data ?? []);
}

function madeBy({ changes }: Operation): readonly Following[] {
  const own = changes.filter(({ table }) => table === paymentsTable.name);
  return paymentsOf(own.map(({ id, fields }) => ({ ...fields, id })));
}

/**
 * Whether an operation settles a bill, or takes something of a payment, of which its own branch has done more before than it knew:
 * it was put back to an old copy, and a person has to look at it.
 */
export function isSettledAgain(
  { nodeId, operation }: ReceivedOperation,
  taken: readonly ReceivedOperation[],
): boolean {
  const before = taken.filter((one) => one.nodeId === nodeId && one.operation.hlc < operation.hlc);
  const isUnseen = operation.changes.some(({ table, id, base }) => {
    if (table !== invoicesTable.name) return false;
    return before.some(({ operation: { hlc, changes } }) =>
      changes.some(
        (change) =>
          change.table === table &&
          change.id === id &&
          Object.keys(change.fields).some((field) => (base[field] ?? hlc) < hlc),
      ),
    );
  });
  if (isUnseen) return true;
  const [made] = madeBy(operation);
  if (made === undefined || made.payment_of_id === null) return false;
  const known = before.flatMap((one) => madeBy(one.operation));
  const origin = known.find(({ id }) => id === made.payment_of_id);
  return made.amount_minor > (origin === undefined ? 0 : leftOf(origin, known));
}

/** Whether nowhere more was paid back or used of a payment than was paid. @throws Broken */
export async function checkPaidBack(world: World, refused: ReadonlySet<string>): Promise<void> {
  const nodes = [
    { name: "the hub", rows: await world.hub.rows(paymentsTable) },
    ...(await Promise.all(
      world.stations.map(async ({ branch, node }) => ({
        name: node.branchId,
        rows: (await branch.rows(paymentsTable)).filter(({ id }) => !refused.has(id)),
      })),
    )),
  ];
  for (const { name, rows } of nodes) {
    const payments = paymentsOf(rows);
    const over = payments.find((one) => leftOf(one, payments) < 0);
    if (over !== undefined) throw new Broken(9, `${name}: more was taken of ${over.id}`);
  }
}
