import { useMemo } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { RevenueSummary } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { keepCsv } from "#ui/desk/data/csv.ts";
import type { RevenueSearch } from "#ui/desk/revenue/revenue-address.ts";
import { RevenueChart } from "#ui/desk/revenue/revenue-chart.tsx";
import { RevenueAsides, RevenueFigures } from "#ui/desk/revenue/revenue-figures.tsx";
import { RevenueFilters, type RevenueView } from "#ui/desk/revenue/revenue-filters.tsx";
import { useRevenue } from "#ui/desk/revenue/revenue-queries.ts";
import { revenueAmounts, revenueCsv, revenueRows } from "#ui/desk/revenue/revenue-rows.ts";
import { RevenueIncomplete } from "#ui/desk/revenue/revenue-incomplete.tsx";
import { RevenueTable } from "#ui/desk/revenue/revenue-table.tsx";
import { useRevenueNames } from "#ui/desk/revenue/use-revenue-names.ts";
import { addDays, writtenDay } from "#ui/desk/patients/birth.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

const ageingDays = 365;

/** How old is what is due: that has nothing to do with the days that are looked at. */
function useAgeing() {
  const today = useToday();
  return useRevenue({ date_from: addDays(today, -ageingDays), date_to: today }).data?.ageing;
}

function Summary({
  summary,
  view,
}: {
  readonly summary: RevenueSummary;
  readonly view: RevenueView;
}) {
  const say = useSay();
  const clock = useBranchClock();
  const nameOf = useRevenueNames(summary.group_by);
  const rows = useMemo(() => revenueRows(summary, nameOf), [summary, nameOf]);
  const title = say(`revenue.by_${summary.group_by}`);
  const { currency } = summary;
  const save = () => {
    const titles = [
      title,
      say("revenue.bills"),
      ...revenueAmounts.map((one) => say(`revenue.${one}`)),
    ];
    keepCsv(`revenue-${view.from}-${view.to}-${summary.group_by}.csv`, revenueCsv(rows, titles));
  };
  return (
    <>
      <RevenueIncomplete summary={summary} />
      <RevenueFigures summary={summary} />
      <Card
        title={title}
        aside={
          <span className="page-actions unprinted">
            <Button onPress={save} isDisabled={rows.length === 0} testName={testNames.revenueCsv}>
              {say("revenue.csv")}
            </Button>
            <Button icon="print" onPress={() => window.print()} testName={testNames.revenuePrint}>
              {say("revenue.print")}
            </Button>
          </span>
        }
        isFlush
      >
        {rows.length === 0 ? null : <RevenueChart rows={rows} currency={currency} />}
        <RevenueTable rows={rows} title={title} currency={currency} />
      </Card>
      <RevenueAsides summary={summary} ageing={useAgeing()} />
      <p className="muted">{say("revenue.asOf", { time: clock.time(summary.data_as_of) })}</p>
    </>
  );
}

/** What was billed, collected and is due in some days, as figures, bars and a table; today, by the means of payment, at first. */
export function RevenuePage() {
  const say = useSay();
  const today = useToday();
  const search = useSearch({ from: "/revenue" });
  const go = useNavigate({ from: "/revenue" });
  const toDayEnd = useNavigate();
  const { from = search.to ?? today, to = today, by = "method" } = search;
  const view: RevenueView = { from, to, by, with: search.with };
  const query = {
    date_from: from,
    date_to: to,
    group_by: by,
    ...(view.with === undefined ? {} : { compare: view.with }),
  };
  const { data: summary, error } = useRevenue(query);
  const change = (patch: RevenueSearch) =>
    void go({ search: (before) => ({ ...before, ...patch }), replace: true });
  return (
    <section
      className="page ward"
      aria-label={say("revenue.title")}
      data-testid={testNames.revenuePage}
    >
      <PageHead
        title={say("revenue.title")}
        about={from === to ? writtenDay(from) : `${writtenDay(from)} – ${writtenDay(to)}`}
      >
        <Button
          onPress={() => void toDayEnd({ to: "/revenue/day-end", search: { day: to } })}
          testName={testNames.toDayEnd}
        >
          {say("dayEnd.title")}
        </Button>
      </PageHead>
      <div className="unprinted">
        <Card>
          <RevenueFilters view={view} today={today} onChange={change} />
        </Card>
      </div>
      <FaultNotice error={error} />
      {summary === undefined && error === null ? <Skeleton label={say("action.loading")} /> : null}
      {summary === undefined ? null : <Summary summary={summary} view={view} />}
    </section>
  );
}
