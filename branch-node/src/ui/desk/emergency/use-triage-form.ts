import { useMemo, useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import type { KeptSending } from "#ui/desk/data/saving.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useVitalsForm } from "#ui/desk/vitals/vitals-fields.tsx";
import { emptyVitals } from "#ui/desk/vitals/vitals-form.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import {
  bodyOfDraft,
  emptyTriage,
  gapsOf,
  type TriageDraft,
  type TriageGap,
} from "./triage-form.ts";
import { readTriage, triageState, type KeptTriage } from "./triage-kept.ts";
import { useOpenEmergency, useRecordTriage } from "./triage-queries.ts";

/** What the dialog is opened with. */
export interface TriageDialogProps {
  /** The visit of whoever has come; null where the dialog opens it. */
  readonly visit: Encounter | null;
  readonly onClose: () => void;
}

/** What the form is opened with. */
export interface TriageFormProps extends TriageDialogProps {
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

const shown = ["encounter_id", "chief_complaint", "vitals", "override_reason", "esi", "level"];

const gapTexts: Readonly<Record<TriageGap, TextId>> = {
  patient: "calendar.choosePatient",
  level: "triage.needsLevel",
  complaint: "triage.needsComplaint",
  gcs: "triage.needsGcs",
};

interface Sending {
  readonly kept: KeptSending;
  /** The visit that is triaged; null while it is not opened. */
  readonly visitId: string | null;
  readonly onOpened: (visitId: string) => void;
  readonly onDone: () => void;
}

/** The visit's opening is sent under a key of its own, made of the form's: sent twice, the visit is opened once. */
function ofVisit({ intent, keep }: KeptSending): KeptSending {
  return {
    intent: { key: () => `${intent.key()}.visit`, finish: () => undefined },
    keep: () => {
      intent.finish();
      keep();
    },
    sent: () => undefined,
  };
}

/** Opens the visit where there is none yet, and triages it; a visit that was opened is not opened again when the triage is refused. */
function useSending({ kept, visitId, onOpened, onDone }: Sending) {
  const open = useOpenEmergency(ofVisit(kept));
  const record = useRecordTriage(kept, onDone);

  function send(patientId: string, body: ReturnType<typeof bodyOfDraft>): void {
    if (open.isPending || record.isPending) return;
    if (visitId !== null) return record.mutate({ ...body, encounter_id: visitId });
    open.mutate(patientId, {
      onSuccess: ({ id }) => {
        onOpened(id);
        record.mutate({ ...body, encounter_id: id });
      },
    });
  }

  return {
    send,
    error: record.error ?? open.error,
    reset: () => {
      open.reset();
      record.reset();
    },
  };
}

/** What a form begins with: what was kept of it, or what its visit says. */
function beginningOf({ visit, resumed }: TriageFormProps): KeptTriage {
  const kept = resumed === null ? null : readTriage(resumed.form_state);
  if (kept !== null) return kept;
  const { id: visitId = null, patient_id: patientId = null, chief_complaint: why } = visit ?? {};
  const draft = { ...emptyTriage, patientId, complaint: why ?? "" };
  return { draft, vitals: emptyVitals, visitId };
}

/** What is typed, kept as a draft until it is recorded. */
function useKeptTriage(props: TriageFormProps) {
  const { visit, resumed } = props;
  const [opened] = useState(() => beginningOf(props));
  const [draft, setDraft] = useState<TriageDraft>(opened.draft);
  const [visitId, setVisitId] = useState(opened.visitId);
  const { data: patient } = usePatient(draft.patientId);
  const vitals = useVitalsForm(useAgeInMonths(patient), opened.vitals);
  const fields = useMemo(
    () => ({ draft, vitals: vitals.draft, visitId }),
    [draft, vitals.draft, visitId],
  );
  const kept = useKeptFields({
    kind: draftKinds.triage,
    entityId: resumed === null ? (visit?.id ?? null) : resumed.entity_id,
    resumed,
    fields,
    stateOf: triageState,
  });
  const take = (formState: FormState) => {
    const theirs = readTriage(formState);
    if (theirs === null) return;
    setDraft(theirs.draft);
    setVisitId(theirs.visitId);
    vitals.take(theirs.vitals);
  };
  return { draft, setDraft, visitId, setVisitId, patient, vitals, kept, take };
}

/** The state of the form by which somebody is triaged. */
export function useTriageForm(props: TriageFormProps) {
  const say = useSay();
  const [gaps, setGaps] = useState<readonly TriageGap[]>([]);
  const { draft, setDraft, visitId, setVisitId, patient, vitals, kept, take } =
    useKeptTriage(props);
  const sending = useSending({
    kept,
    visitId,
    onOpened: setVisitId,
    onDone: () => {
      notify({ text: say("triage.doneNow", { name: patient?.name ?? "" }), tone: "good" });
      props.onClose();
    },
  });
  const faults = faultsAtFields(sending.error, shown, say);

  return {
    draft,
    patient,
    vitals,
    keeper: kept.keeper,
    take,
    isOpened: visitId !== null,
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
      const found = gapsOf(draft, visitId !== null);
      setGaps(found);
      const values = vitals.read(true);
      if (found.length > 0 || values === null || draft.patientId === null) return;
      sending.send(draft.patientId, bodyOfDraft(draft, values));
    },
  };
}

/** That form as its fields see it. */
export type TriageForm = ReturnType<typeof useTriageForm>;
