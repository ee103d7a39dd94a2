import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useProviders } from "#ui/desk/data/queries.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";

/** Whose appointment it is, with whom and when, in a line. */
export function AppointmentFacts({
  appointment,
  name,
}: {
  readonly appointment: Appointment;
  readonly name: string;
}) {
  const clock = useBranchClock();
  const doctor = useProviders().data?.find(({ id }) => id === appointment.provider_id);
  const { slot_time: at } = appointment;
  return (
    <p>
      <strong>{name}</strong> · {clock.day(at)}, {clock.time(at)}
      {doctor === undefined ? null : ` · ${doctor.name}`}
    </p>
  );
}
