import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tenderMethods } from "./cashier-shifts.contract.ts";
import { countOf, expectedOf, takingsOf, type Taken } from "./cashier-shifts.rules.ts";

const amount = fc.integer({ min: 1, max: 100_000_000 });
const payment: fc.Arbitrary<Taken> = fc.record({
  kind: fc.constantFrom("payment", "advance", "adjustment", "refund", "void"),
  tenders: fc.array(
    fc.record({ method: fc.constantFrom(...tenderMethods), amount_minor: amount }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});
const movement = fc.record({
  kind: fc.constantFrom("pay_in" as const, "pay_out" as const),
  amount_minor: amount,
});
const shift = fc.record({
  float: fc.integer({ min: 0, max: 10_000_000 }),
  payments: fc.array(payment, { maxLength: 12 }),
  movements: fc.array(movement, { maxLength: 6 }),
});

/** A drawer as somebody keeps it by hand: what goes in and out of it, one by one. */
class Drawer {
  #cash: bigint;
  readonly #others = new Map<string, bigint>();

  constructor(float: number) {
    this.#cash = BigInt(float);
  }

  get cash(): number {
    return Number(this.#cash);
  }

  takes(method: string, minor: number, isOut: boolean): void {
    const sum = isOut ? -BigInt(minor) : BigInt(minor);
    if (method === "cash") this.#cash += sum;
    else this.#others.set(method, (this.#others.get(method) ?? 0n) + sum);
  }

  of(method: string): number {
    return Number(this.#others.get(method) ?? 0n);
  }
}

describe("what should be in a drawer", () => {
  test("is to the paisa what 10,000 drawers have that are kept by hand, and by each other tender what came less what went", () => {
    fc.assert(
      fc.property(shift, ({ float, payments, movements }) => {
        const drawer = new Drawer(float);
        for (const { kind, tenders } of payments)
          for (const { method, amount_minor: minor } of tenders)
            drawer.takes(method, minor, kind === "refund" || kind === "void");
        for (const { kind, amount_minor: minor } of movements)
          drawer.takes("cash", minor, kind === "pay_out");
        const takings = takingsOf(payments);
        expect(expectedOf(float, movements, takings)).toBe(drawer.cash);
        for (const method of tenderMethods) {
          if (method === "cash") continue;
          const line = takings.find((one) => one.method === method);
          const left = (line?.received_minor ?? 0) - (line?.returned_minor ?? 0);
          expect(left, method).toBe(drawer.of(method));
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("is counted by its notes and coins", () => {
    const pieces = [
      { value_minor: 50_000, pieces: 3 },
      { value_minor: 2_000, pieces: 7 },
      { value_minor: 100, pieces: 0 },
    ];
    expect(countOf(pieces)).toBe(164_000);
    expect(takingsOf([])).toEqual([]);
  });
});
