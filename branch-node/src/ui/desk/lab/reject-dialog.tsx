import { useState, type FormEvent } from "react";
import { rejectReasons } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useOrderStep } from "./lab-queries.ts";

interface RejectDialogProps {
  readonly order: LabOrder;
  readonly onClose: () => void;
}

/** Rejects the specimens of an order, for which new ones are then required. */
export function RejectDialog({ order, onClose }: RejectDialogProps) {
  const say = useSay();
  const [reason, setReason] = useState<(typeof rejectReasons)[number]>("insufficient");
  const step = useOrderStep(order.id, () => {
    notify({ text: say("lab.rejectedNow", { name: order.order_no }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["reject_reason"], say);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!step.isPending) step.mutate({ status: "recollect_required", reject_reason: reason });
  };
  return (
    <Dialog
      title={say("lab.rejectOf", { name: order.order_no })}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.rejectDialog}
    >
      <form className="dialog-form" onSubmit={submit} noValidate>
        <ChoiceField
          label={say("appointment.reason")}
          value={reason}
          onChange={(value) => setReason(rejectReasons.find((known) => known === value) ?? "other")}
          options={rejectReasons.map((value) => ({ value, text: say(`reject.${value}`) }))}
          fault={faults.at("reject_reason")}
          testName={testNames.rejectReason}
        />
        <FaultNotice error={faults.rest} />
        <div className="form-actions">
          <Button look="danger" type="submit" testName={testNames.confirmReject}>
            {say("lab.reject")}
          </Button>
          <Button look="quiet" onPress={onClose}>
            {say("action.close")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
