import { useMemo, useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useVitalsForm } from "#ui/desk/vitals/vitals-fields.tsx";
import { emptyVitals } from "#ui/desk/vitals/vitals-form.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import {
  judgementOf,
  readRetriage,
  retriageState,
  type KeptRetriage,
  type RetriageDraft,
} from "./retriage-kept.ts";
import { useTriageChange } from "./triage-queries.ts";

/** What the dialog is about. */
export interface RetriageDialogProps {
  readonly triage: Triage;
  readonly name: string;
  readonly onClose: () => void;
}

/** What the form is opened with. */
export interface RetriageFormProps extends RetriageDialogProps {
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

const shown = ["level", "retriage_reason", "vitals"];

/** What the form begins with: what was kept of it, or the level that stands. */
function beginningOf({ triage, resumed }: RetriageFormProps): KeptRetriage {
  const kept = resumed === null ? null : readRetriage(resumed.form_state);
  if (kept !== null) return kept;
  const draft = { level: String(triage.level), reason: "" };
  return { draft, vitals: emptyVitals, seen: judgementOf(triage) };
}

/** What is typed, kept as a draft until it is sent; and whether somebody else has judged since it was begun. */
function useKeptRetriage(props: RetriageFormProps) {
  const { triage, resumed } = props;
  const [opened] = useState(() => beginningOf(props));
  const [draft, setDraft] = useState<RetriageDraft>(opened.draft);
  const { data: patient } = usePatient(triage.patient_id);
  const vitals = useVitalsForm(useAgeInMonths(patient), opened.vitals);
  // What is kept later says nonetheless which judgement was seen when the form was begun.
  const fields = useMemo(
    () => ({ draft, vitals: vitals.draft, seen: opened.seen }),
    [draft, vitals.draft, opened],
  );
  const isOutdated = opened.seen !== judgementOf(triage);
  const kept = useKeptFields({
    kind: draftKinds.retriage,
    entityId: triage.id,
    resumed,
    isAnother: isOutdated,
    fields,
    stateOf: (now: KeptRetriage, key) => retriageState(now, triage.patient_id, key),
  });
  const take = (formState: FormState) => {
    const theirs = readRetriage(formState);
    if (theirs === null) return;
    setDraft(theirs.draft);
    vitals.take(theirs.vitals);
  };
  return { draft, setDraft, vitals, kept, take, isOutdated };
}

/** The state of the form by which somebody who waits is judged again. */
export function useRetriageForm(props: RetriageFormProps) {
  const { triage, name, onClose } = props;
  const say = useSay();
  const { draft, setDraft, vitals, kept, take, isOutdated } = useKeptRetriage(props);
  const change = useTriageChange(
    triage.id,
    () => {
      notify({ text: say("triage.doneNow", { name }), tone: "good" });
      onClose();
    },
    kept,
  );
  return {
    draft,
    vitals,
    take,
    isOutdated,
    keeper: kept.keeper,
    faults: faultsAtFields(change.error, shown, say),
    change: (patch: Partial<RetriageDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      change.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const values = vitals.read(true);
      if (values === null || change.isPending) return;
      const why = draft.reason.trim();
      const hasVitals = Object.keys(values).length > 0;
      change.mutate({
        level: Number(draft.level),
        ...(why === "" ? {} : { retriage_reason: why }),
        ...(hasVitals ? { vitals: values } : {}),
        ...(values.pain === undefined ? {} : { pain: values.pain }),
      });
    },
  };
}
