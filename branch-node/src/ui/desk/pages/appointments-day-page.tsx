import { useEffect, useMemo } from "react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { useMove } from "#ui/desk/appointments/appointment-change.ts";
import { useCalendarBooking } from "#ui/desk/appointments/booking-for.tsx";
import { isDay, type CalendarSearch } from "#ui/desk/appointments/calendar-address.ts";
import { CalendarColumn } from "#ui/desk/appointments/calendar-column.tsx";
import { CalendarDays, CalendarViews } from "#ui/desk/appointments/calendar-head.tsx";
import {
  useAppointmentsIn,
  useCalendarDoctors,
  usePatientsOf,
  useSlotsOf,
} from "#ui/desk/appointments/calendar-queries.ts";
import { groupedBy, planOf, type DayPlan } from "#ui/desk/appointments/day-plan.ts";
import { useBranchClock, useNow, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useDepartmentText } from "#ui/desk/data/clinic-parts.ts";
import { useSay } from "#ui/i18n/text.ts";
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
  const now = useNow(30_000);
  const today = useToday();
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
    return { doctor: each, plan: planOf(slots, byDoctor.get(each.id) ?? [], now, day === today) };
  });
  return {
    doctors: known,
    plans,
    patients,
    appointments: booked.data ?? [],
    isRead,
    error: doctors.error ?? times.error ?? booked.error,
  };
}

function DoctorFacts({
  each: { doctor, plan },
  onNextFree,
}: {
  readonly each: DoctorDay;
  readonly onNextFree: () => void;
}) {
  const say = useSay();
  const departmentText = useDepartmentText();
  const mayBook = useMay("appointments", "create");
  return (
    <>
      <span className="plan-about">
        {doctor.department === null ? null : `${departmentText(doctor.department)} · `}
        {say("calendar.taken", { count: plan.taken, value: plan.places })}
      </span>
      {doctor.status === "on_leave" ? (
        <Badge tone="warning" icon="warning">
          {say("calendar.onLeave")}
        </Badge>
      ) : null}
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

interface DayColumnsProps {
  readonly day: string;
  readonly search: CalendarSearch;
  readonly read: ReturnType<typeof useDoctorDays>;
}

function DayColumns({ day, search, read }: DayColumnsProps) {
  const say = useSay();
  const move = useMove();
  const booking = useCalendarBooking({ view: "day", day, search });
  const isThere = ({ doctor, plan }: DoctorDay) =>
    doctor.id === search.doctor || plan.entries.length + plan.over.length + plan.places > 0;
  const away = read.plans.filter((each) => !isThere(each));
  const nameOf = (id: string) => {
    const found = read.appointments.find((each) => each.id === id);
    return read.patients.get(found?.patient_id ?? "")?.name ?? "";
  };
  return (
    <>
      {booking.banner}
      <div className="plan">
        {read.plans.filter(isThere).map((each) => (
          <CalendarColumn
            key={each.doctor.id}
            title={each.doctor.name}
            about={<DoctorFacts each={each} onNextFree={() => booking.bookNextFree(each.doctor)} />}
            plan={each.plan}
            patients={read.patients}
            empty={say("calendar.noHours")}
            onBook={(slotTime) => booking.book(each.doctor, slotTime)}
            onMove={(id, slotTime) =>
              move({ id, name: nameOf(id), providerId: each.doctor.id, slotTime })
            }
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
    </>
  );
}

function Day({ day, search }: { readonly day: string; readonly search: CalendarSearch }) {
  const say = useSay();
  const clock = useBranchClock();
  const read = useDoctorDays(day, search.doctor);
  return (
    <section className="page" aria-label={say("calendar.title")}>
      <PageHead title={say("calendar.title")} about={clock.day(`${day}T12:00:00Z`)}>
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
      {read.isRead ? (
        <DayColumns day={day} search={search} read={read} />
      ) : (
        <Skeleton label={say("action.loading")} lines={8} />
      )}
    </section>
  );
}

/** A day at the branch, doctor by doctor. */
export function AppointmentsDayPage() {
  const { day } = useParams({ from: "/appointments/day/$day" });
  const search = useSearch({ from: "/appointments/day/$day" });
  return isDay(day) ? <Day day={day} search={search} /> : <LostPage />;
}

/** The plain address leads to the present day at the branch, and keeps whom a time is looked for. */
export function AppointmentsPage() {
  const go = useNavigate();
  const day = useToday();
  const search = useSearch({ from: "/appointments" });
  useEffect(() => {
    void go({ to: "/appointments/day/$day", params: { day }, search, replace: true });
  }, [go, day, search]);
  return null;
}
