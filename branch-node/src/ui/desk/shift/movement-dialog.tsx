import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useShiftStep } from "./shift-queries.ts";
import type { CashierShift } from "./shift-list.ts";

interface MovementDialogProps {
  readonly shift: CashierShift;
  readonly kind: "pay_in" | "pay_out";
  readonly onClose: () => void;
}

const shortestReason = 3;

function useMovement({ shift, kind, onClose }: MovementDialogProps) {
  const say = useSay();
  const money = useMoney(shift.currency);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const amount = readAmount(typed) ?? 0;
  const isUnsaid = reason.trim().length < shortestReason;
  const step = useShiftStep(shift.id, () => {
    notify({ text: say("shift.movedNow", { amount: money(amount) }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["movement.amount_minor", "movement.reason"], say);
  return {
    typed,
    setTyped,
    reason,
    setReason,
    amountFault:
      isChecked && amount === 0 ? say("shift.amountNeeded") : faults.at("movement.amount_minor"),
    reasonFault: isChecked && isUnsaid ? say("shift.reasonNeeded") : faults.at("movement.reason"),
    rest: faults.rest,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (amount === 0 || isUnsaid || step.isPending) return;
      step.mutate({ movement: { kind, amount_minor: amount, reason: reason.trim() } });
    },
  };
}

/** Notes what is put into the drawer, or taken out of it, and why. */
export function MovementDialog(props: MovementDialogProps) {
  const { kind, onClose } = props;
  const say = useSay();
  const of = useMovement(props);
  return (
    <Dialog title={say(`shift.${kind}`)} closeLabel={say("action.close")} onClose={onClose}>
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <LineField
          label={say("shift.amount")}
          isRequired
          value={of.typed}
          onChange={of.setTyped}
          inputMode="decimal"
          fault={of.amountFault}
          takesFocus
          testName={testNames.movementAmount}
        />
        <LineField
          label={say("shift.reason")}
          isRequired
          value={of.reason}
          onChange={of.setReason}
          fault={of.reasonFault}
          testName={testNames.movementReason}
        />
        <FaultNotice error={of.rest} />
        <FormActions
          action={say(`shift.${kind}`)}
          testName={testNames.confirmMovement}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
