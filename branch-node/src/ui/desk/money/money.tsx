import { useIntl } from "react-intl";
import { moneyText } from "./amounts.ts";

/** Writes money in the language of the page. */
export function useMoney(currency: string): (minor: number) => string {
  const { locale } = useIntl();
  return (minor) => moneyText(minor, currency, locale);
}

interface MoneyProps {
  readonly minor: number;
  readonly currency: string;
}

/** An amount among words: of a direction of its own. */
export function Money({ minor, currency }: MoneyProps) {
  const money = useMoney(currency);
  return <bdi className="money">{money(minor)}</bdi>;
}

interface SumsProps {
  readonly rows: readonly {
    readonly id: string;
    readonly text: string;
    readonly minor: number;
    readonly isStrong?: boolean;
    readonly testName?: string;
  }[];
  readonly currency: string;
}

/** Amounts one below the other, as on a bill. */
export function Sums({ rows, currency }: SumsProps) {
  return (
    <dl className="sums">
      {rows.map(({ id, text, minor, isStrong = false, testName }) => (
        <div key={id} className={isStrong ? "sum sum-strong" : "sum"}>
          <dt>{text}</dt>
          <dd data-testid={testName}>
            <Money minor={minor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
