import { Fragment } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { ageText, genderText } from "#ui/desk/patients/patient-facts.tsx";
import { useNow, useToday } from "#ui/desk/shell/moments.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { waitingSince } from "./queue.ts";

/** Whose token it is, with what tells people of one name apart. */
export function Who({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const today = useToday();
  const patient: Patient | undefined = usePatient(patientId).data;
  if (patient === undefined) {
    return (
      <>
        <span className="queue-name">…</span> <span className="queue-facts" />
      </>
    );
  }
  return (
    <>
      <span className="queue-name">{patient.name}</span>{" "}
      <span className="queue-facts">
        {ageText(patient, today, say)} · {genderText(patient.gender, say)} ·{" "}
        <span className="queue-number">{patient.uhid}</span>
      </span>
    </>
  );
}

// From here on somebody has waited long enough for the desk to look.
const longMs = 30 * 60_000;

/** For how long somebody has waited. */
export function Waiting({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const now = useNow(20_000);
  const since = waitingSince(appointment);
  if (since === null) return null;
  const { text, count } = elapsed(since, now);
  const waited = say(text, { count });
  return now - Date.parse(since) < longMs ? waited : <Badge tone="warning">{waited}</Badge>;
}

/** Why they go first, why they come, and who sent them. */
export function Reasons({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const { priority_reason: first, reason, referred_by: name } = appointment;
  const sent = name === null ? "" : say("queue.referredBy", { name });
  const texts = [...new Set([first ?? "", reason ?? "", sent])].filter((text) => text !== "");
  return texts.map((text, place) => (
    <Fragment key={text}>
      {place === 0 ? "" : " · "}
      <bdi>{text}</bdi>
    </Fragment>
  ));
}
