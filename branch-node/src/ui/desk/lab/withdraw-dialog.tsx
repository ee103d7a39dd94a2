import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { ReasonForm } from "#ui/desk/ward/reason-form.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useNextVersion } from "./lab-queries.ts";

interface WithdrawDialogProps {
  readonly result: LabResult;
  readonly name: string;
  readonly onClose: () => void;
}

/** Withdraws a result: what nobody has verified is given up, what was verified was entered in error. */
export function WithdrawDialog({ result, name, onClose }: WithdrawDialogProps) {
  const say = useSay();
  const next = useNextVersion(result.id, () => {
    notify({ text: say("lab.withdrawnNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(next.error, ["status_reason"], say);
  const status = result.status === "preliminary" ? "cancelled" : "entered_in_error";
  return (
    <Dialog
      title={say("lab.withdrawOf", { name })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={result.patient_id} />
      <ReasonForm
        action={say("lab.withdraw")}
        isDanger
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => {
          if (!next.isPending) next.mutate({ status, status_reason: reason });
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}
