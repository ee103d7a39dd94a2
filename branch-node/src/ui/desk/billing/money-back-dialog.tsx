import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { Money } from "#ui/desk/money/money.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { usePay, type Payment } from "./bill-queries.ts";
import { MoneyFields } from "./pay-form.tsx";
import { ShiftNeeded } from "./shift-needed.tsx";
import { usePayForm, usePrintReceipt } from "./use-pay-form.ts";

interface MoneyBackProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

const shortestReason = 3;

interface ReasonProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  readonly fault: string | undefined;
}

function Reason({ value, onChange, fault }: ReasonProps) {
  const say = useSay();
  return (
    <LineField
      label={say("shift.reason")}
      isRequired
      value={value}
      onChange={onChange}
      fault={fault}
      testName={testNames.moneyReason}
    />
  );
}

interface FootProps {
  readonly text: string;
  readonly look: "primary" | "danger";
  readonly onClose: () => void;
}

function Foot({ text, look, onClose }: FootProps) {
  return (
    <FormActions
      action={text}
      look={look}
      testName={testNames.confirmMoneyBack}
      onLeave={onClose}
    />
  );
}

/** Pays back some or all of what was paid. @param left what is left of the payment */
export function RefundDialog({
  payment,
  left,
  onClose,
}: MoneyBackProps & { readonly left: number }) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const { currency, receipt_no: number } = payment;
  const of = usePayForm({
    currency,
    due: left,
    about: { kind: "refund", payment_of_id: payment.id },
    isIn: false,
    onPaid: onClose,
  });
  const isUnsaid = reason.trim().length < shortestReason;
  return (
    <Dialog
      title={say("bills.refundOf", { number })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={payment.patient_id} />
      <form
        className="dialog-form"
        onSubmit={(event) => of.submit(event, isUnsaid ? null : { reason: reason.trim() })}
        noValidate
      >
        <ShiftNeeded />
        <MoneyFields of={of} currency={currency} due={left} />
        <Reason
          value={reason}
          onChange={setReason}
          fault={of.isChecked && isUnsaid ? say("shift.reasonNeeded") : of.faults.at("reason")}
        />
        <Foot text={say("bills.refund")} look="primary" onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Takes back a payment that was noted by mistake, as a whole and in its shift. */
export function VoidDialog({ payment, onClose }: MoneyBackProps) {
  const say = useSay();
  const print = usePrintReceipt();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const voiding = usePay((made) => {
    print(made);
    onClose();
  });
  const isUnsaid = reason.trim().length < shortestReason;
  const faults = faultsAtFields(voiding.error, ["reason", "payment_of_id"], say);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isUnsaid || voiding.isPending) return;
    voiding.mutate({ kind: "void", payment_of_id: payment.id, reason: reason.trim() });
  }

  return (
    <Dialog
      title={say("bills.voidOf", { number: payment.receipt_no })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={payment.patient_id}>
        <Money minor={payment.amount_minor} currency={payment.currency} />
      </AboutPatient>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <ShiftNeeded />
        <p className="muted">{say("bills.voidLead")}</p>
        <Reason
          value={reason}
          onChange={setReason}
          fault={isChecked && isUnsaid ? say("shift.reasonNeeded") : faults.at("reason")}
        />
        {faults.at("payment_of_id") === undefined ? null : (
          <p className="field-fault" role="alert">
            {say("bills.voidRefused")}
          </p>
        )}
        <FaultNotice error={faults.rest} />
        <Foot text={say("bills.voidPayment")} look="danger" onClose={onClose} />
      </form>
    </Dialog>
  );
}
