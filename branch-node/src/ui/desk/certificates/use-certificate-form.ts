import { useState, type FormEvent } from "react";
import type { Certificate } from "@edgeward/shared/clinical/certificates/certificates.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import {
  bodyOf,
  emptyCertificate,
  gapsOf,
  type CertificateDraft,
  type CertificateGap,
} from "./certificate-draft.ts";
import { certificateState, readCertificate } from "./certificate-kept.ts";
import { useIssue } from "./certificate-queries.ts";

/** What the form is opened with. */
export interface CertificateFormProps {
  readonly patientId: string;
  readonly visit: Encounter;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onIssued: (certificate: Certificate) => void;
  readonly onLeave: () => void;
}

const shown = [
  "rest_from",
  "rest_to",
  "fit_from",
  "fit_for",
  "referred_to",
  "referred_place",
  "reason",
  "remarks",
  "shows_diagnosis",
  "encounter_id",
];

const gapTexts: Readonly<Record<CertificateGap, TextId>> = {
  rest_from: "letters.needsDay",
  rest_to: "letters.needsDay",
  fit_from: "letters.needsDay",
  referred_to: "letters.needsWhom",
  reason: "letters.needsReason",
};

/** What is written, kept as a draft until it is issued; and whether the visit has changed since it was begun. */
function useKeptCertificate({ patientId, visit, resumed }: CertificateFormProps) {
  const today = useToday();
  const [opened] = useState(() => {
    const kept = resumed === null ? null : readCertificate(resumed.form_state);
    const fields = kept?.fields ?? emptyCertificate(today);
    return { fields, isOutdated: kept !== null && kept.visitId !== visit.id };
  });
  const [draft, setDraft] = useState<CertificateDraft>(opened.fields);
  const kept = useKeptFields({
    kind: draftKinds.certificate,
    entityId: patientId,
    resumed,
    fields: draft,
    stateOf: (now: CertificateDraft, key) => certificateState(now, visit.id, key),
  });
  /** Puts another screen's state in the place of what is typed here. */
  const take = (formState: FormState) => {
    const theirs = readCertificate(formState);
    if (theirs !== null) setDraft(theirs.fields);
  };
  return { draft, setDraft, kept, take, isOutdated: opened.isOutdated };
}

/** The state of the form by which a doctor issues a certificate. */
export function useCertificateForm(props: CertificateFormProps) {
  const { patientId, visit, onIssued } = props;
  const say = useSay();
  const { staff } = useSignedIn();
  const { draft, setDraft, kept, take, isOutdated } = useKeptCertificate(props);
  const [isTried, setTried] = useState(false);
  const issue = useIssue(kept, (certificate) => {
    notify({ text: say("letters.issuedNow", { name: certificate.certificate_no }), tone: "good" });
    onIssued(certificate);
  });
  const faults = faultsAtFields(issue.error, shown, say);
  const gaps = isTried ? gapsOf(draft) : [];
  return {
    draft,
    keeper: kept.keeper,
    isOutdated,
    take,
    isPending: issue.isPending,
    rest: faults.rest,
    isVisitOver: faults.at("encounter_id") !== undefined,
    /** What is wrong with a field: what is missing, or what the answer says of it. */
    faultAt: (path: (typeof shown)[number]) => {
      const gap = gaps.find((each) => each === path);
      return gap === undefined ? faults.at(path) : say(gapTexts[gap]);
    },
    change: (patch: Partial<CertificateDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      issue.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (gapsOf(draft).length > 0 || issue.isPending) return;
      issue.mutate(bodyOf(draft, { patientId, visitId: visit.id, doctorId: staff.id }));
    },
  };
}

/** That form as its fields see it. */
export type CertificateForm = ReturnType<typeof useCertificateForm>;
