import type { RevenueSummary } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { Sums, useMoney } from "#ui/desk/money/money.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { tenderText } from "./use-revenue-names.ts";

interface FiguresProps {
  readonly summary: RevenueSummary;
}

const shown = [
  "billed",
  "discount",
  "tax",
  "credited",
  "collected",
  "refunded",
  "due",
  "written_off",
] as const;

/** What the whole time has come to, beside another one where it is compared. */
export function RevenueFigures({ summary: { totals, compared, currency } }: FiguresProps) {
  const say = useSay();
  const money = useMoney(currency);
  const isCounted = { count: totals.invoices, amount: money(totals.avg_bill_minor) };
  return (
    <div className="revenue-figures" data-testid={testNames.revenueFigures}>
      {shown.map((name) => (
        <div key={name} className="revenue-figure">
          <span className="muted">{say(`revenue.${name}`)}</span>
          <strong>
            <bdi>{money(totals[`${name}_minor`])}</bdi>
          </strong>
          {compared === null ? null : (
            <span className="muted">
              {say("revenue.before", { amount: money(compared.totals[`${name}_minor`]) })}
            </span>
          )}
        </div>
      ))}
      <p className="muted revenue-note">{say("revenue.counted", isCounted)}</p>
    </div>
  );
}

/** By which means it was paid, and how old is what is due. */
export function RevenueAsides({ summary: { by_method, ageing, currency } }: FiguresProps) {
  const say = useSay();
  const ages = ["d0_30", "d31_60", "d61_90", "d90_plus"] as const;
  return (
    <div className="revenue-asides">
      <Card title={say("revenue.byMethod")}>
        {by_method.length === 0 ? (
          <p className="muted">{say("revenue.nothingTaken")}</p>
        ) : (
          <Sums
            currency={currency}
            rows={by_method.map(({ method, collected_minor: taken, refunded_minor: back }) => ({
              id: method,
              text: tenderText(say, method),
              minor: taken - back,
            }))}
          />
        )}
      </Card>
      <Card title={say("revenue.ageing")}>
        <Sums
          currency={currency}
          rows={ages.map((age) => ({
            id: age,
            text: say(`revenue.${age}`),
            minor: ageing[`${age}_minor`],
          }))}
        />
      </Card>
    </div>
  );
}
