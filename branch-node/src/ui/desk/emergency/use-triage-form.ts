import { useState, type FormEvent } from "react";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useVitalsForm } from "#ui/desk/vitals/vitals-fields.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import {
  bodyOfDraft,
  emptyTriage,
  gapsOf,
  type TriageDraft,
  type TriageGap,
} from "./triage-form.ts";
import { useOpenEmergency, useRecordTriage } from "./triage-queries.ts";

/** What the dialog is opened with. */
export interface TriageDialogProps {
  /** The visit of whoever has come; null where the dialog opens it. */
  readonly visit: Encounter | null;
  readonly onClose: () => void;
}

const shown = ["encounter_id", "chief_complaint", "vitals", "override_reason", "esi", "level"];

const gapTexts: Readonly<Record<TriageGap, TextId>> = {
  patient: "calendar.choosePatient",
  level: "triage.needsLevel",
  complaint: "triage.needsComplaint",
  gcs: "triage.needsGcs",
};

/** Opens the visit where there is none yet, and triages it; a visit that was opened is not opened again when the triage is refused. */
function useSending(visit: Encounter | null, onDone: () => void) {
  const [openedId, setOpenedId] = useState<string | null>(visit?.id ?? null);
  const open = useOpenEmergency();
  const record = useRecordTriage(onDone);

  function send(patientId: string, body: ReturnType<typeof bodyOfDraft>): void {
    if (open.isPending || record.isPending) return;
    if (openedId !== null) return record.mutate({ ...body, encounter_id: openedId });
    open.mutate(patientId, {
      onSuccess: ({ id }) => {
        setOpenedId(id);
        record.mutate({ ...body, encounter_id: id });
      },
    });
  }

  return {
    send,
    error: record.error ?? open.error,
    isOpened: openedId !== null,
    reset: () => {
      open.reset();
      record.reset();
    },
  };
}

/** The state of the form by which somebody is triaged. */
export function useTriageForm({ visit, onClose }: TriageDialogProps) {
  const say = useSay();
  const [gaps, setGaps] = useState<readonly TriageGap[]>([]);
  const [draft, setDraft] = useState<TriageDraft>({
    ...emptyTriage,
    patientId: visit?.patient_id ?? null,
    complaint: visit?.chief_complaint ?? "",
  });
  const { data: patient } = usePatient(draft.patientId);
  const vitals = useVitalsForm(useAgeInMonths(patient));
  const sending = useSending(visit, () => {
    notify({ text: say("triage.doneNow", { name: patient?.name ?? "" }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(sending.error, shown, say);

  return {
    draft,
    patient,
    vitals,
    isOpened: sending.isOpened,
    rest: faults.rest,
    /** What is wrong with a field: what is missing, or what the answer says of it. */
    faultAt: (path: string, gap?: TriageGap) =>
      gap !== undefined && gaps.includes(gap) ? say(gapTexts[gap]) : faults.at(path),
    change: (patch: Partial<TriageDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      setGaps([]);
      sending.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = gapsOf(draft, visit !== null);
      setGaps(found);
      const values = vitals.read(true);
      if (found.length > 0 || values === null || draft.patientId === null) return;
      sending.send(draft.patientId, bodyOfDraft(draft, values));
    },
  };
}

/** That form as its fields see it. */
export type TriageForm = ReturnType<typeof useTriageForm>;
