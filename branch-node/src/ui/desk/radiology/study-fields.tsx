import { labPriorities } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { radiologyProcedures } from "@edgeward/shared/clinical/radiology-studies/radiology-procedures.contract.ts";
import {
  lateralities,
  modalities,
} from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { PregnancyField } from "./pregnancy-field.tsx";
import type { OrderForm } from "./use-order-form.ts";

interface FieldsProps {
  readonly form: OrderForm;
}

/** What is no study of the catalogue: its kind, the part of the body, and whether contrast medium is given. */
function OtherStudy({ form: { draft, change, faultAt } }: FieldsProps) {
  const say = useSay();
  return (
    <>
      <div className="fields-row">
        <ChoiceField
          label={say("radiology.modality")}
          value={draft.modality}
          onChange={(value) =>
            change({ modality: modalities.find((known) => known === value) ?? "OT" })
          }
          options={modalities.map((value) => ({ value, text: say(`modality.${value}`) }))}
          testName={testNames.studyModality}
        />
        <LineField
          label={say("radiology.bodySite")}
          value={draft.part}
          onChange={(part) => change({ part })}
          fault={faultAt("body_site", "part")}
          isRequired
          testName={testNames.studyPartField}
        />
      </div>
      <Checkbox
        isOn={draft.hasContrast}
        onChange={(hasContrast) => change({ hasContrast })}
        testName={testNames.studyContrast}
      >
        {say("radiology.contrast")}
      </Checkbox>
    </>
  );
}

const sides = lateralities.filter((side) => side !== "na");

/** What is to be seen: of the catalogue or another one, and of which side. */
function WhatIsSeen({ form }: FieldsProps) {
  const say = useSay();
  const { draft, asked, change, faultAt } = form;
  return (
    <>
      <ChoiceField
        label={say("radiology.catalogue")}
        value={draft.code}
        onChange={(code) => change({ code })}
        empty={say("radiology.otherStudy")}
        options={radiologyProcedures.map(({ code, name }) => ({ value: code, text: name }))}
        testName={testNames.studyCatalogue}
      />
      {draft.code === "" ? <OtherStudy form={form} /> : null}
      {asked.isSideAsked ? (
        <ChoiceField
          label={say("radiology.side")}
          value={draft.side}
          onChange={(value) => change({ side: sides.find((known) => known === value) ?? "" })}
          empty={say("stay.unsaid")}
          options={sides.map((value) => ({ value, text: say(`laterality.${value}`) }))}
          fault={faultAt("laterality", "side")}
          testName={testNames.studySide}
        />
      ) : null}
    </>
  );
}

/** How soon it is wanted, and what whoever takes and reads the images should know. */
function Besides({ form: { draft, change, notesFault } }: FieldsProps) {
  const say = useSay();
  return (
    <>
      <ChoiceField
        label={say("radiology.priority")}
        value={draft.priority}
        onChange={(value) =>
          change({ priority: labPriorities.find((known) => known === value) ?? "routine" })
        }
        options={labPriorities.map((value) => ({
          value,
          text: say(value === "routine" ? "priority.routine" : `labPriority.${value}`),
        }))}
        testName={testNames.studyPriority}
      />
      <LineField
        label={say("radiology.notes")}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        rows={3}
        fault={notesFault}
        testName={testNames.studyNotes}
      />
    </>
  );
}

/** A study as it is ordered: what is to be seen, what has to be asked before, and how soon. */
export function StudyFields({ form }: FieldsProps) {
  const { draft, asked, change, faultAt } = form;
  return (
    <>
      <WhatIsSeen form={form} />
      {asked.isPregnancyAsked ? (
        <PregnancyField
          value={draft.pregnancy}
          onChange={(pregnancy) => change({ pregnancy })}
          fault={faultAt("pregnancy_status", "pregnancy")}
        />
      ) : null}
      <Besides form={form} />
    </>
  );
}
