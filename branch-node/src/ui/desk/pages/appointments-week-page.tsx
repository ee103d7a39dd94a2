import { useParams, useSearch } from "@tanstack/react-router";
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
import { groupedBy, planOf, weekOf } from "#ui/desk/appointments/day-plan.ts";
import { useProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useBranchClock, useNow, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
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
  const week = weekOf(day);
  const days = { from: week[0] ?? day, to: week.at(-1) ?? day };
  const times = useSlotsOf([doctor.id], days);
  const booked = useAppointmentsIn(days, doctor.id);
  const patients = usePatientsOf(booked.data ?? []);
  const dayOf = (instant: string) => dayIn(branch.time_zone, Date.parse(instant));
  const slots = groupedBy(times.slots.get(doctor.id) ?? [], ({ start_at: at }) => dayOf(at));
  const taken = groupedBy(booked.data ?? [], ({ slot_time: at }) => dayOf(at));
  return {
    plans: week.map((date) => ({
      date,
      plan: planOf(slots.get(date) ?? [], taken.get(date) ?? [], now, date === today),
    })),
    patients,
    appointments: booked.data ?? [],
    isRead: booked.isSuccess && times.slots.size === 1,
    error: times.error ?? booked.error,
  };
}

function WeekColumns({ day, search, doctor }: WeekProps & { readonly doctor: Staff }) {
  const say = useSay();
  const clock = useBranchClock();
  const move = useMove();
  const read = useWeek(day, doctor);
  const booking = useCalendarBooking({ view: "week", day, search });
  const nameOf = (id: string) => {
    const found = read.appointments.find((each) => each.id === id);
    return read.patients.get(found?.patient_id ?? "")?.name ?? "";
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
      <div className="plan">
        {read.plans.map(({ date, plan }) => (
          <CalendarColumn
            key={date}
            title={clock.day(`${date}T12:00:00Z`)}
            about={
              <span className="plan-about">
                {say("calendar.taken", { count: plan.taken, value: plan.places })}
              </span>
            }
            plan={plan}
            patients={read.patients}
            empty={say("calendar.noHours")}
            onBook={(slotTime) => booking.book(doctor, slotTime)}
            onMove={(id, slotTime) =>
              move({ id, name: nameOf(id), providerId: doctor.id, slotTime })
            }
          />
        ))}
      </div>
      {booking.dialog}
    </>
  );
}

function Week({ day, search }: WeekProps) {
  const say = useSay();
  const doctors = useCalendarDoctors();
  const { providerId } = useProviderChoice();
  const known = doctors.data ?? [];
  const wanted = search.doctor ?? providerId;
  const doctor = known.find(({ id }) => id === wanted) ?? known[0];
  return (
    <section className="page" aria-label={say("calendar.title")}>
      <PageHead title={say("calendar.title")} about={doctor?.name ?? ""}>
        <CalendarViews view="week" day={day} search={search} />
      </PageHead>
      <CalendarDays
        view="week"
        day={day}
        search={search}
        doctors={known}
        doctor={doctor?.id}
        isOne
      />
      <FaultNotice error={doctors.error} />
      {doctor === undefined ? null : (
        <WeekColumns key={doctor.id} day={day} search={search} doctor={doctor} />
      )}
    </section>
  );
}

/** A doctor's week, Monday to Sunday. */
export function AppointmentsWeekPage() {
  const { day } = useParams({ from: "/appointments/week/$day" });
  const search = useSearch({ from: "/appointments/week/$day" });
  return isDay(day) ? <Week day={day} search={search} /> : <LostPage />;
}
