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
import { BookDialog, type FreeTime } from "./book-dialog.tsx";
import type { CalendarSearch } from "./calendar-address.ts";
import { useFindFree } from "./calendar-queries.ts";

interface Calendar {
  readonly view: "day" | "week";
  readonly day: string;
  readonly search: CalendarSearch;
}

function useLeavePatient({ view, day, search }: Calendar): () => void {
  const go = useNavigate();
  const to = view === "day" ? "/appointments/day/$day" : "/appointments/week/$day";
  return () => void go({ to, params: { day }, search: { doctor: search.doctor }, replace: true });
}

function BookingFor({
  patient,
  onStop,
}: {
  readonly patient: Patient | undefined;
  readonly onStop: () => void;
}) {
  const say = useSay();
  if (patient === undefined) return null;
  const stop = (
    <Button isSmall onPress={onStop}>
      {say("calendar.stopBooking")}
    </Button>
  );
  return (
    <Banner tone="info" action={stop} testName={testNames.bookingFor}>
      {say("calendar.bookFor", { name: patient.name })}
    </Banner>
  );
}

/** Booking from a calendar: whom for, the dialog over a pressed time, and a doctor's next free one. */
export function useCalendarBooking(calendar: Calendar) {
  const say = useSay();
  const today = useToday();
  const findFree = useFindFree();
  const leavePatient = useLeavePatient(calendar);
  const [time, setTime] = useState<FreeTime | null>(null);
  const { patient } = useNamedPatient(calendar.search.patient ?? "");
  const wanted = calendar.search.patient === undefined ? undefined : patient;

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
      time === null ? null : (
        <BookDialog
          time={time}
          patientId={wanted?.id ?? null}
          onBooked={() => {
            if (wanted !== undefined) leavePatient();
          }}
          onClose={() => setTime(null)}
        />
      ),
  };
}
