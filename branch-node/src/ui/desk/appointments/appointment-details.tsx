import { useMemo } from "react";
import { Link } from "@tanstack/react-router";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { PatientFacts, SyncMark } from "#ui/desk/patients/patient-facts.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { tokenText } from "#ui/desk/today/queue.ts";
import { useDepartmentText } from "#ui/desk/data/clinic-parts.ts";
import { useRoomText } from "#ui/desk/today/use-room-text.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentActions } from "./appointment-actions.tsx";
import { DisplacedBadge, StateBadge, UnverifiedBadge } from "./appointment-state.tsx";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";

interface DetailsProps {
  readonly appointment: Appointment;
  readonly patient: Patient;
}

/** Whose appointment it is, with all that tells namesakes apart. */
function Who({ appointment, patient }: DetailsProps) {
  const pages = useMemo(() => [[patient.id]], [patient.id]);
  const lastVisit = useLastVisits(pages).get(patient.id)?.started_at;
  return (
    <div className="identity">
      <div className="identity-title">
        <h2 data-testid={testNames.patientName}>
          <Link
            to="/patients/$patient/$tab"
            params={{ patient: patient.uhid, tab: "overview" }}
            className="link"
          >
            {patient.name}
          </Link>
        </h2>
        <StateBadge status={appointment.status} />
        <DisplacedBadge {...appointment} />
        <SyncMark state={appointment.sync_state} />
        <UnverifiedBadge patient={patient} />
      </div>
      <PatientFacts patient={patient} lastVisit={lastVisit} />
    </div>
  );
}

function withNote(text: string, note: string | null): string {
  return note === null || note === "" ? text : `${text} · ${note}`;
}

/** What is known of an appointment, each with its name; what nobody said is left out. */
function useFacts(appointment: Appointment): readonly (readonly [name: string, value: string])[] {
  const say = useSay();
  const clock = useBranchClock();
  const roomText = useRoomText();
  const departmentText = useDepartmentText();
  const doctors = useCalendarDoctors().data ?? [];
  const doctor = doctors.find(({ id }) => id === appointment.provider_id);
  const department = doctor?.department ?? null;
  const { slot_time: at, duration_min: minutes, priority, reason } = appointment;
  const when = `${clock.day(at)} ${clock.date(at).slice(-4)}, ${clock.time(at)} ${clock.zone}`;
  const facts: readonly (readonly [string, string | null])[] = [
    [say("calendar.when"), when],
    [say("appointment.length"), say("elapsed.minutes", { count: minutes })],
    [say("calendar.doctor"), doctor?.name ?? null],
    [say("calendar.room"), appointment.room === null ? null : roomText(appointment.room)],
    [say("appointment.department"), department === null ? null : departmentText(department)],
    [say("calendar.kind"), say(`encounterType.${appointment.encounter_type}`)],
    [say("calendar.why"), reason],
    [say("register.referredBy"), appointment.referred_by],
    [say("appointment.source"), say(`appointmentSource.${appointment.source}`)],
    [say("queue.token"), appointment.queue_no === null ? null : tokenText(appointment)],
    [
      say("field.priority"),
      priority === "routine"
        ? null
        : withNote(say(`priority.${priority}`), appointment.priority_reason),
    ],
    [say("appointment.note"), appointment.cancel_note],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value]]));
}

/** What can be done with the appointment now, the likeliest first. */
function Actions({ appointment, patient }: DetailsProps) {
  const say = useSay();
  const { name } = patient;
  const { actions, dialog } = useAppointmentActions({
    appointment,
    name,
    isWhole: true,
    isOwnPage: true,
  });
  return (
    <>
      <fieldset className="actions actions-last" aria-label={say("patient.actions")}>
        {actions.map(({ id, text, icon, testName, onAction }) => (
          <Button
            key={id}
            {...(icon === undefined ? {} : { icon })}
            look={id === "arrive" ? "primary" : "plain"}
            onPress={onAction}
            testName={testName}
          >
            {text}
          </Button>
        ))}
      </fieldset>
      {dialog}
    </>
  );
}

/** Who comes to whom, when and why, and what can be done about it. */
export function AppointmentDetails(props: DetailsProps) {
  const facts = useFacts(props.appointment);
  return (
    <Card testName={testNames.appointmentDetails}>
      <Who {...props} />
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Actions {...props} />
    </Card>
  );
}
