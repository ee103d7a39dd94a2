import { useState } from "react";
import type { Holiday } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import type { ConsoleBranch } from "@edgeward/shared/console/console-branches.contract.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import { useConsoleSay, type ConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Banner, Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { useWho } from "./console-context.tsx";
import { useBranches } from "./console-queries.ts";
import { consoleTestNames } from "./console-test-names.ts";
import { consoleFaultText } from "./console-texts.ts";
import { HolidayDialog } from "./holiday-dialog.tsx";
import { holidayKindTexts } from "./holiday-form.ts";
import { useChangeHoliday, useHolidays } from "./holiday-queries.ts";
import { useDayText } from "./moments.ts";

interface RowActions {
  readonly onChange: (holiday: Holiday) => void;
  readonly onWithdraw: (holiday: Holiday) => void;
}

function Actions({ holiday, onChange, onWithdraw }: RowActions & { readonly holiday: Holiday }) {
  const say = useConsoleSay();
  const { name, status } = holiday;
  return (
    <span className="console-row">
      <Button
        look="quiet"
        isSmall
        about={name}
        onPress={() => onChange(holiday)}
        testName={consoleTestNames.holidayChange}
      >
        {say("console.change")}
      </Button>
      <Button
        look="quiet"
        isSmall
        about={name}
        onPress={() => onWithdraw(holiday)}
        testName={consoleTestNames.holidayWithdraw}
      >
        {say(status === "active" ? "console.remove" : "console.putBack")}
      </Button>
    </span>
  );
}

function State({ holiday: { status, closes } }: { readonly holiday: Holiday }) {
  const say = useConsoleSay();
  if (status !== "active") return <Badge icon="close">{say("console.removed")}</Badge>;
  return closes ? (
    <Badge tone="warning" icon="lock">
      {say("console.closed")}
    </Badge>
  ) : (
    <Badge tone="info" icon="good">
      {say("console.openAsUsual")}
    </Badge>
  );
}

function actionsColumn(say: ConsoleSay, actions: RowActions): TableColumn<Holiday> {
  return {
    id: "actions",
    width: "fit 280",
    title: say("patient.actions"),
    isUntitled: true,
    cell: (holiday) => <Actions holiday={holiday} {...actions} />,
  };
}

function dayColumn(say: ConsoleSay, day: (date: string) => string): TableColumn<Holiday> {
  return {
    id: "date",
    width: 150,
    title: say("console.day"),
    sortBy: ({ date }) => date,
    cell: ({ date }) => <time dateTime={date}>{day(date)}</time>,
  };
}

function columnsFor(
  say: ConsoleSay,
  day: (date: string) => string,
  branchesText: (holiday: Holiday) => string,
  actions: RowActions | null,
): readonly TableColumn<Holiday>[] {
  return [
    dayColumn(say, day),
    {
      id: "name",
      width: "4fr",
      title: say("console.holidayName"),
      isRowHeader: true,
      sortBy: ({ name }) => name,
      cell: ({ name, note }) => (
        <span className="console-twice">
          <strong>{name}</strong>
          {note === null || note === "" ? null : <span className="muted">{note}</span>}
        </span>
      ),
    },
    {
      id: "kind",
      width: 150,
      title: say("console.kind"),
      sortBy: ({ kind }) => say(holidayKindTexts[kind]),
      cell: ({ kind }) => say(holidayKindTexts[kind]),
    },
    {
      id: "branches",
      width: "3fr",
      title: say("console.branches"),
      sortBy: branchesText,
      cell: branchesText,
    },
    {
      id: "state",
      width: 160,
      title: say("console.state"),
      sortBy: ({ status, closes }) => `${status} ${String(closes)}`,
      cell: (holiday) => <State holiday={holiday} />,
    },
    ...(actions === null ? [] : [actionsColumn(say, actions)]),
  ];
}

function branchNames(say: ConsoleSay, known: readonly ConsoleBranch[]) {
  return ({ branches }: Holiday) =>
    branches === null
      ? say("console.allBranches")
      : branches.map((id) => known.find((each) => each.id === id)?.name ?? id).join(", ");
}

interface HolidayListProps {
  readonly branches: readonly ConsoleBranch[];
  readonly branchId: string;
}

/** Which dialog is open: for another holiday, or for one that is changed. */
type Opened = { readonly holiday: Holiday | null } | null;

function useHolidayActions(branchId: string, open: (opened: Opened) => void) {
  const { staff } = useWho();
  const change = useChangeHoliday(branchId);
  const actions: RowActions = {
    onChange: (holiday) => open({ holiday }),
    onWithdraw: (seen) => {
      const status = seen.status === "active" ? "withdrawn" : "active";
      if (!change.isPending) change.mutate({ seen, body: { status } });
    },
  };
  const mayChange = isAllowed(staff.roles, "holidays", "update");
  return { actions: mayChange ? actions : null, error: change.error };
}

interface HolidayTableProps {
  readonly rows: readonly Holiday[] | undefined;
  readonly branches: readonly ConsoleBranch[];
  readonly actions: RowActions | null;
}

function HolidayTable({ rows, branches, actions }: HolidayTableProps) {
  const say = useConsoleSay();
  const day = useDayText();
  if (rows === undefined) return <Skeleton label={say("action.loading")} lines={6} />;
  return (
    <div className="table-frame console-table">
      <Table
        label={say("console.holidays")}
        columns={columnsFor(say, day, branchNames(say, branches), actions)}
        rows={rows}
        textOf={({ name }) => name}
        empty={say("console.noHolidays")}
        rowTestName={consoleTestNames.holidayRow}
      />
    </div>
  );
}

function HolidayList({ branches, branchId }: HolidayListProps) {
  const say = useConsoleSay();
  const [opened, open] = useState<Opened>(null);
  const [from] = useState(() => `${new Date().getFullYear()}-01-01`);
  const { data, error, hasNextPage, fetchNextPage } = useHolidays(branchId, from);
  const { actions, error: refused } = useHolidayActions(branchId, open);
  const rows = data?.pages.flatMap((page) => page.data);
  const fault = error ?? refused;
  return (
    <>
      <PageHead title={say("console.holidays")}>
        {actions === null ? null : (
          <Button
            look="primary"
            icon="add"
            onPress={() => open({ holiday: null })}
            testName={consoleTestNames.addHoliday}
          >
            {say("console.addHoliday")}
          </Button>
        )}
      </PageHead>
      {fault === null ? null : <Banner tone="danger">{consoleFaultText(fault, say)}</Banner>}
      <Card isFlush>
        <HolidayTable rows={rows} branches={branches} actions={actions} />
      </Card>
      {hasNextPage ? (
        <Button onPress={() => void fetchNextPage()}>{say("console.more")}</Button>
      ) : null}
      {opened === null ? null : (
        <HolidayDialog
          branches={branches}
          branchId={branchId}
          holiday={opened.holiday}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

/** The days on which the tenant's branches are closed, or which they only want to know of: from this year on. */
export function HolidaysPage() {
  const say = useConsoleSay();
  const { data, error } = useBranches();
  const branches = data?.pages.flatMap((page) => page.data);
  const [first] = branches ?? [];
  return (
    <section className="console-page" aria-label={say("console.holidays")}>
      {error === null ? null : <Banner tone="danger">{consoleFaultText(error, say)}</Banner>}
      {branches === undefined ? <Skeleton label={say("action.loading")} lines={6} /> : null}
      {first === undefined || branches === undefined ? null : (
        <HolidayList branches={branches} branchId={first.id} />
      )}
    </section>
  );
}
