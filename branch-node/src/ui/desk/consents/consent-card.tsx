import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  consentStates,
  type ConsentState,
} from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import type { Consent } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import type { Document } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useOpenDocument } from "#ui/desk/documents/document-queries.ts";
import { DocumentView } from "#ui/desk/documents/document-view.tsx";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import { useBranchClock, useNow } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  kindText,
  languageText,
  methodText,
  purposeText,
  speakerText,
  stateLooks,
  stateNow,
} from "./consent-texts.ts";
import { ConsentWork } from "./consent-work.tsx";
import { WithdrawConsent } from "./withdraw-consent.tsx";

interface ConsentCardProps {
  readonly consent: Consent;
  readonly patient: Patient;
}

type CardPart = Pick<ConsentCardProps, "consent">;

const renewMs = 30_000;

/** Who has said it and how, before whom, after which notice, and what for. */
function useEvidence({ consent }: CardPart): readonly string[] {
  const say = useSay();
  const { locale } = useIntl();
  const witness = useStaffName(consent.witness_id ?? "");
  const { given_by: giver, captured_method: method, notice_version: notice, language } = consent;
  const { decided_at: decided } = consent;
  const who = giver === null ? "" : `${giver.name} (${speakerText(giver.relation, say)})`;
  return [
    who,
    giver?.phone === undefined ? "" : phoneText(giver.phone),
    method === null ? "" : methodText(method, say),
    // What is said later is noted with how it was said.
    decided !== null && method === null ? say("consents.atRegistration") : "",
    witness === null ? "" : say("consents.witnessed", { name: witness }),
    notice === null ? "" : say("consents.noticeRead", { name: notice }),
    language === null ? "" : languageText(locale, language),
    consent.purpose_code === null ? "" : purposeText(consent.purpose_code, say),
  ];
}

/** From when and until when it holds, where that was said. */
function useTimes({ consent }: CardPart): readonly string[] {
  const say = useSay();
  const clock = useBranchClock();
  const { valid_from: from, valid_until: until } = consent;
  // It holds until that instant: what ends at midnight has its last day before.
  const last = until === null ? null : new Date(Date.parse(until) - 1).toISOString();
  return [
    from === null ? "" : say("consents.from", { day: clock.date(from) }),
    last === null ? "" : say("consents.until", { day: clock.date(last) }),
  ];
}

function Facts({ consent }: CardPart) {
  const facts = [...useEvidence({ consent }), ...useTimes({ consent })];
  const said = facts.filter((fact) => fact !== "");
  if (said.length === 0) return null;
  return (
    <p>
      {said.map((fact) => (
        <span key={fact} className="fact">
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

function Withdrawn({ consent }: CardPart) {
  const say = useSay();
  const clock = useBranchClock();
  const { revoked_at: at, revoke_reason: reason } = consent;
  if (at === null) return null;
  return (
    <p>
      {say("consents.withdrawn", { when: `${clock.date(at)} ${clock.time(at)}` })}
      {reason === null || reason === "" ? null : (
        <>
          {": "}
          <bdi>{reason}</bdi>
        </>
      )}
    </p>
  );
}

type Step = Consent["status_history"][number];

function HistoryStep({ step }: { readonly step: Step }) {
  const say = useSay();
  const clock = useBranchClock();
  const name = useStaffName(step.by);
  const status = consentStates.find((each) => each === step.status);
  return (
    <li>
      {status === undefined ? step.status : say(stateLooks[status].text)}
      {step.reason === null || step.reason === "" ? null : (
        <>
          {": "}
          <bdi>{step.reason}</bdi>
        </>
      )}{" "}
      <span className="muted">
        {clock.date(step.at)} {clock.time(step.at)}
        {name === null ? null : (
          <>
            {" · "}
            <bdi>{name}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

/** What was signed, where it is kept: opened as every document is. */
function Paper({ consent }: CardPart) {
  const say = useSay();
  const mayRead = useMay("documents", "read");
  const [opened, setOpened] = useState<Document | null>(null);
  const open = useOpenDocument(setOpened);
  const { document_id: id } = consent;
  if (id === null || !mayRead) return null;
  return (
    <div className="form-actions">
      <FaultNotice error={open.error} />
      <Button
        isSmall
        look="quiet"
        about={kindText(consent.consent_type, say)}
        onPress={() => open.mutate(id)}
        testName={testNames.showConsentPaper}
      >
        {say("consents.showPaper")}
      </Button>
      {opened === null ? null : <DocumentView document={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface ActionsProps extends ConsentCardProps {
  readonly state: ConsentState;
  /** Something was done, and the focus needs a place. */
  readonly onDone: () => void;
}

/** What is done with it now: what was asked is answered, what was given is taken back. */
function Actions({ consent, patient, state, onDone }: ActionsProps) {
  const say = useSay();
  const mayChange = useMay("consents", "update") && patient.merged_into_id === null;
  const about = kindText(consent.consent_type, say);
  if (!mayChange) return null;
  if (state === "granted") return <WithdrawConsent consent={consent} onDone={onDone} />;
  if (state !== "requested") return null;
  return (
    <ConsentWork patient={patient} asked={consent} onAnswered={onDone}>
      {(begin, hasLeft) => (
        <div className="form-actions">
          <Button
            isSmall
            about={about}
            onPress={() => begin("permit")}
            takesFocus={hasLeft}
            testName={testNames.agreeConsent}
          >
            {say("consents.agree")}
          </Button>
          <Button
            isSmall
            look="quiet"
            about={about}
            onPress={() => begin("deny")}
            testName={testNames.refuseConsent}
          >
            {say("consents.refuse")}
          </Button>
        </div>
      )}
    </ConsentWork>
  );
}

/** One consent: what it is about, how it stands and since when, who has said it and how, and what is done with it. */
export function ConsentCard({ consent, patient }: ConsentCardProps) {
  const say = useSay();
  const clock = useBranchClock();
  const card = useRef<HTMLLIElement>(null);
  const state = stateNow(consent, useNow(renewMs));
  const { text, tone } = stateLooks[state];
  const since = consent.decided_at ?? consent.created_at;
  return (
    <li ref={card} className="rx-card" tabIndex={-1} data-testid={testNames.consentCard}>
      <div className="rx-head">
        <strong>{kindText(consent.consent_type, say)}</strong>
        <Badge tone={tone}>{say(text)}</Badge>
        <span className="muted">
          {clock.date(since)} {clock.time(since)}
        </span>
      </div>
      <Facts consent={consent} />
      <Withdrawn consent={consent} />
      <Paper consent={consent} />
      <Disclosure title={say("appointment.history")} testName={testNames.consentHistory}>
        <ol className="rx-lines">
          {consent.status_history.map((step) => (
            <HistoryStep key={`${step.at} ${step.status}`} step={step} />
          ))}
        </ol>
      </Disclosure>
      <Actions
        consent={consent}
        patient={patient}
        state={state}
        onDone={() => card.current?.focus()}
      />
    </li>
  );
}
