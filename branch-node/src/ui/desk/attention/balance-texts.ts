import { numberFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import type { IntlShape } from "react-intl";
import type { BalanceStory } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";

type Measure = Pick<BalanceStory, "unit" | "currency">;

/** An amount of a ledger as people write it, with its unit, or as money. @param sign `always` for what was moved */
export function amountText(
  amount: number,
  { unit, currency }: Measure,
  intl: Pick<IntlShape, "locale">,
  sign: "always" | "auto",
): string {
  const signDisplay = sign === "always" ? "exceptZero" : "auto";
  if (currency === null) {
    const number = numberFormat(intl.locale, { signDisplay }).format(amount);
    return unit === null ? number : `${number} ${unit}`;
  }
  const money = numberFormat(intl.locale, { style: "currency", currency, signDisplay });
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  return money.format(amount / 10 ** digits);
}

// Whose it is, the card says already.
const owners: ReadonlySet<string> = new Set(["tenant_id", "branch_id"]);

/** What is counted: what the ledger keys its items by, without the branch. */
export function ledgerText({ of }: Pick<BalanceStory, "of">): string {
  const parts = Object.entries(of).filter(([name, value]) => !owners.has(name) && value !== null);
  return parts.map(([, value]) => String(value)).join(" · ");
}
