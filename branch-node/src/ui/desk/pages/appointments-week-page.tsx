import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { useMove } from "#ui/desk/appointments/moving.ts";
import { useCalendarBooking } from "#ui/desk/appointments/booking-for.tsx";
import { isDay, type CalendarSearch } from "#ui/desk/calendar/calendar-address.ts";
import { CalendarColumn } from "#ui/desk/calendar/calendar-column.tsx";
import { CalendarDays, CalendarViews } from "#ui/desk/calendar/calendar-head.tsx";
import {
  useAppointmentsIn,
  useCalendarDoctors,
  usePatientsOf,
  useSlotsOf,
} from "#ui/desk/calendar/calendar-queries.ts";
import {
  groupedBy,
  planOf,
  rowsByTime,
  weekOf,
  type DayPlan,
  type RowSpan,
} from "#ui/desk/calendar/day-plan.ts";
import { bookedDoctors } from "#ui/desk/data/booked-doctors.ts";
import { useProviderOptions } from "#ui/desk/data/provider-choice.ts";
import { useRememberCalendar, useWeekDoctor } from "#ui/desk/calendar/last-calendar.ts";
import { closuresOn, reasonFor } from "#ui/desk/hours/closures.ts";
import { ColumnClosures, DisplacedBanner } from "#ui/desk/hours/day-closures.tsx";
import { useClosures } from "#ui/desk/hours/hours-queries.ts";
import { useHours } from "#ui/desk/hours/use-hours.tsx";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useBranchClock, useNow, useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { waitingFor } from "#ui/desk/waiting-list/waiting.ts";
import { useWaiting } from "#ui/desk/waiting-list/waitlist-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { LostPage } from "./lost-page.tsx";

interface WeekProps {
  readonly day: string;
  readonly search: CalendarSearch;
}

/** What a doctor's week holds, day by day, once it is read. */
function useWeek(day: string, doctor: Staff) {
  const now = useNow(30_000);
  const today = useToday();
  const { branch } = useSignedIn();
  const givesKept = useMay("appointments", "approve");
  const week = weekOf(day);
  const days = { from: week[0] ?? day, to: week.at(-1) ?? day };
  const { closures } = useClosures(days);
  const times = useSlotsOf([doctor.id], days);
  const booked = useAppointmentsIn(days, doctor.id);
  const patients = usePatientsOf(booked.data ?? []);
  const dayOf = (instant: string) => dayIn(branch.time_zone, Date.parse(instant));
  const slots = groupedBy(times.slots.get(doctor.id) ?? [], ({ start_at: at }) => dayOf(at));
  const taken = groupedBy(booked.data ?? [], ({ slot_time: at }) => dayOf(at));
  return {
    plans: week.map((date) => ({
      date,
      plan: planOf(slots.get(date) ?? [], taken.get(date) ?? [], now, date === today, givesKept),
    })),
    days,
    closures,
    patients,
    appointments: booked.data ?? [],
    isRead: booked.isSuccess && times.slots.size === 1,
    error: times.error ?? booked.error,
  };
}

interface WeekColumnsProps extends WeekProps {
  readonly doctor: Staff;
  readonly onOpen: (exception: ScheduleException) => void;
}

interface WeekColumnProps extends Pick<WeekColumnsProps, "doctor" | "onOpen"> {
  readonly date: string;
  readonly plan: DayPlan;
  readonly read: ReturnType<typeof useWeek>;
  readonly rows: ReadonlyMap<string, RowSpan>;
  readonly waiting: readonly WaitlistEntry[];
  readonly booking: ReturnType<typeof useCalendarBooking>;
  readonly onMove: (appointmentId: string, slotTime: string) => void;
}

function WeekColumn({ date, plan, doctor, read, onOpen, ...props }: WeekColumnProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { branch } = useSignedIn();
  const zone = branch.time_zone;
  const theirs = waitingFor(props.waiting, doctor, date);
  // What is left of a day may stand far below: it is said where it begins.
  const [first] = plan.entries;
  const isLater = first !== undefined && (props.rows.get(first.id)?.from ?? 1) > 1;
  // In a week everybody's days and the doctor's own stand in one column.
  const all = closuresOn(read.closures, date, zone, null);
  const own = closuresOn(read.closures, date, zone, doctor.id);
  const closures = { ...all, exceptions: [...all.exceptions, ...own.exceptions] };
  return (
    <CalendarColumn
      title={clock.day(`${date}T12:00:00Z`)}
      about={
        <>
          <span className="plan-about">
            {say("calendar.taken", { count: plan.taken, value: plan.places })}
            {isLater ? (
              <span>{say("calendar.startsAt", { time: clock.time(first.startAt) })}</span>
            ) : null}
          </span>
          <ColumnClosures closures={closures} onOpen={onOpen} />
        </>
      }
      whyClosed={(entry) => reasonFor(read.closures, { ...entry, providerId: doctor.id }, zone)}
      plan={plan}
      rows={props.rows}
      patients={read.patients}
      empty={say(plan.isOver ? "booking.over" : "calendar.noHours")}
      onBook={(slotTime, isKept) =>
        props.booking.book(doctor, slotTime, { isKept, waiting: theirs })
      }
      waiting={theirs.length}
      onMove={props.onMove}
    />
  );
}

function WeekColumns({ day, search, doctor, onOpen }: WeekColumnsProps) {
  const say = useSay();
  const move = useMove();
  const read = useWeek(day, doctor);
  const waiting = useWaiting(read.days).entries;
  const booking = useCalendarBooking({ view: "week", day, search });
  const clock = useBranchClock();
  const rows = rowsByTime(
    read.plans.map(({ plan }) => plan.entries),
    clock.time,
  );
  const moveTo = (id: string, slotTime: string) => {
    const appointment = read.appointments.find((each) => each.id === id);
    if (appointment === undefined) return;
    const name = read.patients.get(appointment.patient_id)?.name ?? "";
    move({ appointment, name, to: { provider_id: doctor.id, slot_time: slotTime } });
  };
  if (!read.isRead) {
    return read.error === null ? (
      <Skeleton label={say("action.loading")} lines={8} />
    ) : (
      <FaultNotice error={read.error} />
    );
  }
  return (
    <>
      {booking.banner}
      <DisplacedBanner appointments={read.appointments} days={read.days} doctor={doctor.id} />
      <div className="plan plan-week">
        {read.plans.map(({ date, plan }) => (
          <WeekColumn
            key={date}
            {...{ date, plan, doctor, read, rows, waiting, booking, onOpen }}
            onMove={moveTo}
          />
        ))}
      </div>
      {booking.dialog}
    </>
  );
}

/** Whose week it is to be: one press, where the week will stand. */
function WhoseWeek({
  day,
  search,
  doctors,
}: WeekProps & {
  readonly doctors: readonly Staff[];
}) {
  const say = useSay();
  const go = useNavigate();
  const options = useProviderOptions(doctors);
  return (
    <Card title={say("calendar.whoseWeek")}>
      <div className="suggestions">
        {options.map(({ value, text }) => (
          <Button
            key={value}
            onPress={() =>
              void go({
                to: "/appointments/week/$day",
                params: { day },
                search: { ...search, doctor: value },
              })
            }
            testName={testNames.whoseWeek}
          >
            {text}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function Week({ day, search }: WeekProps) {
  const say = useSay();
  const clock = useBranchClock();
  const doctors = useCalendarDoctors();
  const { branch } = useSignedIn();
  const known = doctors.data ?? [];
  const wanted = useWeekDoctor(search.doctor);
  const booked = bookedDoctors(known, branch.id);
  const [only, ...others] = booked;
  const doctor = known.find(({ id }) => id === wanted) ?? (others.length === 0 ? only : undefined);
  // Those whose weeks hold hours; whoever is shown is among them.
  const inWeek = known.filter((each) => each === doctor || booked.includes(each));
  useRememberCalendar("week", day, search.doctor);
  const hours = useHours({ day, doctor: doctor?.id });
  const week = weekOf(day);
  const days = `${clock.day(`${week[0]}T12:00:00Z`)} – ${clock.day(`${week.at(-1)}T12:00:00Z`)}`;
  return (
    <section className="page" aria-label={say("calendar.title")}>
      <PageHead
        title={say("calendar.title")}
        about={doctor === undefined ? days : `${doctor.name} · ${days}`}
      >
        {hours.button}
        <CalendarViews view="week" day={day} search={search} />
      </PageHead>
      <CalendarDays
        view="week"
        day={day}
        search={search}
        doctors={inWeek}
        doctor={doctor?.id}
        isOne
      />
      <FaultNotice error={doctors.error} />
      {doctor === undefined && doctors.isSuccess ? (
        <WhoseWeek day={day} search={search} doctors={booked} />
      ) : null}
      {doctor === undefined ? null : (
        <WeekColumns
          key={doctor.id}
          day={day}
          search={search}
          doctor={doctor}
          onOpen={hours.open}
        />
      )}
      {hours.dialog}
    </section>
  );
}

/** A doctor's week, Monday to Sunday. */
export function AppointmentsWeekPage() {
  const { day } = useParams({ from: "/appointments/week/$day" });
  const search = useSearch({ from: "/appointments/week/$day" });
  return isDay(day) ? <Week day={day} search={search} /> : <LostPage />;
}
