import {
  appointmentStatuses,
  movedReason,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { statusTexts } from "#ui/desk/patients/patient-visits.tsx";
import { cancelReasons } from "./cancel-appointment.tsx";
import { kindOfActor } from "#ui/desk/data/actor-kind.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useStaffNameOr } from "#ui/desk/visits/staff-name.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

type Step = Appointment["status_history"][number];

/** A reason as the page says it, where it is one of the clinic's own and not written by a person. */
function reasonText(reason: string | null, say: Say): string {
  const known = cancelReasons.find((each) => each === reason);
  return known === undefined ? (reason ?? "") : say(`cancel.${known}`);
}

function HistoryStep({ step }: { readonly step: Step }) {
  const say = useSay();
  const clock = useBranchClock();
  const who = useStaffNameOr(step.by, say(kindOfActor(step.by)));
  const status = appointmentStatuses.find((each) => each === step.status);
  const isMove = step.reason === movedReason;
  const state = status === undefined ? step.status : say(statusTexts[status]);
  const reason = isMove ? "" : reasonText(step.reason, say);
  return (
    <li className="measured">
      <span>
        {isMove ? say("appointment.moved") : state}
        {reason === "" ? null : `: ${reason}`}
      </span>
      <span className="muted">
        {clock.dayTime(step.at)} · {who}
      </span>
    </li>
  );
}

/** The states that an appointment has been in: since when, by whom, and why where a reason was given. */
export function AppointmentHistory({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const { status_history: steps, rescheduled_count: moves } = appointment;
  return (
    <Card title={say("appointment.history")} testName={testNames.appointmentHistory}>
      <ol className="measured-sets">
        {steps.map((step) => (
          <HistoryStep key={`${step.at} ${step.status} ${step.reason ?? ""}`} step={step} />
        ))}
      </ol>
      {moves === 0 ? null : (
        <p className="muted">{say("appointment.movedTimes", { count: moves })}</p>
      )}
    </Card>
  );
}
