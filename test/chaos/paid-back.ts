import { invoicesTable } from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import { paymentsTable } from "@edgeward/shared/clinical/payments/payments.table.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";
import type { World } from "./world.ts";

type Amounts = readonly Readonly<Record<string, unknown>>[];

function sumOf(rows: Amounts): number {
  return rows.reduce((sum, row) => sum + Number(row["amount_minor"]), 0);
}

function refundsOf(rows: Amounts, origin: unknown): Amounts {
  return rows.filter((row) => row["kind"] === "refund" && row["payment_of_id"] === origin);
}

function rowsMade(operation: Operation, table: string) {
  return operation.changes.filter((change) => change.table === table).map(({ fields }) => fields);
}

/**
 * Whether an operation settles a bill, or pays something back, of which its own branch has done more before than it knew:
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
  const [made] = rowsMade(operation, paymentsTable.name);
  if (made?.["kind"] !== "refund") return false;
  const known = before.flatMap((one) => rowsMade(one.operation, paymentsTable.name));
  const origin = made["payment_of_id"];
  const back = sumOf(refundsOf(known, origin));
  const paid = before
    .flatMap((one) => one.operation.changes)
    .find(({ table, id }) => table === paymentsTable.name && id === origin);
  return back + Number(made["amount_minor"]) > Number(paid?.fields["amount_minor"] ?? 0);
}

/** Whether nowhere more was paid back of a payment than was paid. @throws Broken */
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
    const over = rows.find((row) => sumOf(refundsOf(rows, row.id)) > Number(row["amount_minor"]));
    if (over !== undefined) throw new Broken(9, `${name}: more was paid back of ${over.id}`);
  }
}
