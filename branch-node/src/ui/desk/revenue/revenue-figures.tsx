import { numberFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { useIntl } from "react-intl";
import type { RevenueSummary } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { Sums, useMoney } from "#ui/desk/money/money.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, Skeleton } from "#ui/kit/surfaces.tsx";
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

const claimSums = ["submitted", "approved", "deducted", "settled", "tds"] as const;

/** What was asked of payers, what they have decided and what they have paid; beside another time where it is compared. */
function RevenueOfClaims({ summary: { claims, compared, currency } }: FiguresProps) {
  const say = useSay();
  const money = useMoney(currency);
  const { locale } = useIntl();
  const rate = numberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const { submitted: count, decided: all, rejected: some, denial_rate_bp: bp } = claims;
  return (
    <Card title={say("revenue.claims")} testName={testNames.revenueClaims}>
      <Sums
        currency={currency}
        rows={claimSums.map((name) => ({
          id: name,
          text: say(`revenue.claims_${name}`),
          minor: claims[`${name}_minor`],
        }))}
      />
      <p className="muted">
        {say("revenue.claims_counted", { count, all, some, rate: rate.format(bp / 10_000) })}
      </p>
      {compared === null ? null : (
        <p className="muted">
          {say("revenue.claims_before", {
            asked: money(compared.claims.submitted_minor),
            approved: money(compared.claims.approved_minor),
            paid: money(compared.claims.settled_minor),
          })}
        </p>
      )}
    </Card>
  );
}

interface AsidesProps extends FiguresProps {
  /** What is due of the bills of a year, whichever days the rest is of; undefined while it is read. */
  readonly ageing: RevenueSummary["ageing"] | undefined;
}

/** By which means it was paid, how old is what is due, and what payers were asked for and gave. */
export function RevenueAsides({ summary, ageing }: AsidesProps) {
  const { by_method, currency } = summary;
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
        {ageing === undefined ? (
          <Skeleton label={say("action.loading")} />
        ) : (
          <Sums
            currency={currency}
            rows={ages.map((age) => ({
              id: age,
              text: say(`revenue.${age}`),
              minor: ageing[`${age}_minor`],
            }))}
          />
        )}
      </Card>
      <RevenueOfClaims summary={summary} />
    </div>
  );
}
