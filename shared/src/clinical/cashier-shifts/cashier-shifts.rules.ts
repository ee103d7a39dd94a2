import { addMoney } from "#kernel/money.ts";
import {
  tenderMethods,
  type CashMovement,
  type Denominations,
  type Takings,
} from "./cashier-shifts.contract.ts";

/** What was paid with one tender. */
interface Tendered {
  readonly method: (typeof tenderMethods)[number];
  readonly amount_minor: number;
}

/** A payment, as far as a drawer is concerned. */
export interface Taken {
  readonly kind: string;
  readonly tenders: readonly Tendered[];
}

const returning: readonly string[] = ["refund", "void"];

/** What came in and went out by each tender of some payments. */
export function takingsOf(payments: readonly Taken[]): Takings {
  const sumOf = (method: string, isReturned: boolean) =>
    addMoney(
      ...payments
        .filter(({ kind }) => returning.includes(kind) === isReturned)
        .flatMap(({ tenders }) => tenders.filter((one) => one.method === method))
        .map((one) => one.amount_minor),
    );
  return tenderMethods
    .map((method) => ({
      method,
      received_minor: sumOf(method, false),
      returned_minor: sumOf(method, true),
    }))
    .filter((one) => one.received_minor !== 0 || one.returned_minor !== 0);
}

/** What should be in a drawer. */
export function expectedOf(
  float: number,
  movements: readonly Pick<CashMovement, "kind" | "amount_minor">[],
  takings: Takings,
): number {
  const cash = takings.find(({ method }) => method === "cash");
  const moved = movements.map(({ kind, amount_minor: amount }) =>
    kind === "pay_in" ? amount : -amount,
  );
  return addMoney(float, ...moved, (cash?.received_minor ?? 0) - (cash?.returned_minor ?? 0));
}

/** What notes and coins come to. */
export function countOf(pieces: Denominations): number {
  return addMoney(...pieces.map(({ value_minor: value, pieces: count }) => value * count));
}
