import { dispositions } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { fieldFaults, fieldFaultText } from "#ui/desk/data/faults.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { DiagnosesField } from "./diagnoses-field.tsx";
import type { useEncounterForm } from "./use-encounter-form.ts";

/** What the doctor writes into a visit. */
export function EncounterFields(props: { readonly form: ReturnType<typeof useEncounterForm> }) {
  const say = useSay();
  const { draft, change, missing, save } = props.form;
  const reported = (path: string) => {
    const fault = fieldFaults(save.error).find((each) => each.path.startsWith(path));
    return fault === undefined ? undefined : fieldFaultText(fault, say);
  };
  const lacks = (field: keyof typeof missing) => {
    const id = missing[field];
    return id === undefined ? undefined : say(id);
  };
  return (
    <div className="fields">
      <LineField
        label={say("encounter.complaint")}
        value={draft.complaint}
        onChange={(complaint) => change({ complaint })}
        fault={reported("chief_complaint")}
        testName={testNames.chiefComplaint}
        takesFocus
      />
      <DiagnosesField
        diagnosis={draft.diagnosis}
        diagnoses={draft.diagnoses}
        onChange={change}
        fault={lacks("diagnosis") ?? reported("diagnos")}
      />
      <LineField
        label={say("encounter.notes")}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        fault={reported("notes")}
        rows={4}
        testName={testNames.notes}
      />
      <LineField
        label={say("encounter.advice")}
        value={draft.advice}
        onChange={(advice) => change({ advice })}
        fault={reported("advice")}
        rows={3}
        testName={testNames.advice}
      />
      <ChoiceField
        label={say("encounter.disposition")}
        value={draft.disposition}
        onChange={(disposition) => change({ disposition })}
        empty={say("encounter.notYet")}
        options={dispositions.map((value) => ({ value, text: say(`disposition.${value}`) }))}
        fault={lacks("disposition") ?? reported("disposition")}
        testName={testNames.disposition}
      />
    </div>
  );
}
