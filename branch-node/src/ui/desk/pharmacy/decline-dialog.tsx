import { useState, type FormEvent } from "react";
import { notPerformedReasons } from "@edgeward/shared/clinical/dispenses/dispense-parts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Dispense } from "./pharmacy-list.ts";
import { useDispenseStep } from "./pharmacy-queries.ts";

interface DeclineProps {
  readonly dispense: Dispense;
  readonly onClose: () => void;
}

const shortestNote = 3;

function useDeclineForm({ dispense, onClose }: DeclineProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [isChecked, setChecked] = useState(false);
  const step = useDispenseStep(dispense.id, () => {
    notify({ text: say("dispense.declinedNow"), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["not_performed_reason", "status_reason"], say);
  const known = notPerformedReasons.find((one) => one === reason);
  return {
    reason,
    setReason,
    note,
    setNote,
    rest: faults.rest,
    noteFault: faults.at("status_reason"),
    reasonFault:
      isChecked && known === undefined
        ? say("stores.needsReason")
        : faults.at("not_performed_reason"),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (known === undefined || step.isPending) return;
      const said = note.trim();
      step.mutate({
        status: "declined",
        not_performed_reason: known,
        ...(said.length < shortestNote ? {} : { status_reason: said }),
      });
    },
  };
}

/** Notes that a medicine is not given out, and why; what was taken off the shelf for it goes back there. */
export function DeclineDialog(props: DeclineProps) {
  const { onClose } = props;
  const say = useSay();
  const form = useDeclineForm(props);
  return (
    <Dialog
      title={say("dispense.decline")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.declineDialog}
    >
      {props.dispense.patient_id === null ? null : (
        <AboutPatient patientId={props.dispense.patient_id} />
      )}
      <form className="dialog-form" onSubmit={form.submit} noValidate>
        <p className="muted">{say("dispense.declineLead")}</p>
        <ChoiceField
          label={say("shift.reason")}
          isRequired
          value={form.reason}
          onChange={form.setReason}
          empty={say("rx.choose")}
          options={notPerformedReasons.map((value) => ({
            value,
            text: say(`notPerformed.${value}`),
          }))}
          fault={form.reasonFault}
          testName={testNames.declineReason}
        />
        <LineField
          label={say("stores.note")}
          value={form.note}
          onChange={form.setNote}
          fault={form.noteFault}
          testName={testNames.declineNote}
        />
        <FaultNotice error={form.rest} />
        <FormActions
          action={say("dispense.decline")}
          look="danger"
          testName={testNames.confirmDecline}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
