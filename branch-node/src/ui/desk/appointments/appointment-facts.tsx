import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePatient, useProviders } from "#ui/desk/data/queries.ts";
import { ageText } from "#ui/desk/patients/patient-facts.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";

/** What tells people of one name apart where there is no room for more: age and UHID. */
export function useWhoText(): (patient: Patient | undefined) => string {
  const say = useSay();
  const today = useToday();
  return (patient) =>
    patient === undefined ? "" : `${ageText(patient, today, say)} · ${patient.uhid}`;
}

/** Whose appointment it is, with whom and when. */
export function AppointmentFacts({
  appointment,
  name,
}: {
  readonly appointment: Appointment;
  readonly name: string;
}) {
  const clock = useBranchClock();
  const whoText = useWhoText();
  const patient = usePatient(appointment.patient_id).data;
  const doctor = useProviders().data?.find(({ id }) => id === appointment.provider_id);
  const { slot_time: at } = appointment;
  return (
    <p>
      <strong>{name}</strong>
      {patient === undefined ? null : <bdi className="muted"> · {whoText(patient)}</bdi>}
      <br />
      <strong>{clock.dayTime(at)}</strong>
      {doctor === undefined ? null : ` · ${doctor.name}`}
    </p>
  );
}
