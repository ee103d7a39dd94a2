import { useState, type FormEvent } from "react";
import { criticalities } from "@edgeward/shared/clinical/patients/known-problems.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { allergiesOf, allergyKey, withEntry, type Allergy } from "./known-problems.ts";
import { ProblemButtons } from "./problem-buttons.tsx";
import { useSaveProblems } from "./save-problems.ts";

interface AllergyDialogProps {
  readonly patient: Patient;
  /** The one that is changed; null for another one. */
  readonly allergy: Allergy | null;
  readonly onClose: () => void;
}

function useAllergyForm({ patient, allergy, onClose }: AllergyDialogProps) {
  const [substance, setSubstance] = useState(allergy?.substance ?? "");
  const [criticality, setCriticality] = useState(allergy?.criticality ?? "high");
  const [reaction, setReaction] = useState(allergy?.reaction ?? "");
  const [isMissing, setMissing] = useState(false);
  const save = useSaveProblems(patient.id, onClose);
  const replaced = allergy === null ? null : allergyKey(allergy);

  function put(entry: Allergy | null): void {
    if (save.isPending) return;
    save.mutate((current) => ({
      allergies: [...withEntry(allergiesOf(current), allergyKey, replaced, entry)],
    }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const name = substance.trim();
    if (name === "") return setMissing(true);
    const what = reaction.trim();
    put({ substance: name, criticality, ...(what === "" ? {} : { reaction: what }) });
  }

  return {
    substance,
    write: (text: string) => {
      setSubstance(text);
      setMissing(false);
    },
    criticality,
    choose: (value: string) =>
      setCriticality(criticalities.find((each) => each === value) ?? "unable_to_assess"),
    reaction,
    setReaction,
    isMissing,
    submit,
    remove: () => put(null),
    error: save.error,
  };
}

/** One allergy: to what, how dangerous, and what it does. */
export function AllergyDialog(props: AllergyDialogProps) {
  const say = useSay();
  const form = useAllergyForm(props);
  const title = say(props.allergy === null ? "allergy.add" : "allergy.change");
  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={props.onClose}>
      <form className="dialog-form" noValidate onSubmit={form.submit}>
        <LineField
          label={say("allergy.substance")}
          hint={say("allergy.substanceHint")}
          value={form.substance}
          onChange={form.write}
          fault={form.isMissing ? say("allergy.needsSubstance") : undefined}
          isRequired
          takesFocus
          testName={testNames.allergySubstance}
        />
        <Segments
          label={say("allergy.criticality")}
          value={form.criticality}
          onChange={form.choose}
          options={criticalities.map((value) => ({
            value,
            text: say(`criticality.${value}`),
            testName: `criticality-${value}`,
          }))}
        />
        <LineField
          label={say("allergy.reaction")}
          hint={say("allergy.reactionHint")}
          value={form.reaction}
          onChange={form.setReaction}
          testName={testNames.allergyReaction}
        />
        <FaultNotice error={form.error} />
        <ProblemButtons
          onRemove={props.allergy === null ? null : form.remove}
          onClose={props.onClose}
        />
      </form>
    </Dialog>
  );
}
