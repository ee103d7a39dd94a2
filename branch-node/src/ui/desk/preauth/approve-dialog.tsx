import { useState, type FormEvent } from "react";
import { ClaimDialog } from "#ui/desk/claims/claim-dialog.tsx";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useBillCurrency } from "#ui/desk/payers/payer-queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Preauth } from "./preauth-list.ts";
import { usePreauthStep } from "./preauth-queries.ts";

interface ApproveProps {
  readonly preauth: Preauth;
  readonly onClose: () => void;
}

/** How much is authorised, under which number, and until when. */
function useApproval({ preauth, onClose }: ApproveProps) {
  const say = useSay();
  const { requested_minor: asked } = preauth;
  const [approved, setApproved] = useState(() => typedAmount(asked));
  const [number, setNumber] = useState("");
  const [until, setUntil] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const step = usePreauthStep(preauth.id, () => {
    notify({ text: say("preauth.decidedNow"), tone: "good" });
    onClose();
  });
  const paths = ["approved_minor", "authorization_no", "valid_until"];
  const faults = faultsAtFields(step.error, paths, say);
  const sum = readAmount(approved) ?? 0;
  const isWrong = sum === 0 || sum > asked;
  const isUnnumbered = number.trim() === "";

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isWrong || isUnnumbered || step.isPending) return;
    step.mutate({
      status: sum === asked ? "approved" : "partially_approved",
      approved_minor: sum,
      authorization_no: number.trim(),
      ...(until === null ? {} : { valid_until: until }),
    });
  }

  const at = (path: string, isBad: boolean, text: string) =>
    isChecked && isBad ? text : faults.at(path);
  return {
    approved,
    setApproved,
    number,
    setNumber,
    until,
    setUntil,
    approvedFault: at("approved_minor", isWrong, say("preauth.approvedWrong")),
    numberFault: at("authorization_no", isUnnumbered, say("preauth.needsNumber")),
    untilFault: faults.at("valid_until"),
    error: faults.rest,
    submit,
  };
}

/** Notes what a payer has authorised: all, or less. */
export function ApproveDialog(props: ApproveProps) {
  const { preauth, onClose } = props;
  const say = useSay();
  const money = useMoney(useBillCurrency(preauth.patient_id));
  const today = useToday();
  const labels = useDateLabels();
  const of = useApproval(props);
  return (
    <ClaimDialog
      title={say("preauth.approve")}
      patientId={preauth.patient_id}
      action={say("claims.approve")}
      error={of.error}
      onSubmit={of.submit}
      onClose={onClose}
    >
      <LineField
        label={say("claims.approved_minor")}
        isRequired
        value={of.approved}
        onChange={of.setApproved}
        inputMode="decimal"
        hint={say("preauth.ofAsked", { amount: money(preauth.requested_minor) })}
        fault={of.approvedFault}
        takesFocus
        testName={testNames.claimApproved}
      />
      <LineField
        label={say("preauth.number")}
        isRequired
        value={of.number}
        onChange={of.setNumber}
        fault={of.numberFault}
        testName={testNames.preauthNumber}
      />
      <DateField
        label={say("preauth.until")}
        value={of.until}
        onChange={of.setUntil}
        least={today}
        labels={labels}
        fault={of.untilFault}
      />
    </ClaimDialog>
  );
}
