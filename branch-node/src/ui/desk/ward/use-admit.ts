import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { bodyOfDraft, gapsOf, type AdmitDraft, type AdmitGap } from "./admit-form.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { bedOn } from "./free-bed-field.tsx";
import { useAdmit } from "./ward-queries.ts";

/** What the dialog is opened with. */
export interface AdmitDialogProps {
  readonly board: readonly WardOfBoard[];
  /** The bed that somebody is admitted to, where it was opened from one. */
  readonly bedId?: string;
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

/** The state of the form by which somebody is admitted. */
export function useAdmitForm({ board, bedId = "", onClose }: AdmitDialogProps) {
  const say = useSay();
  const { staff } = useSignedIn();
  const [gaps, setGaps] = useState<readonly AdmitGap[]>([]);
  const [draft, setDraft] = useState<AdmitDraft>({
    kind: "admitted",
    patientId: null,
    bedId,
    wardId: "",
    bedClass: "general",
    doctorId: staff.roles.includes("doctor") ? staff.id : "",
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
  });
  const { data: patient } = usePatient(draft.patientId);
  const admit = useAdmit(() => {
    const name = patient?.name ?? "";
    notify({ text: say(doneTexts[draft.kind], { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(admit.error, shown, say);

  return {
    draft,
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
