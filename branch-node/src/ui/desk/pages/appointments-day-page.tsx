import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { useDragMove } from "#ui/desk/appointments/ask-doctor.tsx";
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
import { groupedBy, inTheirPlaces, planOf, type DayPlan } from "#ui/desk/calendar/day-plan.ts";
import { useRememberCalendar } from "#ui/desk/calendar/last-calendar.ts";
import { closuresOn, reasonFor } from "#ui/desk/hours/closures.ts";
import { ColumnClosures, DayClosures, DisplacedBanner } from "#ui/desk/hours/day-closures.tsx";
import { useClosures } from "#ui/desk/hours/hours-queries.ts";
import { useHours } from "#ui/desk/hours/use-hours.tsx";
import { useBranchClock, useNow, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { bookedDoctors } from "#ui/desk/data/booked-doctors.ts";
import { useDepartmentText } from "#ui/desk/data/clinic-parts.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { AddToWaitlist } from "#ui/desk/waiting-list/add-to-waitlist.tsx";
import { waitingFor } from "#ui/desk/waiting-list/waiting.ts";
import { useWaiting } from "#ui/desk/waiting-list/waitlist-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { LostPage } from "./lost-page.tsx";

interface DoctorDay {
  readonly doctor: Staff;
  readonly plan: DayPlan;
}

/** What the day holds, doctor by doctor, once it is read. */
function useDoctorDays(day: string, doctor: string | undefined) {
  const { closures } = useClosures({ from: day, to: day });
  const now = useNow(30_000);
  const today = useToday();
  const givesKept = useMay("appointments", "approve");
  const doctors = useCalendarDoctors();
  const known = useMemo(() => doctors.data ?? [], [doctors.data]);
  const shown = known.filter(({ id }) => doctor === undefined || id === doctor);
  const days = { from: day, to: day };
  const times = useSlotsOf(
    shown.map(({ id }) => id),
    days,
  );
  const booked = useAppointmentsIn(days, doctor);
  const patients = usePatientsOf(booked.data ?? []);
  const byDoctor = groupedBy(booked.data ?? [], ({ provider_id: id }) => id);
  const isRead = doctors.isSuccess && booked.isSuccess && times.slots.size === shown.length;
  const plans = shown.map((each): DoctorDay => {
    const slots = times.slots.get(each.id) ?? [];
    const own = byDoctor.get(each.id) ?? [];
    return { doctor: each, plan: planOf(slots, own, now, day === today, givesKept) };
  });
  return {
    doctors: known,
    plans,
    patients,
    appointments: booked.data ?? [],
    closures,
    isRead,
    error: doctors.error ?? times.error ?? booked.error,
  };
}

/** Puts somebody on the waiting list of a doctor whose day is full. */
function FullDay({
  each: { doctor, plan },
  day,
}: {
  readonly each: DoctorDay;
  readonly day: string;
}) {
  const say = useSay();
  const mayAdd = useMay("waitlist_entries", "create");
  const [isOpen, setIsOpen] = useState(false);
  const isFull =
    plan.places > 0 && !plan.isOver && plan.entries.every(({ kind }) => kind !== "free");
  if (!isFull || !mayAdd) return null;
  return (
    <>
      <Button
        isSmall
        look="quiet"
        about={doctor.name}
        onPress={() => setIsOpen(true)}
        testName={testNames.fullDay}
      >
        {say("waitlist.add")}
      </Button>
      {isOpen ? (
        <AddToWaitlist
          patientId={null}
          doctor={doctor.id}
          day={day}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function DoctorFacts({
  each: { doctor, plan },
  onNextFree,
  children,
}: {
  readonly each: DoctorDay;
  readonly onNextFree: () => void;
  /** What of the day is otherwise than the doctor's usual hours. */
  readonly children: ReactNode;
}) {
  const say = useSay();
  const departmentText = useDepartmentText();
  const mayBook = useMay("appointments", "create");
  return (
    <>
      <span className="plan-about">
        {doctor.department === null ? null : (
          <span className="list-text">{departmentText(doctor.department)}</span>
        )}
        {plan.places === 0 ? null : (
          <span>{say("calendar.taken", { count: plan.taken, value: plan.places })}</span>
        )}
      </span>
      {doctor.status === "on_leave" ? (
        <Badge tone="warning" icon="warning">
          {say("calendar.onLeave")}
        </Badge>
      ) : null}
      {children}
      {mayBook && doctor.status === "active" ? (
        <Button
          isSmall
          look="quiet"
          about={doctor.name}
          onPress={onNextFree}
          testName={testNames.nextFree}
        >
          {say("calendar.nextFree")}
        </Button>
      ) : null}
    </>
  );
}

function awayText({ doctor }: DoctorDay, onLeave: string): string {
  return doctor.status === "on_leave" ? `${doctor.name} (${onLeave})` : doctor.name;
}

interface DayProps {
  readonly day: string;
  readonly search: CalendarSearch;
}

interface DayColumnsProps extends DayProps {
  readonly onOpen: (exception: ScheduleException) => void;
  readonly read: ReturnType<typeof useDoctorDays>;
}

interface DoctorColumnProps extends Pick<DayColumnsProps, "day" | "read" | "onOpen"> {
  readonly each: DoctorDay;
  readonly waiting: readonly WaitlistEntry[];
  readonly booking: ReturnType<typeof useCalendarBooking>;
  readonly onMove: (appointmentId: string, slotTime: string) => void;
}

function DoctorColumn({ day, each, read, waiting, booking, onOpen, onMove }: DoctorColumnProps) {
  const say = useSay();
  const { branch } = useSignedIn();
  const zone = branch.time_zone;
  const { doctor, plan } = each;
  const theirs = waitingFor(waiting, doctor, day);
  return (
    <CalendarColumn
      title={doctor.name}
      about={
        <DoctorFacts each={each} onNextFree={() => booking.bookNextFree(doctor)}>
          <FullDay each={each} day={day} />
          <ColumnClosures
            closures={closuresOn(read.closures, day, zone, doctor.id)}
            onOpen={onOpen}
          />
        </DoctorFacts>
      }
      whyClosed={(entry) => reasonFor(read.closures, { ...entry, providerId: doctor.id }, zone)}
      plan={plan}
      patients={read.patients}
      empty={say(plan.isOver ? "booking.over" : "calendar.noHours")}
      onBook={(slotTime, isKept) => booking.book(doctor, slotTime, { isKept, waiting: theirs })}
      waiting={theirs.length}
      onMove={onMove}
    />
  );
}

/** Who has a column on the day, in the order of every day, and who has none. */
function usePlaces({ read, search }: Pick<DayColumnsProps, "read" | "search">) {
  const { branch } = useSignedIn();
  const byDoctor = new Map(read.plans.map((each) => [each.doctor.id, each]));
  const isThere = ({ id }: Staff) => {
    const plan = byDoctor.get(id)?.plan;
    if (plan === undefined) return false;
    return id === search.doctor || plan.entries.length + plan.over.length + plan.places > 0;
  };
  const shown = read.plans.map(({ doctor }) => doctor);
  const usual = new Set(bookedDoctors(shown, branch.id));
  const there = inTheirPlaces(shown, isThere, (each) => usual.has(each));
  return {
    there: there.flatMap(({ id }) => byDoctor.get(id) ?? []),
    // Of whom nobody books, it is no news that they have no hours.
    away: read.plans.filter(({ doctor }) => usual.has(doctor) && !there.includes(doctor)),
  };
}

function DayColumns({ day, search, read, onOpen }: DayColumnsProps) {
  const say = useSay();
  const waiting = useWaiting({ from: day, to: day }).entries;
  const booking = useCalendarBooking({ view: "day", day, search });
  const { moveTo, question } = useDragMove(read);
  const { there, away } = usePlaces({ read, search });
  return (
    <>
      {booking.banner}
      <div className="plan">
        {there.map((each) => (
          <DoctorColumn
            key={each.doctor.id}
            {...{ day, each, read, waiting, onOpen }}
            booking={booking}
            onMove={(id, slotTime) => moveTo(id, each.doctor.id, slotTime)}
          />
        ))}
      </div>
      {away.length === 0 ? null : (
        <p className="muted">
          {say("calendar.away", {
            name: away.map((each) => awayText(each, say("calendar.onLeave"))).join(", "),
          })}
        </p>
      )}
      {booking.dialog}
      {question}
    </>
  );
}

/** Prints the day's list, of the doctor who is looked at or of all. */
function PrintDay({ day, search: { doctor } }: DayProps) {
  const say = useSay();
  const go = useNavigate();
  const list = { doctor, from: day, to: day, print: true } as const;
  return (
    <Button
      icon="print"
      onPress={() => void go({ to: "/appointments/list", search: list })}
      testName={testNames.printDay}
    >
      {say("calendar.printList")}
    </Button>
  );
}

function Day({ day, search }: DayProps) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { branch } = useSignedIn();
  useRememberCalendar("day", day, search.doctor);
  const hours = useHours({ day, doctor: search.doctor });
  const read = useDoctorDays(day, search.doctor);
  return (
    <section className="page" aria-label={say("calendar.title")}>
      <PageHead
        title={say("calendar.title")}
        about={`${clock.day(`${day}T12:00:00Z`)} · ${clock.distance(day, today)}`}
      >
        {hours.button}
        <PrintDay day={day} search={search} />
        <CalendarViews view="day" day={day} search={search} />
      </PageHead>
      <CalendarDays
        view="day"
        day={day}
        search={search}
        doctors={read.doctors}
        doctor={search.doctor}
      />
      <FaultNotice error={read.error} />
      <DayClosures
        closures={closuresOn(read.closures, day, branch.time_zone, null)}
        onOpen={hours.open}
      />
      <DisplacedBanner
        appointments={read.appointments}
        days={{ from: day, to: day }}
        doctor={search.doctor}
      />
      {read.isRead ? (
        <DayColumns day={day} search={search} read={read} onOpen={hours.open} />
      ) : (
        <Skeleton label={say("action.loading")} lines={8} />
      )}
      {hours.dialog}
    </section>
  );
}

/** A day at the branch, doctor by doctor. */
export function AppointmentsDayPage() {
  const { day } = useParams({ from: "/appointments/day/$day" });
  const search = useSearch({ from: "/appointments/day/$day" });
  return isDay(day) ? <Day day={day} search={search} /> : <LostPage />;
}

/** The plain address leads to the present day at the branch and to all doctors, whatever was looked at before. */
export function AppointmentsPage() {
  const go = useNavigate();
  const today = useToday();
  const search = useSearch({ from: "/appointments" });
  useEffect(() => {
    void go({ to: "/appointments/day/$day", params: { day: today }, search, replace: true });
  }, [go, today, search]);
  return null;
}
