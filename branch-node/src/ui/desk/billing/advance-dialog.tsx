import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";
import { MoneyFields } from "./pay-form.tsx";
import { ShiftNeeded } from "./shift-needed.tsx";
import { usePayForm } from "./use-pay-form.ts";

interface AdvanceDialogProps {
  readonly patientId: string;
  readonly currency: string;
  readonly onClose: () => void;
}

/** Takes money ahead of a bill. */
export function AdvanceDialog({ patientId, currency, onClose }: AdvanceDialogProps) {
  const say = useSay();
  const of = usePayForm({
    currency,
    due: 0,
    about: { kind: "advance", patient_id: patientId },
    isIn: true,
    onPaid: onClose,
  });
  return (
    <Dialog
      title={say("bills.takeAdvance")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.advanceDialog}
    >
      <AboutPatient patientId={patientId} />
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <ShiftNeeded />
        <MoneyFields of={of} currency={currency} due={0} />
        <FormActions
          action={say("bills.takeAdvance")}
          testName={testNames.confirmPayment}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
