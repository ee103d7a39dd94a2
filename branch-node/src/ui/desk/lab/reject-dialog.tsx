import { useState, type FormEvent } from "react";
import { rejectReasons } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useOrderStep } from "./lab-queries.ts";

interface RejectDialogProps {
  readonly order: LabOrder;
  readonly onClose: () => void;
}

type Reason = (typeof rejectReasons)[number];
type Specimen = LabOrder["specimens"][number];

/** What is sent: the specimens by their ids where others stay of use, else that all of them are of none. */
function bodyOf(usable: readonly Specimen[], chosen: readonly string[], reason: Reason) {
  const status = "recollect_required" as const;
  if (chosen.length === usable.length) return { status, reject_reason: reason };
  const specimens = usable
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, type }) => ({ id, type, rejected: true, reject_reason: reason }));
  return { status, specimens };
}

interface WhichProps {
  readonly usable: readonly Specimen[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly isMissing: boolean;
}

/** Which specimens are of no use; there is nothing to choose of one. */
function Which({ usable, chosen, onChange, isMissing }: WhichProps) {
  const say = useSay();
  if (usable.length < 2) return null;
  return (
    <fieldset className="rx-fieldset">
      <legend>{say("lab.whichRejected")}</legend>
      {usable.map(({ id, barcode, type }) => (
        <Checkbox
          key={id}
          isOn={chosen.includes(id)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
          testName={testNames.rejectedSpecimen}
        >
          <bdi className="lab-number">{barcode}</bdi> {say(`specimen.${type}`)}
        </Checkbox>
      ))}
      {isMissing && chosen.length === 0 ? (
        <p className="field-fault" role="alert">
          {say("lab.needsSpecimen")}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Rejects specimens of an order, each or some of them, for which new ones are then required. */
export function RejectDialog({ order, onClose }: RejectDialogProps) {
  const say = useSay();
  const usable = order.specimens.filter(({ rejected }) => !rejected);
  const [reason, setReason] = useState<Reason>("insufficient");
  const [chosen, setChosen] = useState<readonly string[]>(() => usable.map(({ id }) => id));
  const [isMissing, setMissing] = useState(false);
  const step = useOrderStep(order.id, () => {
    notify({ text: say("lab.rejectedNow", { name: order.order_no }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["reject_reason"], say);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(chosen.length === 0);
    if (chosen.length > 0 && !step.isPending) step.mutate(bodyOf(usable, chosen, reason));
  };
  return (
    <Dialog
      title={say("lab.rejectOf", { name: order.order_no })}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.rejectDialog}
    >
      <AboutPatient patientId={order.patient_id} />
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Which {...{ usable, chosen, isMissing }} onChange={setChosen} />
        <ChoiceField
          label={say("appointment.reason")}
          value={reason}
          onChange={(value) => setReason(rejectReasons.find((known) => known === value) ?? "other")}
          options={rejectReasons.map((value) => ({ value, text: say(`reject.${value}`) }))}
          fault={faults.at("reject_reason")}
          testName={testNames.rejectReason}
        />
        <FaultNotice error={faults.rest} />
        <FormActions
          action={say("lab.reject")}
          look="danger"
          testName={testNames.confirmReject}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
