import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { bodyOfDraft, gapsOf, type AdmitDraft, type AdmitGap } from "./admit-form.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { bedOn, isFree } from "./free-bed-field.tsx";
import { admitState, readAdmit } from "./ward-kept.ts";
import { useAdmit } from "./ward-queries.ts";

/** What the dialog is opened with. */
export interface AdmitDialogProps {
  readonly board: readonly WardOfBoard[];
  /** The bed that somebody is admitted to, where it was opened from one. */
  readonly bedId?: string;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onClose: () => void;
}

const shown = [
  "patient_id",
  "bed_id",
  "ward_id",
  "admitting_doctor_id",
  "expected_discharge_date",
  "mlc_no",
  "attendant.name",
  "attendant.phone",
];

const gapTexts: Readonly<Record<AdmitGap, TextId>> = {
  patient: "calendar.choosePatient",
  bed: "bed.needed",
  doctor: "fault.needsDoctor",
  mlcNo: "fault.mlcNo",
  attendant: "stay.needsAttendant",
};

const doneTexts = {
  admitted: "stay.admittedNow",
  bed_assigned: "stay.keptNow",
  requested: "stay.askedNow",
} as const;

const emptyAdmit: AdmitDraft = {
  kind: "admitted",
  patientId: null,
  bedId: "",
  wardId: "",
  bedClass: "general",
  doctorId: "",
  type: "elective",
  source: "",
  payer: "self",
  diet: "",
  until: null,
  isMlc: false,
  mlcNo: "",
  attendantName: "",
  attendantPhone: "",
  relationship: "",
};

/** What is typed; a bed that somebody else was put into meanwhile has to be chosen anew. */
function useKeptAdmit({ board, bedId = "", resumed }: AdmitDialogProps) {
  const { staff } = useSignedIn();
  const [opened] = useState(() => {
    const kept = resumed === null ? null : readAdmit(resumed.form_state);
    const doctorId = staff.roles.includes("doctor") ? staff.id : "";
    const fields = kept ?? { ...emptyAdmit, bedId, doctorId };
    const isTaken = kept !== null && kept.bedId !== "" && !isFree(board, kept.bedId);
    return { fields: isTaken ? { ...fields, bedId: "" } : fields, isTaken };
  });
  const [draft, setDraft] = useState<AdmitDraft>(opened.fields);
  const kept = useKeptFields({
    kind: draftKinds.admission,
    entityId: null,
    resumed,
    fields: draft,
    stateOf: admitState,
  });
  return { draft, setDraft, kept, isOutdated: opened.isTaken };
}

/** The state of the form by which somebody is admitted. */
export function useAdmitForm(props: AdmitDialogProps) {
  const { board, onClose } = props;
  const say = useSay();
  const [gaps, setGaps] = useState<readonly AdmitGap[]>([]);
  const { draft, setDraft, kept, isOutdated } = useKeptAdmit(props);
  const { data: patient } = usePatient(draft.patientId);
  const admit = useAdmit(kept, () => {
    const name = patient?.name ?? "";
    notify({ text: say(doneTexts[draft.kind], { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(admit.error, shown, say);

  return {
    draft,
    keeper: kept.keeper,
    isOutdated,
    /** Puts another screen's state in the place of what is typed here. */
    take: (formState: FormState) => {
      const theirs = readAdmit(formState);
      if (theirs !== null) setDraft(theirs);
    },
    patient,
    rest: faults.rest,
    /** What is wrong with a field: what is missing, or what the answer says of it. */
    faultAt: (path: string, gap?: AdmitGap) =>
      gap !== undefined && gaps.includes(gap) ? say(gapTexts[gap]) : faults.at(path),
    change: (patch: Partial<AdmitDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      setGaps([]);
      admit.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setGaps(gapsOf(draft));
      const body = bodyOfDraft(draft, bedOn(board, draft.bedId));
      if (body !== null && !admit.isPending) admit.mutate(body);
    },
  };
}

/** That form as its fields see it. */
export type AdmitForm = ReturnType<typeof useAdmitForm>;
