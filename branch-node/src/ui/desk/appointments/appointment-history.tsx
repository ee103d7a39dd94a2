import {
  appointmentStatuses,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { statusTexts } from "#ui/desk/patients/patient-visits.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useStaffNameOr } from "#ui/desk/visits/staff-name.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

type Step = Appointment["status_history"][number];

/** What somebody is who has no name among the staff. */
function kindOfActor(id: string): TextId {
  if (id.startsWith("dev_")) return "appointment.byDevice";
  return id.startsWith("stf_") ? "appointment.byColleague" : "appointment.byProgram";
}

function HistoryStep({ step }: { readonly step: Step }) {
  const say = useSay();
  const clock = useBranchClock();
  const who = useStaffNameOr(step.by, say(kindOfActor(step.by)));
  const status = appointmentStatuses.find((each) => each === step.status);
  return (
    <li className="measured">
      <span>
        {status === undefined ? step.status : say(statusTexts[status])}
        {step.reason === null || step.reason === "" ? null : `: ${step.reason}`}
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
          <HistoryStep key={`${step.at} ${step.status}`} step={step} />
        ))}
      </ol>
      {moves === 0 ? null : (
        <p className="muted">{say("appointment.movedTimes", { count: moves })}</p>
      )}
    </Card>
  );
}
