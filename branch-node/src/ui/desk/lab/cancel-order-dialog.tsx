import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { ReasonForm } from "#ui/desk/ward/reason-form.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useOrderStep } from "./lab-queries.ts";

interface CancelOrderDialogProps {
  readonly order: LabOrder;
  readonly onClose: () => void;
}

/** Cancels an order, with the reason beside it. */
export function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const say = useSay();
  const step = useOrderStep(order.id, () => {
    notify({ text: say("lab.cancelledNow", { name: order.order_no }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["status_reason"], say);
  return (
    <Dialog
      title={say("lab.cancelOf", { name: order.order_no })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={order.patient_id} />
      <ReasonForm
        action={say("lab.cancel")}
        isDanger
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => {
          if (!step.isPending) step.mutate({ status: "cancelled", status_reason: reason });
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}
