import { triageScales } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox, Segments } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { TriageForm } from "./use-triage-form.ts";

interface FieldsProps {
  readonly form: TriageForm;
}

const mostResources = 3;

const questions = [
  ["isDying", "esi.lifeSaving"],
  ["isHighRisk", "esi.highRisk"],
  ["isDangerous", "esi.dangerZone"],
] as const;

function Severity({ form: { draft, change, faultAt } }: FieldsProps) {
  const say = useSay();
  return (
    <>
      {questions.map(([field, text]) => (
        <Checkbox
          key={field}
          isOn={draft[field]}
          onChange={(isOn) => change({ [field]: isOn, isAsked: true })}
          testName={`${testNames.triageQuestion}-${field}`}
        >
          {say(text)}
        </Checkbox>
      ))}
      <ChoiceField
        label={say("esi.resources")}
        value={draft.isAsked ? String(draft.resources) : ""}
        onChange={(value) => change({ resources: Number(value), isAsked: value !== "" })}
        empty={say("esi.notAsked")}
        options={Array.from({ length: mostResources + 1 }, (_, count) => ({
          value: String(count),
          text: count === mostResources ? say("esi.many") : String(count),
        }))}
        fault={faultAt("esi")}
        testName={testNames.triageResources}
      />
      <LineField
        label={say("esi.override")}
        value={draft.overrideReason}
        onChange={(overrideReason) => change({ overrideReason })}
        hint={say("esi.overrideHint")}
        fault={faultAt("override_reason")}
        testName={testNames.triageOverride}
      />
    </>
  );
}

function Manchester({ form: { draft, change } }: FieldsProps) {
  const say = useSay();
  return (
    <LineField
      label={say("triage.discriminators")}
      value={draft.discriminators}
      onChange={(discriminators) => change({ discriminators })}
      hint={say("triage.discriminatorsHint")}
      rows={2}
      testName={testNames.triageDiscriminators}
    />
  );
}

/** By which scale urgency is judged, and what the scale asks. */
export function ScaleFields({ form }: FieldsProps) {
  const say = useSay();
  const { draft, change } = form;
  return (
    <>
      <Segments
        label={say("triage.scale")}
        value={draft.scale}
        onChange={(value) =>
          change({ scale: triageScales.find((known) => known === value) ?? "ESI" })
        }
        options={triageScales.map((value) => ({ value, text: say(`scale.${value}`) }))}
      />
      {draft.scale === "ESI" ? <Severity form={form} /> : <Manchester form={form} />}
    </>
  );
}
