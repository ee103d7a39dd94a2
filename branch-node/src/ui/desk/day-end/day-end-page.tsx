import { useNavigate, useSearch } from "@tanstack/react-router";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { RevenueFigures } from "#ui/desk/revenue/revenue-figures.tsx";
import { RevenueIncomplete } from "#ui/desk/revenue/revenue-incomplete.tsx";
import { useRevenue } from "#ui/desk/revenue/revenue-queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { ByCashier, ByGroup } from "./money-tables.tsx";
import { Registers } from "./registers.tsx";

function ChooseDay({ day, today }: { readonly day: string; readonly today: string }) {
  const say = useSay();
  const labels = useDateLabels();
  const go = useNavigate({ from: "/revenue/day-end" });
  return (
    <div className="unprinted">
      <Card>
        <div className="cash-fields">
          <DateField
            label={say("dayEnd.day")}
            value={day}
            onChange={(chosen) => {
              if (chosen !== null) void go({ search: { day: chosen }, replace: true });
            }}
            most={today}
            labels={labels}
            testName={testNames.dayEndDay}
          />
        </div>
      </Card>
    </div>
  );
}

const groups = ["method", "doctor", "department"] as const;

/** The money of a day, and what waits to be sent of it. */
function Takings({ day }: { readonly day: string }) {
  const say = useSay();
  const { data: summary, error } = useRevenue({ date_from: day, date_to: day });
  if (summary === undefined)
    return error === null ? (
      <Skeleton label={say("action.loading")} lines={6} />
    ) : (
      <FaultNotice error={error} />
    );
  const { currency } = summary;
  return (
    <>
      <RevenueIncomplete summary={summary} />
      <RevenueFigures summary={summary} />
      <ByCashier day={day} currency={currency} />
      {groups.map((by) => (
        <ByGroup key={by} by={by} day={day} currency={currency} />
      ))}
    </>
  );
}

/** The end of a day: what was taken by whom and how, what was billed for whom, and the registers; printed as it stands. */
export function DayEndPage() {
  const say = useSay();
  const go = useNavigate();
  const today = useToday();
  const { day = today } = useSearch({ from: "/revenue/day-end" });
  const mayRead = useMay("revenue", "read");
  return (
    <section
      className="page ward"
      aria-label={say("dayEnd.title")}
      data-testid={testNames.dayEndPage}
    >
      <PageHead title={say("dayEnd.title")} about={writtenDay(day)}>
        <span className="page-actions unprinted">
          <Button icon="print" onPress={() => window.print()} testName={testNames.revenuePrint}>
            {say("revenue.print")}
          </Button>
          <Button
            onPress={() => void go({ to: "/revenue", search: { from: day, to: day } })}
            testName={testNames.toRevenue}
          >
            {say("revenue.title")}
          </Button>
        </span>
      </PageHead>
      {mayRead ? (
        <>
          <ChooseDay day={day} today={today} />
          <Takings day={day} />
          <Registers day={day} />
        </>
      ) : (
        <p className="muted">{say("fault.forbidden")}</p>
      )}
    </section>
  );
}
