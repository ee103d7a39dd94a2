import { useState, type FormEvent } from "react";
import type { Consent } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { KeptSending } from "#ui/desk/data/saving.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { consentState, readConsent } from "#ui/desk/drafts/form-state.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { deskTypes, type ConsentDraft } from "./consent-draft.ts";
import {
  answerBody,
  emptyConsent,
  gapsOf,
  gapTexts,
  isDecided,
  isSpokenFor,
  needsPurpose,
  needsSignature,
  newConsentBody,
} from "./consent-form.ts";
import { useConsentStep, useNoteConsent } from "./consent-queries.ts";
import { kindText } from "./consent-texts.ts";

/** What the form is opened with. */
export interface ConsentFormProps {
  readonly patient: Patient;
  /** What was asked and is answered now; null for another consent. */
  readonly asked: Consent | null;
  /** What somebody has answered, where that is known as it opens. */
  readonly answer: "permit" | "deny" | "";
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: () => void;
  readonly onLeave: () => void;
}

const always = ["consent_type", "decision"];
const ofEvidence = [
  "captured_method",
  "witness_id",
  "document_id",
  "given_by",
  "given_by.relation",
  "given_by.name",
  "given_by.phone",
];

/** The fields that the form shows, by their names in the API. */
function shownPaths(draft: ConsentDraft, isNew: boolean): readonly string[] {
  return [
    ...(isNew ? always : []),
    ...(isNew && needsPurpose(draft) ? ["purpose_code"] : []),
    ...(isNew && draft.answer !== "deny" ? ["valid_until"] : []),
    ...(isDecided(draft) ? ofEvidence : []),
    ...(isDecided(draft) && draft.type === "data_processing" ? ["notice_version", "language"] : []),
  ];
}

function useFirst({ patient, asked, answer, resumed }: ConsentFormProps): ConsentDraft {
  const today = useToday();
  const kept = resumed === null ? null : readConsent(resumed.form_state);
  const notice = { notice: asked?.notice_version ?? "", language: asked?.language ?? "" };
  const begun = { ...emptyConsent(patient, today), ...notice, answer, ...kept?.fields };
  // What is asked for stays what it was, whatever was kept.
  const type = deskTypes.find((each) => each === asked?.consent_type) ?? "";
  return asked === null ? begun : { ...begun, type, purpose: "" };
}

/** Sends what stands in the form, to whichever of the two endpoints it belongs. */
function useSending({ patient, asked, onSaved }: ConsentFormProps, kept: KeptSending) {
  const say = useSay();
  const { branch } = useSignedIn();
  const done = (consent: Consent) => {
    notify({
      text: say("consents.saved", { name: kindText(consent.consent_type, say) }),
      tone: "good",
    });
    onSaved();
  };
  const note = useNoteConsent(done, kept);
  const step = useConsentStep(asked?.id ?? "", done, kept);
  const sending = asked === null ? note : step;
  return {
    sending,
    send: (draft: ConsentDraft, picture: Blob | null) => {
      if (sending.isPending || (needsSignature(draft) && picture === null)) return;
      const title = say("consents.signatureOf", { name: kindText(draft.type, say) });
      const isSigned = needsSignature(draft) && picture !== null;
      const signed = isSigned ? { patientId: patient.id, title, picture } : null;
      if (asked === null) {
        const body = newConsentBody(draft, patient, branch.time_zone);
        if (body !== null) note.mutate({ body, signed });
      } else {
        const body = answerBody(draft, patient);
        if (body !== null) step.mutate({ body, signed });
      }
    },
  };
}

/** What is typed, kept as a draft. */
function useKeptConsent(props: ConsentFormProps) {
  const { patient, asked, resumed } = props;
  const first = useFirst(props);
  const [draft, setDraft] = useState(first);
  const kept = useKeptFields({
    kind: draftKinds.consent,
    entityId: asked?.id ?? patient.id,
    resumed,
    fields: draft,
    stateOf: (now: ConsentDraft, key) => consentState(now, patient.id, key),
  });
  return { draft, setDraft, kept };
}

/** What was signed on the screen, which is kept in no draft, and whether it is missing. */
function useSignature(draft: ConsentDraft) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const isMissing = needsSignature(draft) && picture === null;
  return { picture, setPicture, unsigned: isMissing ? (["document_id"] as const) : [] };
}

/** The state of the form by which a consent is noted, or what was asked is answered. */
export function useConsentForm(props: ConsentFormProps) {
  const { patient, asked } = props;
  const say = useSay();
  const today = useToday();
  const { draft, setDraft, kept } = useKeptConsent(props);
  const [isTried, setTried] = useState(false);
  const { sending, send } = useSending(props, kept);
  const { picture, setPicture, unsigned } = useSignature(draft);
  const missing = isTried ? [...gapsOf(draft), ...unsigned] : [];
  const faults = faultsAtFields(sending.error, shownPaths(draft, asked === null), say);

  return {
    draft,
    keeper: kept.keeper,
    isNew: asked === null,
    isChild: isSpokenFor(patient, today),
    isPending: sending.isPending,
    rest: faults.rest,
    change: (patch: Partial<ConsentDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      sending.reset();
    },
    /** Somebody has signed on the screen, or what they drew was wiped off. */
    sign: setPicture,
    take: (formState: FormState) => {
      const theirs = readConsent(formState);
      if (theirs !== null) setDraft(theirs.fields);
    },
    /** What is wrong with a field: what is missing, or what the answer says of it. */
    faultAt: (path: string) => {
      const gap = missing.find((each) => each === path);
      return gap === undefined ? faults.at(path) : say(gapTexts[gap]);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      send(draft, picture);
    },
    leave: () => {
      void kept.keeper.end("discarded");
      props.onLeave();
    },
  };
}

/** That form as its fields see it. */
export type ConsentForm = ReturnType<typeof useConsentForm>;
