import { dispositions } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { fieldFaults, fieldFaultText } from "#ui/desk/data/faults.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { DiagnosesField } from "./diagnoses-field.tsx";
import type { EncounterDraft } from "./encounter-draft.ts";
import { FollowUpField } from "./follow-up-field.tsx";
import { NoteField } from "./note-field.tsx";
import type { useEncounterForm } from "./use-encounter-form.ts";

interface EncounterFieldsProps {
  readonly form: ReturnType<typeof useEncounterForm>;
  readonly doctorId: string | null;
}

/** What is wrong with a field: something is missing, or the branch has refused it. */
function useFaultOf({ missing, save }: EncounterFieldsProps["form"]) {
  const say = useSay();
  return (path: string, field?: keyof EncounterDraft): string | undefined => {
    const lacking = field === undefined ? undefined : missing[field];
    if (lacking !== undefined) return say(lacking);
    const refused = fieldFaults(save.error).find((each) => each.path.startsWith(path));
    return refused === undefined ? undefined : fieldFaultText(refused, say);
  };
}

function FindingFields({ form }: Pick<EncounterFieldsProps, "form">) {
  const say = useSay();
  const { draft, change } = form;
  const faultOf = useFaultOf(form);
  return (
    <>
      <LineField
        label={say("encounter.complaint")}
        value={draft.complaint}
        onChange={(complaint) => change({ complaint })}
        fault={faultOf("chief_complaint")}
        testName={testNames.chiefComplaint}
        takesFocus
      />
      <DiagnosesField
        diagnosis={draft.diagnosis}
        diagnoses={draft.diagnoses}
        onChange={change}
        fault={faultOf("diagnos", "diagnosis")}
      />
      <NoteField
        notes={draft.notes}
        onChange={(notes) => change({ notes })}
        fault={faultOf("notes")}
      />
    </>
  );
}

function PlanFields({ form, doctorId }: EncounterFieldsProps) {
  const say = useSay();
  const { draft, change } = form;
  const faultOf = useFaultOf(form);
  return (
    <>
      <LineField
        label={say("encounter.advice")}
        value={draft.advice}
        onChange={(advice) => change({ advice })}
        fault={faultOf("advice")}
        rows={3}
        testName={testNames.advice}
      />
      <ChoiceField
        label={say("encounter.disposition")}
        value={draft.disposition}
        onChange={(disposition) => change({ disposition })}
        empty={say("encounter.notYet")}
        options={dispositions.map((value) => ({ value, text: say(`disposition.${value}`) }))}
        fault={faultOf("disposition", "disposition")}
        testName={testNames.disposition}
      />
      <FollowUpField
        doctorId={doctorId}
        followUp={draft.followUp}
        isFollowUpBooked={draft.isFollowUpBooked}
        onChange={change}
        fault={faultOf("follow_up_date")}
      />
    </>
  );
}

/** What the doctor writes into a visit. */
export function EncounterFields(props: EncounterFieldsProps) {
  return (
    <div className="fields">
      <FindingFields form={props.form} />
      <PlanFields {...props} />
    </div>
  );
}
