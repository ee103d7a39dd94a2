import { stockMovesTable } from "@edgeward/shared/clinical/stock/stock.table.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";

type Fields = Readonly<Record<string, unknown>>;

const asideOutcomes: ReadonlySet<string> = new Set(["held", "rejected"]);

function movesOf({ changes }: Operation): readonly Fields[] {
  return changes.filter(({ table }) => table === stockMovesTable.name).map(({ fields }) => fields);
}

function sumOf(operations: readonly ReceivedOperation[], batch: unknown): number {
  return operations
    .flatMap(({ operation }) => movesOf(operation))
    .filter((move) => move["stock_id"] === batch)
    .reduce((sum, move) => sum + Number(move["quantity"]), 0);
}

function isOf(batch: unknown): (one: ReceivedOperation) => boolean {
  return ({ operation }) => movesOf(operation).some((move) => move["stock_id"] === batch);
}

/** What is counted by an operation: of which batch, and how much of it its branch knew of. */
function countsOf({ operation }: ReceivedOperation) {
  return movesOf(operation)
    .filter(({ kind }) => kind === "count")
    .map((move) => ({
      batch: move["stock_id"],
      known: Number(move["counted"]) - Number(move["quantity"]),
    }));
}

function othersOf(one: ReceivedOperation, all: readonly ReceivedOperation[]) {
  return all.filter(
    (other) => other.branchId === one.branchId && other.operation.op_id !== one.operation.op_id,
  );
}

/**
 * Whether an operation counts a batch of which its own branch has moved more before than it knew, or of which something has
 * been moved while it waited itself: what it found before, it would put down a second time.
 */
export function isCountedAgain(
  one: ReceivedOperation,
  taken: readonly ReceivedOperation[],
): boolean {
  const others = othersOf(one, taken);
  const before = others.filter(({ operation }) => operation.hlc < one.operation.hlc);
  return countsOf(one).some(
    ({ batch, known }) =>
      sumOf(before, batch) !== known || (one.waitedOnce && sumOf(others, batch) !== known),
  );
}

/** Whether what was counted is what its branch had before, so that no difference is put down twice. @throws Broken */
export function checkCounts(received: readonly ReceivedOperation[]): void {
  for (const one of received.filter(({ outcome }) => !asideOutcomes.has(outcome))) {
    const others = othersOf(one, received);
    const before = others.filter(({ operation }) => operation.hlc < one.operation.hlc);
    for (const { batch, known } of countsOf(one)) {
      // Of what lies aside its branch knew, or it did not: it was put back to before that.
      if (others.filter(isOf(batch)).some(({ outcome }) => asideOutcomes.has(outcome))) continue;
      if (sumOf(before, batch) === known) continue;
      const there = sumOf(before, batch);
      throw new Broken(9, `${String(batch)} was counted of ${known}, where ${there} were there`);
    }
  }
}
