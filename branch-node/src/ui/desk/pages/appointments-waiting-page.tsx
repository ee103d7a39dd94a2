import { useMemo, useState } from "react";
import { useSearch } from "@tanstack/react-router";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { CalendarViews } from "#ui/desk/calendar/calendar-head.tsx";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { useLastCalendar } from "#ui/desk/calendar/last-calendar.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useBranchClock, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { AddToWaitlist } from "#ui/desk/waiting-list/add-to-waitlist.tsx";
import { WaitingMenu } from "#ui/desk/waiting-list/waiting-row.tsx";
import { useWaiting } from "#ui/desk/waiting-list/waitlist-queries.ts";
import { useDepartmentText } from "#ui/desk/data/clinic-parts.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";

function Text({ text }: { readonly text: string }) {
  return (
    <span className="list-text" title={text}>
      {text}
    </span>
  );
}

function Who({ entry }: { readonly entry: WaitlistEntry }) {
  return <Text text={usePatient(entry.patient_id).data?.name ?? "…"} />;
}

function RowMenu({ entry }: { readonly entry: WaitlistEntry }) {
  const name = usePatient(entry.patient_id).data?.name ?? "…";
  return <WaitingMenu entry={entry} name={name} />;
}

function State({ entry: { status } }: { readonly entry: WaitlistEntry }) {
  const say = useSay();
  return status === "offered" ? (
    <Badge tone="warning" icon="bell">
      {say("waitlist.offered")}
    </Badge>
  ) : (
    <Badge tone="info" icon="pending">
      {say("waitlist.state")}
    </Badge>
  );
}

function Whom({
  entry,
  doctors,
}: {
  readonly entry: WaitlistEntry;
  readonly doctors: readonly Staff[];
}) {
  const say = useSay();
  const departmentText = useDepartmentText();
  const { provider_id: id, department } = entry;
  const text =
    id === null
      ? say("waitlist.anybody", { department: departmentText(department ?? "") })
      : (doctors.find((each) => each.id === id)?.name ?? say("hours.somebody"));
  return <Text text={text} />;
}

function whatText({ encounter_type: kind, note }: WaitlistEntry, say: Say): string {
  return `${say(`encounterType.${kind}`)}${note === null || note === "" ? "" : ` · ${note}`}`;
}

function columnsFor(
  say: Say,
  clock: BranchClock,
  doctors: readonly Staff[],
): readonly TableColumn<WaitlistEntry>[] {
  const dayText = (day: string) => clock.day(`${day}T12:00:00Z`);
  return [
    {
      id: "patient",
      title: say("calendar.patient"),
      isRowHeader: true,
      width: "3fr",
      cell: (entry) => <Who entry={entry} />,
    },
    {
      id: "whom",
      title: say("waitlist.whom"),
      width: "3fr",
      cell: (entry) => <Whom entry={entry} doctors={doctors} />,
    },
    {
      id: "days",
      title: say("waitlist.days"),
      width: "3fr",
      cell: ({ from_day: from, to_day: to }) => (
        <Text text={from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`} />
      ),
    },
    {
      id: "what",
      title: say("calendar.kind"),
      width: "3fr",
      cell: (entry) => <Text text={whatText(entry, say)} />,
    },
    {
      id: "state",
      title: say("calendar.state"),
      width: 150,
      cell: (entry) => <State entry={entry} />,
    },
    {
      id: "actions",
      title: say("queue.actions"),
      isUntitled: true,
      width: 64,
      cell: (entry) => <RowMenu entry={entry} />,
    },
  ];
}

function Entries() {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const doctors = useCalendarDoctors();
  const { entries, isRead, error } = useWaiting({ from: today });
  const known = useMemo(() => doctors.data ?? [], [doctors.data]);
  const columns = useMemo(() => columnsFor(say, clock, known), [say, clock, known]);
  if (!isRead) {
    return error === null ? (
      <Skeleton label={say("action.loading")} lines={8} />
    ) : (
      <FaultNotice error={error} />
    );
  }
  return (
    <Table
      label={say("waitlist.title")}
      columns={columns}
      rows={entries}
      textOf={({ from_day: from, to_day: to }) => `${from} ${to}`}
      empty={say("waitlist.none")}
      isVirtual
      rowTestName={testNames.waitingRow}
    />
  );
}

/** Who waits for a time at the branch, by the days that would do. */
export function AppointmentsWaitingPage() {
  const say = useSay();
  const today = useToday();
  const lastSeen = useLastCalendar();
  const search = useSearch({ from: "/appointments/waiting" });
  const mayAdd = useMay("waitlist_entries", "create");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section className="page" aria-label={say("waitlist.title")}>
      <PageHead title={say("waitlist.title")}>
        {mayAdd ? (
          <Button icon="add" onPress={() => setIsAdding(true)} testName={testNames.putOnWaitlist}>
            {say("waitlist.add")}
          </Button>
        ) : null}
        <CalendarViews view="waiting" day={lastSeen()?.day ?? today} search={search} />
      </PageHead>
      <Card isFlush>
        <div className="list-frame">
          <Entries />
        </div>
      </Card>
      {isAdding ? (
        <AddToWaitlist
          patientId={null}
          doctor={search.doctor ?? ""}
          day={today}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </section>
  );
}
