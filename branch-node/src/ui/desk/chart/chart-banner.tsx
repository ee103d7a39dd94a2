import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { kinText, placeText } from "#ui/desk/patients/namesake-facts.ts";
import { ageText, genderText, SyncMark } from "#ui/desk/patients/patient-facts.tsx";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import { PatientFace } from "#ui/desk/patients/patient-face.tsx";
import { UnverifiedMark } from "#ui/desk/patients/unverified-mark.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { addressOf } from "#ui/desk/patients/patient-key.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { ConsentMark, consentText } from "./consent-standing.tsx";
import { ProblemTags } from "./problem-tags.tsx";

interface ChartBannerProps {
  readonly patient: Patient;
  /** The name leads to the chart, where the banner stands on another page. */
  readonly isLink?: boolean | undefined;
  /** What can be done with the record. */
  readonly actions?: ReactNode;
  /** What comes next for the patient. */
  readonly next?: ReactNode;
}

function Name({ patient, isLink }: Pick<ChartBannerProps, "patient" | "isLink">) {
  return (
    <h2 id="patient-name" data-testid={testNames.patientName}>
      {isLink === true ? (
        <Link to="/patients/$patient" params={{ patient: addressOf(patient) }} className="link">
          {patient.name}
        </Link>
      ) : (
        patient.name
      )}
    </h2>
  );
}

/** What is compared with the person across the desk, in one line: a fact that is not known is left out. */
function Facts({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const { phone, dob, dob_estimated: isGuessed, abha_id: abha } = patient;
  const facts: readonly (readonly [key: string, text: string])[] = [
    ["phone", phone === null ? "" : phoneText(phone)],
    ["kin", kinText(patient, say)],
    ["place", placeText(patient)],
    ["dob", dob === null || isGuessed ? "" : `${say("patient.dob")} ${writtenDay(dob)}`],
    ["abha", abha === null ? "" : `${say("patient.abha")} ${abha}`],
    ["consent", consentText(patient, say)],
  ];
  return (
    <p className="banner-facts">
      <span data-testid={testNames.patientUhid}>{patient.uhid}</span>
      {facts
        .filter(([, text]) => text !== "")
        .map(([key, text]) => (
          <bdi key={key} {...(key === "phone" ? { dir: "ltr" } : {})}>
            {text}
          </bdi>
        ))}
    </p>
  );
}

/**
 * Who the patient is, and what must not be overlooked about them: in sight however far the page is scrolled, where the
 * window is high enough.
 */
export function ChartBanner({ patient, isLink, actions, next }: ChartBannerProps) {
  const say = useSay();
  const today = useToday();
  return (
    <header className="panel chart-banner" data-testid={testNames.chartBanner}>
      <PatientFace
        patient={patient}
        size="large"
        {...(patient.photo_document_id === null
          ? {}
          : { about: say("photo.of", { name: patient.name }) })}
      />
      <div className="banner-who">
        {/* What can be done stands beside the name, and takes no room from the facts, whichever part is shown. */}
        <div className="banner-line">
          <div className="identity-title">
            <Name patient={patient} isLink={isLink} />
            <span className="identity-age">
              {ageText(patient, today, say)} · {genderText(patient.gender, say)}
            </span>
            <SyncMark state={patient.sync_state} />
            <UnverifiedMark patient={patient} />
            <ConsentMark patient={patient} />
            {patient.is_vip ? <Badge tone="info">{say("patient.vip")}</Badge> : null}
            {patient.is_deceased ? <Badge tone="danger">{say("patient.deceased")}</Badge> : null}
          </div>
          {actions}
        </div>
        <div className="banner-line">
          <Facts patient={patient} />
          {next}
        </div>
        <ProblemTags patient={patient} />
      </div>
    </header>
  );
}
