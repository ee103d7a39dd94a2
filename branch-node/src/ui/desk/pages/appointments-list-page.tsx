import { useEffect, useEffectEvent, useMemo } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  appointmentStatuses,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { AppointmentMenu } from "#ui/desk/appointments/appointment-menu.tsx";
import {
  DisplacedBadge,
  StateBadge,
  UnverifiedBadge,
} from "#ui/desk/appointments/appointment-state.tsx";
import { listDays, type ListSearch } from "#ui/desk/calendar/calendar-address.ts";
import { CalendarViews, DoctorFilter } from "#ui/desk/calendar/calendar-head.tsx";
import { useAppointmentList, useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { usePrintList } from "#ui/desk/calendar/print-list.ts";
import { useWhoText } from "#ui/desk/appointments/appointment-facts.tsx";
import { usePatient } from "#ui/desk/data/queries.ts";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import { statusTexts } from "#ui/desk/patients/patient-visits.tsx";
import { useBranchClock, useNow, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useRoomText } from "#ui/desk/today/use-room-text.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";

function Who({ patientId }: { readonly patientId: string }) {
  const patient = usePatient(patientId).data;
  const whoText = useWhoText();
  return (
    <span className="list-who">
      <span className="list-text" title={patient?.name}>
        {patient?.name ?? "…"} <bdi className="muted plan-who">{whoText(patient)}</bdi>
      </span>
      <UnverifiedBadge patient={patient} />
    </span>
  );
}

function Phone({ patientId }: { readonly patientId: string }) {
  const phone = usePatient(patientId).data?.phone ?? null;
  return phone === null ? null : <bdi dir="ltr">{phoneText(phone)}</bdi>;
}

function What({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const { encounter_type: kind, reason } = appointment;
  const text = `${say(`encounterType.${kind}`)}${reason === null ? "" : ` · ${reason}`}`;
  return (
    <span className="list-text" title={text}>
      {text}
    </span>
  );
}

function State({ appointment }: { readonly appointment: Appointment }) {
  // What has to be done about it goes before how it stands.
  return appointment.displaced_by === null ? (
    <StateBadge status={appointment.status} />
  ) : (
    <DisplacedBadge {...appointment} />
  );
}

function DoctorAndRoom({ name, room }: { readonly name: string; readonly room: string | null }) {
  const roomText = useRoomText();
  const text = room === null ? name : `${name} · ${roomText(room)}`;
  return (
    <span className="list-text" title={text}>
      {text}
    </span>
  );
}

function RowMenu({ appointment }: { readonly appointment: Appointment }) {
  const name = usePatient(appointment.patient_id).data?.name ?? "…";
  return <AppointmentMenu appointment={appointment} name={name} isWhole />;
}

interface Shown {
  readonly say: Say;
  readonly clock: BranchClock;
  readonly doctors: readonly Staff[];
  /** Whether one day is listed, which then stands above the list and not in every line. */
  readonly isOneDay: boolean;
}

/** When, and whose it is. */
function whoColumns({ say, clock, isOneDay }: Shown): readonly TableColumn<Appointment>[] {
  return [
    {
      id: "when",
      title: say(isOneDay ? "queue.time" : "calendar.when"),
      isRowHeader: true,
      width: isOneDay ? 72 : 150,
      cell: ({ slot_time: at }) => (isOneDay ? clock.time(at) : clock.dayTime(at)),
    },
    {
      id: "patient",
      title: say("calendar.patient"),
      width: "7fr",
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "phone",
      title: say("patient.phone"),
      width: 140,
      cell: (each) => <Phone patientId={each.patient_id} />,
    },
  ];
}

function columnsFor(shown: Shown): readonly TableColumn<Appointment>[] {
  const { say, doctors } = shown;
  const doctorOf = (id: string) => doctors.find((each) => each.id === id)?.name ?? "";
  return [
    ...whoColumns(shown),
    {
      id: "doctor",
      title: say("calendar.doctor"),
      width: "6fr",
      cell: (each) => <DoctorAndRoom name={doctorOf(each.provider_id)} room={each.room} />,
    },
    {
      id: "what",
      title: say("calendar.kind"),
      width: "4fr",
      cell: (each) => <What appointment={each} />,
    },
    {
      id: "state",
      title: say("calendar.state"),
      width: 130,
      cell: (each) => <State appointment={each} />,
    },
    {
      id: "actions",
      title: say("queue.actions"),
      isUntitled: true,
      width: 64,
      cell: (each) => <RowMenu appointment={each} />,
    },
  ];
}

interface FiltersProps {
  readonly search: ListSearch;
  readonly doctors: readonly Staff[];
  readonly onChange: (patch: Partial<ListSearch>) => void;
}

function Filters({ search, doctors, onChange }: FiltersProps) {
  const say = useSay();
  const labels = useDateLabels();
  const { doctor, state, from, to, displaced } = search;
  return (
    <div className="calendar-tools">
      <DateField
        label={say("calendar.from")}
        value={from ?? null}
        onChange={(day) => onChange(listDays({ to, from: day ?? undefined }))}
        labels={labels}
        testName={testNames.listFrom}
      />
      <DateField
        label={say("calendar.to")}
        value={to ?? null}
        {...(from === undefined ? {} : { least: from })}
        onChange={(day) => onChange({ to: day ?? undefined })}
        labels={{ ...labels, outside: say("hours.lastDayFault") }}
        testName={testNames.listTo}
      />
      <DoctorFilter doctors={doctors} doctor={doctor} onChoose={(id) => onChange({ doctor: id })} />
      <ChoiceField
        label={say("calendar.state")}
        value={state ?? ""}
        onChange={(value) =>
          onChange({ state: appointmentStatuses.find((known) => known === value) })
        }
        empty={say("calendar.anyState")}
        options={appointmentStatuses.map((value) => ({ value, text: say(statusTexts[value]) }))}
        testName={testNames.listState}
      />
      <Checkbox
        isOn={displaced === true}
        onChange={(isOn) => onChange({ displaced: isOn ? true : undefined })}
        testName={testNames.listDisplaced}
      >
        {say("calendar.onlyDisplaced")}
      </Checkbox>
    </div>
  );
}

/** The days that are listed, with their days of the week. */
function useDaysText({ from, to }: ListSearch): string {
  const say = useSay();
  const clock = useBranchClock();
  const text = (day: string) => clock.day(`${day}T12:00:00Z`);
  if (from === undefined) return to === undefined ? "" : say("calendar.untilDay", { to: text(to) });
  if (to === undefined) return say("calendar.fromDay", { from: text(from) });
  if (from === to) return text(from);
  return say("calendar.betweenDays", { from: text(from), to: text(to) });
}

function useNoneText(search: ListSearch, doctors: readonly Staff[]): string {
  const say = useSay();
  const days = useDaysText(search);
  const doctor = doctors.find(({ id }) => id === search.doctor)?.name;
  if (days === "") return say("calendar.noneFound");
  if (doctor === undefined) return say("calendar.noneOn", { days });
  return say("calendar.noneOfOn", { name: doctor, days });
}

/** What is listed, and its way onto paper. */
function useList(search: ListSearch) {
  const list = useAppointmentList(search);
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  return { list, rows, paper: usePrintList(list) };
}

/** Prints what another page has led here to be printed; the address says so only until then. */
function usePrintOnce(search: ListSearch, { list, rows, paper }: ReturnType<typeof useList>): void {
  const go = useNavigate();
  const isDue = search.print === true && !list.isPending;
  const start = useEffectEvent(() => {
    void go({ to: "/appointments/list", search: { ...search, print: undefined }, replace: true });
    if (rows.length > 0) paper.print();
  });
  useEffect(() => {
    if (isDue) start();
  }, [isDue]);
}

interface FoundProps extends Omit<FiltersProps, "onChange"> {
  readonly listed: ReturnType<typeof useList>;
}

function Found({ search, doctors, listed }: FoundProps) {
  const say = useSay();
  const clock = useBranchClock();
  const go = useNavigate();
  const none = useNoneText(search, doctors);
  const { list, rows, paper } = listed;
  const isOneDay = search.from !== undefined && search.from === search.to;
  const columns = useMemo(
    () => columnsFor({ say, clock, doctors, isOneDay }),
    [say, clock, doctors, isOneDay],
  );
  const more = () => {
    if (!list.isFetchingNextPage) void list.fetchNextPage();
  };
  if (list.data === undefined) {
    return list.error === null ? (
      <Skeleton label={say("action.loading")} lines={8} />
    ) : (
      <FaultNotice error={list.error} />
    );
  }
  return (
    <>
      <FaultNotice error={list.error} />
      <Table
        label={say("calendar.title")}
        columns={columns}
        rows={rows}
        textOf={({ slot_time: at }) => clock.dayTime(at)}
        empty={none}
        onOpen={({ id }) =>
          void go({ to: "/appointments/$appointment", params: { appointment: id } })
        }
        isVirtual={!paper.isPaper}
        onMore={list.hasNextPage && !paper.isPaper ? more : undefined}
        rowTestName={testNames.listRow}
      />
    </>
  );
}

/** Whose list it is and when it was printed, on paper alone. */
function PrintedBy() {
  const say = useSay();
  const clock = useBranchClock();
  const { branch } = useSignedIn();
  const when = clock.dayTime(new Date(useNow(20_000)).toISOString());
  return <p className="printed">{say("calendar.printed", { name: branch.name, when })}</p>;
}

/** The branch's appointments by time, narrowed by doctor, state and days. */
export function AppointmentsListPage() {
  const say = useSay();
  const go = useNavigate();
  const today = useToday();
  const search = useSearch({ from: "/appointments/list" });
  const doctors = useCalendarDoctors().data ?? [];
  const listed = useList(search);
  usePrintOnce(search, listed);
  return (
    <section className="page" aria-label={say("calendar.title")}>
      <PageHead title={say("calendar.title")} about={useDaysText(search)}>
        <PrintedBy />
        <span className="page-actions unprinted">
          <Button
            icon="print"
            isDisabled={listed.rows.length === 0}
            onPress={listed.paper.print}
            testName={testNames.printList}
          >
            {say("calendar.print")}
          </Button>
          <CalendarViews view="list" day={search.from ?? today} search={search} />
        </span>
      </PageHead>
      <div className="unprinted">
        <Filters
          search={search}
          doctors={doctors}
          onChange={(patch) =>
            void go({ to: "/appointments/list", search: { ...search, ...patch }, replace: true })
          }
        />
      </div>
      <Card isFlush>
        <div className="list-frame">
          <Found search={search} doctors={doctors} listed={listed} />
        </div>
      </Card>
    </section>
  );
}
