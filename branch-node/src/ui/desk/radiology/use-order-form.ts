import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useOrderStudy } from "./radiology-queries.ts";
import {
  bodyOfDraft,
  emptyStudy,
  gapsOf,
  questionsOf,
  type StudyDraft,
  type StudyGap,
} from "./study-form.ts";
import { readStudy, studyState } from "./study-kept.ts";

/** What the form is opened with. */
export interface StudyFormProps {
  /** Whose chart it is written in; null where the patient is chosen in the form. */
  readonly patientId: string | null;
  /** The visit that is under way; null where there is none. */
  readonly visitId: string | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  /** It was ordered, or is left. */
  readonly onLeave: () => void;
}

const shown = [
  "patient_id",
  "body_site",
  "laterality",
  "pregnancy_status",
  "encounter_id",
  "clinical_notes",
];

const gapTexts: Readonly<Record<StudyGap, TextId>> = {
  patient: "calendar.choosePatient",
  part: "radiology.needsPart",
  side: "radiology.needsSide",
  pregnancy: "radiology.needsPregnancy",
};

/** What is written, kept as a draft until it is ordered; and whether the visit is another one since it was begun. */
function useKeptStudy({ patientId, visitId, resumed }: StudyFormProps) {
  const [opened] = useState(() => {
    const kept = resumed === null ? null : readStudy(resumed.form_state);
    const fields = kept?.fields ?? { ...emptyStudy, patientId };
    return { fields, isOutdated: kept !== null && kept.visitId !== visitId };
  });
  const [draft, setDraft] = useState<StudyDraft>(opened.fields);
  const kept = useKeptFields({
    kind: draftKinds.study,
    entityId: patientId,
    resumed,
    fields: draft,
    stateOf: (now: StudyDraft, key) => studyState(now, visitId, key),
  });
  /** Puts another screen's state in the place of what is typed here. */
  const take = (formState: FormState) => {
    const theirs = readStudy(formState);
    if (theirs !== null) setDraft(theirs.fields);
  };
  return { draft, setDraft, kept, take, isOutdated: opened.isOutdated };
}

/** The state of the form by which a doctor orders a study. */
export function useOrderForm(props: StudyFormProps) {
  const { visitId, onLeave } = props;
  const say = useSay();
  const today = useToday();
  const { staff } = useSignedIn();
  const { draft, setDraft, kept, take, isOutdated } = useKeptStudy(props);
  const [gaps, setGaps] = useState<readonly StudyGap[]>([]);
  const { data: patient } = usePatient(draft.patientId);
  const order = useOrderStudy(kept, ({ accession_no: name }: RadiologyStudy) => {
    notify({ text: say("radiology.orderedNow", { name }), tone: "good" });
    onLeave();
  });
  const faults = faultsAtFields(order.error, shown, say);
  const asked = questionsOf(draft, patient, today);
  return {
    draft,
    keeper: kept.keeper,
    isOutdated,
    take,
    patient,
    asked,
    isPending: order.isPending,
    rest: faults.rest,
    isVisitOver: faults.at("encounter_id") !== undefined,
    notesFault: faults.at("clinical_notes"),
    /** What is wrong with a field: what is missing, or what the answer says of it. */
    faultAt: (path: string, gap: StudyGap) =>
      gaps.includes(gap) ? say(gapTexts[gap]) : faults.at(path),
    change: (patch: Partial<StudyDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      setGaps([]);
      order.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = gapsOf(draft, asked);
      setGaps(found);
      const { patientId } = draft;
      if (found.length > 0 || patientId === null || order.isPending) return;
      order.mutate(bodyOfDraft(draft, asked, { patientId, visitId, orderedBy: staff.id }));
    },
  };
}

/** That form as its fields see it. */
export type OrderForm = ReturnType<typeof useOrderForm>;
