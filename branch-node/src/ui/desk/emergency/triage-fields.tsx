import { arrivalModes, consciousness } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { TriageForm } from "./use-triage-form.ts";

interface FieldsProps {
  readonly form: TriageForm;
}

/** Why somebody comes, and how they came. */
export function ComplaintFields({ form: { draft, change, faultAt } }: FieldsProps) {
  const say = useSay();
  return (
    <div className="fields-row">
      <LineField
        label={say("triage.complaint")}
        value={draft.complaint}
        onChange={(complaint) => change({ complaint })}
        fault={faultAt("chief_complaint", "complaint")}
        isRequired
        testName={testNames.triageComplaint}
      />
      <ChoiceField
        label={say("triage.arrival")}
        value={draft.arrival}
        onChange={(value) =>
          change({ arrival: arrivalModes.find((known) => known === value) ?? "walk_in" })
        }
        options={arrivalModes.map((value) => ({ value, text: say(`arrival.${value}`) }))}
        testName={testNames.triageArrival}
      />
    </div>
  );
}

const gcsParts = [
  ["e", "triage.gcsEyes", 4],
  ["v", "triage.gcsVoice", 5],
  ["m", "triage.gcsMotion", 6],
] as const;

/** How awake somebody is: by what they answer to, and by the Glasgow Coma Scale. */
export function ConsciousnessFields({ form: { draft, change, faultAt } }: FieldsProps) {
  const say = useSay();
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("triage.avpu")}
        value={draft.avpu}
        onChange={(value) => change({ avpu: consciousness.find((one) => one === value) ?? "" })}
        empty={say("stay.unsaid")}
        options={consciousness.map((value) => ({ value, text: say(`avpu.${value}`) }))}
        testName={testNames.triageAvpu}
      />
      {gcsParts.map(([part, label, most]) => (
        <ChoiceField
          key={part}
          label={say(label)}
          value={draft.gcs[part]}
          onChange={(value) => change({ gcs: { ...draft.gcs, [part]: value } })}
          empty="–"
          options={Array.from({ length: most }, (_, index) => String(most - index)).map(
            (value) => ({
              value,
              text: value,
            }),
          )}
          fault={part === "e" ? faultAt("gcs", "gcs") : undefined}
          testName={`${testNames.triageGcs}-${part}`}
        />
      ))}
    </div>
  );
}

/** What everybody who comes near has to know. */
export function MarkFields({ form: { draft, change } }: FieldsProps) {
  const say = useSay();
  return (
    <div className="fields-row">
      <Checkbox
        isOn={draft.isInfectious}
        onChange={(isInfectious) => change({ isInfectious })}
        testName={testNames.triageInfectious}
      >
        {say("triage.infectious")}
      </Checkbox>
      <Checkbox
        isOn={draft.isPregnant}
        onChange={(isPregnant) => change({ isPregnant })}
        testName={testNames.triagePregnant}
      >
        {say("triage.pregnant")}
      </Checkbox>
      <Checkbox
        isOn={draft.isMlc}
        onChange={(isMlc) => change({ isMlc })}
        testName={testNames.triageMlc}
      >
        {say("stay.isMlc")}
      </Checkbox>
    </div>
  );
}
