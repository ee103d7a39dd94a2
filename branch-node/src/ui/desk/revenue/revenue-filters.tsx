import { parseDate } from "@internationalized/date";
import {
  revenueGroups,
  type RevenueGroup,
} from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { testNames } from "#ui/test-names.ts";
import { comparisons, type RevenueSearch } from "./revenue-address.ts";

/** What the page shows: both days and what the lines are told apart by. */
export interface RevenueView {
  readonly from: string;
  readonly to: string;
  readonly by: RevenueGroup;
  readonly with: RevenueSearch["with"];
}

interface FiltersProps {
  readonly view: RevenueView;
  /** YYYY-MM-DD, the branch's. */
  readonly today: string;
  readonly onChange: (patch: RevenueSearch) => void;
}

function startsOf(today: string) {
  return [
    { id: "today", from: today },
    { id: "week", from: parseDate(today).subtract({ days: 6 }).toString() },
    { id: "month", from: `${today.slice(0, 7)}-01` },
  ] as const;
}

function Periods({ today, onChange }: Omit<FiltersProps, "view">) {
  const say = useSay();
  return startsOf(today).map(({ id, from }) => (
    <Button
      key={id}
      onPress={() => onChange({ from, to: today })}
      testName={`${testNames.revenuePeriod}-${id}`}
    >
      {say(`revenue.${id}`)}
    </Button>
  ));
}

/** Chooses the days, by what the lines are told apart, and with what they are compared. */
export function RevenueFilters({ view, today, onChange }: FiltersProps) {
  const say = useSay();
  const labels = useDateLabels();
  const groups = revenueGroups.map((value) => ({ value, text: say(`revenue.by_${value}`) }));
  const others = comparisons.map((value) => ({ value, text: say(`revenue.with_${value}`) }));
  return (
    <div className="calendar-tools revenue-filters">
      <DateField
        label={say("calendar.from")}
        value={view.from}
        most={view.to}
        onChange={(from) => (from === null ? undefined : onChange({ from }))}
        labels={labels}
        testName={testNames.revenueFrom}
      />
      <DateField
        label={say("calendar.to")}
        value={view.to}
        least={view.from}
        most={today}
        onChange={(to) => (to === null ? undefined : onChange({ to }))}
        labels={labels}
        testName={testNames.revenueTo}
      />
      <Periods today={today} onChange={onChange} />
      <ChoiceField
        label={say("revenue.by")}
        value={view.by}
        options={groups}
        onChange={(value) => onChange({ by: revenueGroups.find((one) => one === value) })}
        testName={testNames.revenueBy}
      />
      <ChoiceField
        label={say("revenue.with")}
        value={view.with ?? ""}
        options={others}
        empty={say("revenue.with_nothing")}
        onChange={(value) => onChange({ with: comparisons.find((one) => one === value) })}
        testName={testNames.revenueWith}
      />
    </div>
  );
}
