import { Link } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { addressOf } from "#ui/desk/patients/patient-key.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

interface StandingProps {
  readonly patient: Patient;
}

const closingTexts = {
  denied: "consents.refused",
  revoked: "consents.takenBack",
  expired: "consents.isOver",
} as const;

function isClosing(status: string): status is keyof typeof closingTexts {
  return status === "denied" || status === "revoked" || status === "expired";
}

/** How the consent stands, where nobody has to be warned of it; "" where somebody has refused or withdrawn it, or its time is over. */
export function consentText({ consent_status: status }: Patient, say: Say): string {
  if (isClosing(status)) return "";
  return say("consents.standing", { value: say(`consent.${status}`) });
}

/** That the consent was refused or withdrawn, or is over: plainly, with the way to what was said. */
export function ConsentMark({ patient }: StandingProps) {
  const say = useSay();
  const mayRead = useMay("consents", "read");
  const { consent_status: status } = patient;
  if (!isClosing(status)) return null;
  const text = say(closingTexts[status]);
  if (!mayRead)
    return (
      <Badge tone="danger" icon="warning" testName={testNames.consentMark}>
        {text}
      </Badge>
    );
  return (
    <Link
      to="/patients/$patient/$tab"
      params={{ patient: addressOf(patient), tab: "consents" }}
      className="tag tag-danger"
      data-testid={testNames.consentMark}
    >
      <Icon name="warning" />
      {text}
    </Link>
  );
}

/** How the consent stands, among what was said at registration, with the way to what was said and by whom. */
export function ConsentStanding({ patient }: StandingProps) {
  const say = useSay();
  const mayRead = useMay("consents", "read");
  const value = say(`consent.${patient.consent_status}`);
  return (
    <p className="rx-head" data-testid={testNames.consentStanding}>
      {say("consents.standing", { value })}
      {mayRead ? (
        <Link
          to="/patients/$patient/$tab"
          params={{ patient: addressOf(patient), tab: "consents" }}
          className="link"
        >
          {say("chart.consents")}
        </Link>
      ) : null}
    </p>
  );
}
