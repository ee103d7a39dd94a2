import { useState, type FormEvent } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useFoundDiagnoses } from "#ui/desk/visits/diagnoses-field.tsx";
import { displayOf, useDiagnosisText } from "#ui/desk/visits/diagnosis-list.ts";
import { conditionKey, conditionsOf, withEntry, type Condition } from "./known-problems.ts";
import { ProblemButtons } from "./problem-buttons.tsx";
import { useSaveProblems } from "./save-problems.ts";

interface ConditionDialogProps {
  readonly patient: Patient;
  /** The one that is changed; null for another one. */
  readonly condition: Condition | null;
  readonly onClose: () => void;
}

type Coded = Pick<Condition, "code" | "system" | "display">;

function entryOf({ code, system, display }: Coded, note: string, onset: string | null): Condition {
  return {
    code,
    system,
    ...(display ? { display } : {}),
    ...(onset === null ? {} : { onset }),
    ...(note === "" ? {} : { note }),
  };
}

function useConditionForm({ patient, condition, onClose }: ConditionDialogProps) {
  const [coded, setCoded] = useState<Coded | null>(condition);
  const [typed, setTyped] = useState("");
  const [note, setNote] = useState(condition?.note ?? "");
  const [isMissing, setMissing] = useState(false);
  const save = useSaveProblems(patient.id, onClose);
  const replaced = condition === null ? null : conditionKey(condition);

  function put(entry: Condition | null): void {
    if (save.isPending) return;
    save.mutate((current) => ({
      conditions: [...withEntry(conditionsOf(current), conditionKey, replaced, entry)],
    }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (coded === null) return setMissing(true);
    put(entryOf(coded, note.trim(), condition?.onset ?? null));
  }

  return {
    coded,
    typed,
    type: (text: string) => {
      setTyped(text);
      setMissing(false);
    },
    choose: (code: string) => {
      setCoded({ code, system: "icd10", display: displayOf(code) });
      setTyped("");
      setMissing(false);
    },
    chooseAnother: () => setCoded(null),
    note,
    setNote,
    isMissing,
    submit,
    remove: () => put(null),
    error: save.error,
  };
}

type ConditionForm = ReturnType<typeof useConditionForm>;

function WhichCondition({ form }: { readonly form: ConditionForm }) {
  const say = useSay();
  const textOf = useDiagnosisText();
  const found = useFoundDiagnoses(form.typed);
  if (form.coded !== null) {
    return (
      <div className="chosen-diagnosis" data-testid={testNames.chosenCondition}>
        <span className="chosen-text">
          {textOf(form.coded)}
          <span className="diagnosis-code">{form.coded.code}</span>
        </span>
        <Button isSmall look="quiet" icon="search" onPress={form.chooseAnother}>
          {say("condition.another")}
        </Button>
      </div>
    );
  }
  return (
    <FindField
      label={say("condition.which")}
      typed={form.typed}
      onType={form.type}
      found={found}
      onChoose={form.choose}
      hint={say("diagnosis.hint")}
      empty={say(form.typed.trim() === "" ? "diagnosis.hint" : "diagnosis.none")}
      fault={form.isMissing ? say("condition.unchosen") : undefined}
      isRequired
      testName={testNames.conditionSearch}
    />
  );
}

/** One condition: found by words of either language or by its code, with what should be known about it. */
export function ConditionDialog(props: ConditionDialogProps) {
  const say = useSay();
  const form = useConditionForm(props);
  const title = say(props.condition === null ? "condition.add" : "condition.change");
  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={props.onClose}>
      <form className="dialog-form" noValidate onSubmit={form.submit}>
        <WhichCondition form={form} />
        <LineField
          label={say("condition.note")}
          hint={say("condition.noteHint")}
          value={form.note}
          onChange={form.setNote}
          testName={testNames.conditionNote}
        />
        <FaultNotice error={form.error} />
        <ProblemButtons
          onRemove={props.condition === null ? null : form.remove}
          onClose={props.onClose}
        />
      </form>
    </Dialog>
  );
}
