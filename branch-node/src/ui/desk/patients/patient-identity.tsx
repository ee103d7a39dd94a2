import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { writtenDay } from "./birth.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { UnverifiedMark } from "./unverified-mark.tsx";
import { ageText, genderText, SyncMark } from "./patient-facts.tsx";
import { phoneText } from "./phone-text.ts";

function Allergies({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const names = patient.allergies
    .map((allergy) => allergy["substance"])
    .filter((name) => typeof name === "string");
  if (names.length === 0) return null;
  return (
    <p className="notice notice-danger">
      <Icon name="warning" />
      <span>
        <strong>{say("patient.allergies")}</strong> {names.join(", ")}
      </span>
    </p>
  );
}

/** Who the patient is: what is compared with the person across the desk before anything is done. */
export function PatientIdentity({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const today = useToday();
  const none = say("patient.none");
  const facts = [
    ["patient.uhid", patient.uhid],
    ["patient.phone", patient.phone === null ? none : phoneText(patient.phone)],
    ["patient.dob", patient.dob === null || patient.dob_estimated ? none : writtenDay(patient.dob)],
    ["patient.abha", patient.abha_id ?? none],
  ] as const;
  return (
    <header className="identity">
      <div className="identity-title">
        <h2 id="patient-name" data-testid={testNames.patientName}>
          {patient.name}
        </h2>
        <span className="identity-age">
          {ageText(patient, today, say)} · {genderText(patient.gender, say)}
        </span>
        <SyncMark state={patient.sync_state} />
        <UnverifiedMark patient={patient} />
        {patient.is_vip ? <span className="tag tag-info">{say("patient.vip")}</span> : null}
        {patient.is_deceased ? (
          <span className="tag tag-danger">{say("patient.deceased")}</span>
        ) : null}
      </div>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{say(label)}</dt>
            <dd {...(label === "patient.uhid" ? { "data-testid": testNames.patientUhid } : {})}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Allergies patient={patient} />
    </header>
  );
}
