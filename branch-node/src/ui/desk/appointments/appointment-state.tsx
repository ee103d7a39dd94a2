import type {
  Appointment,
  AppointmentStatus,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { statusTexts } from "#ui/desk/patients/patient-visits.tsx";
import { useSay } from "#ui/i18n/text.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import { Badge, type Tone } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** How each state looks: never by its colour alone. */
export const stateLooks: Readonly<
  Record<AppointmentStatus, { readonly tone: Tone; readonly icon: IconName }>
> = {
  booked: { tone: "info", icon: "calendar" },
  confirmed: { tone: "good", icon: "good" },
  checked_in: { tone: "warning", icon: "pending" },
  in_consultation: { tone: "visit", icon: "stethoscope" },
  completed: { tone: "neutral", icon: "good" },
  cancelled: { tone: "neutral", icon: "close" },
  no_show: { tone: "danger", icon: "warning" },
};

/** How an appointment stands: a picture and a word. */
export function StateBadge({ status }: Pick<Appointment, "status">) {
  const say = useSay();
  return <Badge {...stateLooks[status]}>{say(statusTexts[status])}</Badge>;
}

/** Marks whose identity nobody at the desk has seen a proof of. */
export function UnverifiedBadge({ patient }: { readonly patient: Patient | undefined }) {
  const say = useSay();
  if (patient?.metadata["identity_unverified"] !== true) return null;
  return (
    <Badge tone="warning" icon="warning" testName={testNames.unverified}>
      {say("patient.unverified")}
    </Badge>
  );
}

/** Marks who is booked for a time at which nobody is: a holiday, a closed day, a doctor's leave. */
export function DisplacedBadge({ displaced_by: id }: Pick<Appointment, "displaced_by">) {
  const say = useSay();
  if (id === null) return null;
  return (
    <Badge tone="warning" icon="move" testName={testNames.displacedMark}>
      {say("calendar.displaced")}
    </Badge>
  );
}
