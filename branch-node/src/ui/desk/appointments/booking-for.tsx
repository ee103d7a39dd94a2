import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { useNamedPatient } from "#ui/desk/patients/patient-key.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useWhoText } from "./appointment-facts.tsx";
import { BookDialog, type FreeTime } from "./book-dialog.tsx";
import type { CalendarSearch } from "#ui/desk/calendar/calendar-address.ts";
import { useCalendarDoctors, useFindFree } from "#ui/desk/calendar/calendar-queries.ts";

interface Calendar {
  readonly view: "day" | "week";
  readonly day: string;
  readonly search: CalendarSearch;
}

function useWaysOn({ view, day, search }: Calendar) {
  const go = useNavigate();
  const to = view === "day" ? "/appointments/day/$day" : "/appointments/week/$day";
  const { doctor, patient } = search;
  const show = (next: CalendarSearch) =>
    void go({ to, params: { day }, search: next, replace: true });
  return {
    leavePatient: () => show({ doctor }),
    /** The patient stays; another time is looked for. */
    leaveTime: () => show({ doctor, patient }),
  };
}

/** The time in the address: somebody was registered on the way, and is booked for it now. */
function useTimeInAddress({ at, by, kept }: CalendarSearch): FreeTime | null {
  const doctors = useCalendarDoctors().data;
  const doctor = doctors?.find(({ id }) => id === by);
  if (at === undefined || doctor === undefined) return null;
  return { providerId: doctor.id, doctor: doctor.name, slotTime: at, isKept: kept === true };
}

function BookingFor({
  patient,
  onStop,
}: {
  readonly patient: Patient | undefined;
  readonly onStop: () => void;
}) {
  const say = useSay();
  const whoText = useWhoText();
  if (patient === undefined) return null;
  const stop = (
    <Button isSmall onPress={onStop}>
      {say("calendar.stopBooking")}
    </Button>
  );
  return (
    <Banner tone="info" action={stop} testName={testNames.bookingFor}>
      {say("calendar.bookFor", { name: `${patient.name} (${whoText(patient)})` })}
    </Banner>
  );
}

/** Booking from a calendar: whom for, the dialog over a pressed time, and a doctor's next free one. */
export function useCalendarBooking(calendar: Calendar) {
  const say = useSay();
  const today = useToday();
  const findFree = useFindFree();
  const { leavePatient, leaveTime } = useWaysOn(calendar);
  const [time, setTime] = useState<FreeTime | null>(null);
  const { patient } = useNamedPatient(calendar.search.patient ?? "");
  const wanted = calendar.search.patient === undefined ? undefined : patient;
  const returned = useTimeInAddress(calendar.search);
  const shown = time ?? (wanted === undefined ? null : returned);

  const book = (doctor: Staff, slotTime: string, more: Partial<FreeTime> = {}) =>
    setTime({ ...more, providerId: doctor.id, doctor: doctor.name, slotTime });

  async function bookNextFree(doctor: Staff): Promise<void> {
    const from = calendar.day < today ? today : calendar.day;
    try {
      const found = await findFree(doctor.id, from);
      if (found === null)
        notify({ text: say("calendar.noFree", { name: doctor.name }), tone: "warning" });
      else book(doctor, found);
    } catch (error) {
      notify({ text: faultText(error, say), tone: "warning" });
    }
  }

  return {
    book,
    bookNextFree: (doctor: Staff) => void bookNextFree(doctor),
    banner: <BookingFor patient={wanted} onStop={leavePatient} />,
    dialog:
      shown === null ? null : (
        <BookDialog
          key={shown.slotTime}
          time={shown}
          day={calendar.day}
          patientId={wanted?.id ?? null}
          onBooked={() => {
            if (wanted !== undefined) leavePatient();
          }}
          onClose={() => {
            setTime(null);
            if (returned !== null) leaveTime();
          }}
        />
      ),
  };
}
