import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { ReasonForm } from "#ui/desk/ward/reason-form.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useRxStep } from "./rx-queries.ts";

interface StopDialogProps {
  readonly rx: Prescription;
  readonly onClose: () => void;
}

/** Stops a prescription, or cancels one that is not issued yet, with the reason beside it. */
export function StopDialog({ rx, onClose }: StopDialogProps) {
  const say = useSay();
  const isDraft = rx.status === "draft";
  const name = rx.rx_no;
  const step = useRxStep(rx.id, () => {
    notify({ text: say(isDraft ? "rx.cancelledNow" : "rx.stoppedNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["status_reason"], say);
  return (
    <Dialog
      title={say(isDraft ? "rx.cancelOf" : "rx.stopOf", { name })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <ReasonForm
        action={say(isDraft ? "rx.cancel" : "rx.stop")}
        isDanger
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => {
          if (step.isPending) return;
          step.mutate({ status: isDraft ? "cancelled" : "stopped", status_reason: reason });
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}
