import { useState, type FormEvent } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
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

/** What the dialog is opened with. */
export interface OrderDialogProps {
  readonly onClose: () => void;
}

const shown = ["patient_id", "body_site", "laterality", "pregnancy_status"];

const gapTexts: Readonly<Record<StudyGap, TextId>> = {
  patient: "calendar.choosePatient",
  part: "radiology.needsPart",
  side: "radiology.needsSide",
  pregnancy: "radiology.needsPregnancy",
};

/** The state of the form by which a doctor orders a study. */
export function useOrderForm({ onClose }: OrderDialogProps) {
  const say = useSay();
  const today = useToday();
  const { staff } = useSignedIn();
  const [draft, setDraft] = useState<StudyDraft>(emptyStudy);
  const [gaps, setGaps] = useState<readonly StudyGap[]>([]);
  const { data: patient } = usePatient(draft.patientId);
  const order = useOrderStudy(({ accession_no: name }: RadiologyStudy) => {
    notify({ text: say("radiology.orderedNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(order.error, shown, say);
  const asked = questionsOf(draft, patient, today);
  return {
    draft,
    patient,
    asked,
    rest: faults.rest,
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
      order.mutate(bodyOfDraft(draft, asked, { patientId, orderedBy: staff.id }));
    },
  };
}

/** That form as its fields see it. */
export type OrderForm = ReturnType<typeof useOrderForm>;
