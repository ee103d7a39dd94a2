import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";

interface StepDialogProps {
  /** What is done, as its button says. */
  readonly title: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

const shortestReason = 3;

/** A step that needs its reason. */
export function StepDialog({ title, error, isPending, onConfirm, onClose }: StepDialogProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isUnsaid = reason.trim().length < shortestReason;
  const faults = faultsAtFields(error, ["status_reason"], say);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!isUnsaid && !isPending) onConfirm(reason.trim());
  }

  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={onClose}>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <LineField
          label={say("shift.reason")}
          value={reason}
          onChange={setReason}
          fault={isChecked && isUnsaid ? say("shift.reasonNeeded") : faults.at("status_reason")}
          takesFocus
          testName={testNames.stepReason}
        />
        <FaultNotice error={faults.rest} />
        <FormActions
          action={title}
          look="danger"
          testName={testNames.confirmStoreStep}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
