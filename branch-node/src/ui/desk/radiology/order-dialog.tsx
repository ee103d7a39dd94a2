import { labPriorities } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { ChoosePatient } from "#ui/desk/appointments/choose-patient.tsx";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { PregnancyField } from "./pregnancy-field.tsx";
import { StudyDialog } from "./study-dialog.tsx";
import { StudyFields } from "./study-fields.tsx";
import { useOrderForm, type OrderDialogProps, type OrderForm } from "./use-order-form.ts";

interface FieldsProps {
  readonly form: OrderForm;
}

function Whose({ form }: FieldsProps) {
  const say = useSay();
  const { draft, patient, change, faultAt } = form;
  if (draft.patientId === null)
    return (
      <ChoosePatient
        fault={faultAt("patient_id", "patient")}
        onChoose={(patientId) => change({ patientId })}
      />
    );
  return (
    <div className="book-patient">
      <strong>
        <bdi>{patient?.name ?? "…"}</bdi>
      </strong>
      {patient === undefined ? null : <PatientFacts patient={patient} />}
      <Button isSmall look="quiet" onPress={() => change({ patientId: null })}>
        {say("ward.otherPatient")}
      </Button>
    </div>
  );
}

function Besides({ form }: FieldsProps) {
  const say = useSay();
  const { draft, change } = form;
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
        testName={testNames.studyNotes}
      />
    </>
  );
}

/** Orders a study: of whom, of what, and what is asked of the images. */
export function OrderDialog(props: OrderDialogProps) {
  const say = useSay();
  const form = useOrderForm(props);
  const { draft, asked, change, faultAt } = form;
  return (
    <StudyDialog
      title={say("radiology.new")}
      action={say("radiology.order")}
      error={form.rest}
      isWide
      before={<Whose form={form} />}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      <StudyFields form={form} />
      {asked.isPregnancyAsked ? (
        <PregnancyField
          value={draft.pregnancy}
          onChange={(pregnancy) => change({ pregnancy })}
          fault={faultAt("pregnancy_status", "pregnancy")}
        />
      ) : null}
      <Besides form={form} />
    </StudyDialog>
  );
}
