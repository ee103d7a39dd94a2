import { useState, type ReactNode } from "react";
import type { Consent } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import type { ConsentFormProps } from "./use-consent-form.ts";
import { WriteConsent } from "./write-consent.tsx";

type Answer = ConsentFormProps["answer"];

interface ConsentWorkProps {
  readonly patient: Patient;
  /** What was asked and is to be answered; null for another consent. */
  readonly asked: Consent | null;
  /** It was answered, and nothing more is done with it here. */
  readonly onAnswered?: () => void;
  /** What stands there until somebody begins. @param hasLeft whether the focus was in the form and needs a place */
  readonly children: (begin: (answer: Answer) => void, hasLeft: boolean) => ReactNode;
}

interface Writing {
  readonly answer: Answer;
  readonly resumed: Draft | null;
}

/** The form of a consent, once somebody has begun it here or goes on with what they began before. */
export function ConsentWork({ patient, asked, onAnswered, children }: ConsentWorkProps) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    setWriting(null);
  };
  return (
    <DraftOffer
      entityId={asked?.id ?? patient.id}
      kind={draftKinds.consent}
      resumed={writing?.resumed ?? null}
      onContinue={(resumed) => setWriting({ answer: "", resumed })}
    >
      {writing === null ? (
        children((answer) => setWriting({ answer, resumed: null }), hasLeft)
      ) : (
        <WriteConsent
          patient={patient}
          asked={asked}
          answer={writing.answer}
          resumed={writing.resumed}
          onSaved={() => {
            leave();
            onAnswered?.();
          }}
          onLeave={leave}
        />
      )}
    </DraftOffer>
  );
}
