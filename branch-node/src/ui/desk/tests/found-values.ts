import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";

type Found = Pick<LabResult, "test_code" | "test_id" | "status" | "observations" | "verified_at">;

/** What was found by one test, the newest first. */
export interface FoundByTest<T extends Found = LabResult> {
  readonly code: string;
  readonly name: string;
  readonly newest: T;
  readonly earlier: readonly T[];
}

const verified: ReadonlySet<string> = new Set(["final", "corrected", "amended", "appended"]);

/**
 * What was found and verified, test by test: that whose values are newest first, each with those before.
 * @param results of one patient, the version that stands of each
 * @param orders that they answer, from which the tests have their names
 */
export function foundByTest<T extends Found>(
  results: readonly T[],
  orders: readonly Pick<LabOrder, "tests">[],
): readonly FoundByTest<T>[] {
  const names = new Map(orders.flatMap(({ tests }) => tests.map(({ id, name }) => [id, name])));
  const byTest = new Map<string, T[]>();
  const newestFirst = results
    .filter(({ status }) => verified.has(status))
    .toSorted((one, next) => (next.verified_at ?? "").localeCompare(one.verified_at ?? ""));
  for (const result of newestFirst) {
    const { test_code: code } = result;
    byTest.set(code, [...(byTest.get(code) ?? []), result]);
  }
  return [...byTest].flatMap(([code, [newest, ...earlier]]) => {
    if (newest === undefined) return [];
    const name = names.get(newest.test_id) ?? newest.observations[0]?.name ?? code;
    return [{ code, name, newest, earlier }];
  });
}
