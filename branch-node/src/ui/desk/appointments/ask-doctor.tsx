import { useState } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Question } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { useMove } from "./moving.ts";

interface AskDoctorProps {
  readonly appointment: Appointment;
  readonly name: string;
  readonly to: Pick<Appointment, "provider_id" | "slot_time">;
  readonly onAnswer: (isMeant: boolean) => void;
}

/** Asks before somebody is moved to another doctor, onto whose time they may have slipped from the hand. */
function AskDoctor({ appointment, name, to, onAnswer }: AskDoctorProps) {
  const say = useSay();
  const clock = useBranchClock();
  const doctors = useCalendarDoctors().data ?? [];
  const doctor = doctors.find(({ id }) => id === to.provider_id)?.name ?? "";
  return (
    <Question
      title={say("calendar.askDoctor", { name: doctor })}
      onEscape={() => onAnswer(false)}
      testName={testNames.askDoctor}
    >
      <AppointmentFacts appointment={appointment} name={name} />
      <div className="form-actions">
        <Button
          look="primary"
          onPress={() => onAnswer(true)}
          takesFocus
          testName={testNames.confirmDoctor}
        >
          {`${say("hours.move")}: ${clock.dayTime(to.slot_time)}`}
        </Button>
        <Button look="quiet" onPress={() => onAnswer(false)}>
          {say("appointment.keep")}
        </Button>
      </div>
    </Question>
  );
}

interface DayRead {
  readonly appointments: readonly Appointment[];
  readonly patients: ReadonlyMap<string, Patient>;
}

/** Moves what was let go in a day of several doctors; to another doctor only when somebody has said so. */
export function useDragMove(read: DayRead) {
  const move = useMove();
  const [asked, setAsked] = useState<Parameters<typeof move>[0] | null>(null);
  const moveTo = (id: string, providerId: string, slotTime: string) => {
    const appointment = read.appointments.find((each) => each.id === id);
    if (appointment === undefined) return;
    const name = read.patients.get(appointment.patient_id)?.name ?? "";
    const wanted = { appointment, name, to: { provider_id: providerId, slot_time: slotTime } };
    if (providerId === appointment.provider_id) move(wanted);
    else setAsked(wanted);
  };
  const question =
    asked === null ? null : (
      <AskDoctor
        {...asked}
        onAnswer={(isMeant) => {
          setAsked(null);
          if (isMeant) move(asked);
        }}
      />
    );
  return { moveTo, question };
}
