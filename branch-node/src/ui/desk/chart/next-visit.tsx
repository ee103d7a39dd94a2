import { useState } from "react";
import { Link } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { MoveAppointment } from "#ui/desk/appointments/move-appointment.tsx";
import { usePatientAppointments, useProviders } from "#ui/desk/data/queries.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { queuePart } from "#ui/desk/today/queue.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";

/** When the patient comes next, after today, wherever in the chart somebody is: whoever telephones about it has it moved. */
export function NextVisit({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { branch } = useSignedIn();
  const mayRead = useMay("appointments", "read");
  const mayMove = useMay("appointments", "update");
  const { data: doctors } = useProviders();
  const [isMoving, setMoving] = useState(false);
  const known = usePatientAppointments(mayRead ? patient.id : null).data;
  const theirs = known ?? [];
  // They come the latest first.
  const next = theirs.findLast(
    ({ slot_time: at, status }) =>
      queuePart(status) === "booked" && dayIn(branch.time_zone, Date.parse(at)) > today,
  );
  if (known === undefined) return null;
  if (next === undefined) return <p className="next-visit muted">{say("patient.noNextVisit")}</p>;
  const doctor = doctors?.find(({ id }) => id === next.provider_id)?.name;
  const when = clock.dayTime(next.slot_time);
  return (
    <p className="next-visit">
      <Link
        to="/appointments/$appointment"
        params={{ appointment: next.id }}
        className="link"
        data-testid={testNames.nextVisit}
      >
        {say("patient.nextVisit", { when: doctor === undefined ? when : `${when} · ${doctor}` })}
      </Link>
      {mayMove ? (
        <Button isSmall onPress={() => setMoving(true)} testName={testNames.moveNextVisit}>
          {say("appointment.move")}
        </Button>
      ) : null}
      {isMoving ? (
        <MoveAppointment appointment={next} name={patient.name} onClose={() => setMoving(false)} />
      ) : null}
    </p>
  );
}
