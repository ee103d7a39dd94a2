import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { DocumentLine } from "#ui/desk/patients/patient-documents.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queuePart, tokenText } from "#ui/desk/today/queue.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** What is printed of an appointment: the slip of a booking that is still to come, and of who waits the one of the token. */
export function AppointmentPapers({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  const { id, status } = appointment;
  const part = queuePart(status);
  if (!mayPrint || (part !== "booked" && part !== "waiting")) return null;
  return (
    <Card title={say("documents.title")} testName={testNames.appointmentPapers}>
      <ul>
        {part === "booked" ? (
          <DocumentLine title={say("documents.booking")} type="appointment_slip" sourceId={id} />
        ) : (
          <DocumentLine
            title={`${say("documents.token")} ${tokenText(appointment)}`}
            type="queue_token"
            sourceId={id}
          />
        )}
      </ul>
    </Card>
  );
}
