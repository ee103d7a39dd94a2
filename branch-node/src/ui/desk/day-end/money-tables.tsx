import type { RevenueGroup } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { Money } from "#ui/desk/money/money.tsx";
import { useRevenue } from "#ui/desk/revenue/revenue-queries.ts";
import { revenueRows } from "#ui/desk/revenue/revenue-rows.ts";
import { useRevenueNames } from "#ui/desk/revenue/use-revenue-names.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { cashierRows } from "./day-end-rows.ts";
import { useDayPayments } from "./day-end-queries.ts";
import { DayTable } from "./day-table.tsx";

interface OfDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly currency: string;
}

/** What each cashier has taken and paid back. */
export function ByCashier({ day, currency }: OfDay) {
  const say = useSay();
  const nameOf = useStaffName();
  const { data, error } = useDayPayments(day);
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  const titles = [
    say("dayEnd.cashier"),
    say("dayEnd.receipts"),
    say("tender.cash"),
    say("dayEnd.otherTenders"),
    say("revenue.refunded"),
    say("dayEnd.net"),
  ];
  return (
    <Card title={say("dayEnd.byCashier")} testName={testNames.dayByCashier}>
      <FaultNotice error={error} />
      <DayTable
        titles={titles}
        firstAmount={1}
        rows={cashierRows(data?.rows ?? []).map((row) => ({
          id: row.id,
          cells: [
            nameOf(row.id),
            row.receipts,
            money(row.cash),
            money(row.other),
            money(row.refunded),
            money(row.cash + row.other - row.refunded),
          ],
        }))}
        isCut={data?.isCut ?? false}
      />
    </Card>
  );
}

interface ByGroupProps extends OfDay {
  readonly by: Extract<RevenueGroup, "method" | "doctor" | "department">;
}

/** What the day has come to by means of payment, doctor or department. */
export function ByGroup({ day, currency, by }: ByGroupProps) {
  const say = useSay();
  const nameOf = useRevenueNames(by);
  const { data, error } = useRevenue({ date_from: day, date_to: day, group_by: by });
  const rows = data?.group_by === by ? revenueRows(data, nameOf) : [];
  const amounts =
    by === "method"
      ? (["collected", "refunded"] as const)
      : (["billed", "discount", "tax", "due"] as const);
  const money = (minor: number | null) =>
    minor === null ? null : <Money minor={minor} currency={currency} />;
  return (
    <Card title={say(`revenue.by_${by}`)} testName={`${testNames.dayBy}-${by}`}>
      <FaultNotice error={error} />
      <DayTable
        titles={[
          say(`revenue.by_${by}`),
          ...(by === "method" ? [] : [say("revenue.bills")]),
          ...amounts.map((name) => say(`revenue.${name}`)),
        ]}
        firstAmount={1}
        rows={rows.map((row) => ({
          id: row.id,
          cells: [
            row.name,
            ...(by === "method" ? [] : [row.invoices]),
            ...amounts.map((name) => money(row[name])),
          ],
        }))}
        isCut={false}
      />
    </Card>
  );
}
