import { useState, type FormEvent } from "react";
import { deductionReasons } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { ClaimDialog } from "./claim-dialog.tsx";
import type { PayersClaim } from "./claim-list.ts";
import { useClaimStep } from "./claim-queries.ts";

interface DecideProps {
  readonly claim: PayersClaim;
  readonly currency: string;
  readonly onClose: () => void;
}

/** How much of a claim is approved, and why not all. */
function useDecision({ claim, onClose }: DecideProps) {
  const say = useSay();
  const { claimed_minor: claimed } = claim;
  const [approved, setApproved] = useState(() => typedAmount(claimed));
  const [reason, setReason] = useState<string>("not_payable");
  const [note, setNote] = useState("");
  const [isChecked, setChecked] = useState(false);
  const step = useClaimStep(claim.id, ({ claim_no: number }) => {
    notify({ text: say("claims.decidedNow", { number }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["approved_minor", "deductions"], say);
  const sum = readAmount(approved);
  const rest = sum === null ? null : claimed - sum;
  const isWrong = rest === null || rest < 0 || rest === claimed;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    const reason_code = deductionReasons.find((one) => one === reason);
    if (isWrong || sum === null || reason_code === undefined || step.isPending) return;
    if (rest === 0) {
      step.mutate({ status: "approved", approved_minor: sum });
      return;
    }
    const said = note.trim() === "" ? {} : { note: note.trim() };
    const deductions = [{ reason_code, amount_minor: rest, ...said }];
    step.mutate({ status: "partially_approved", approved_minor: sum, deductions });
  }

  const fault = isChecked && isWrong ? say("claims.approvedWrong") : faults.at("approved_minor");
  const fields = { approved, setApproved, reason, setReason, note, setNote };
  return { ...fields, rest: isWrong ? 0 : rest, fault, error: faults.rest, submit };
}

/** Notes what a payer has approved: all, or a part with the reason for what it took off. */
export function DecideDialog(props: DecideProps) {
  const { claim, currency, onClose } = props;
  const say = useSay();
  const money = useMoney(currency);
  const of = useDecision(props);
  return (
    <ClaimDialog
      title={say("claims.decideOf", { number: claim.claim_no })}
      patientId={claim.patient_id}
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
        hint={say("claims.ofClaimed", { amount: money(claim.claimed_minor) })}
        fault={of.fault}
        takesFocus
        testName={testNames.claimApproved}
      />
      {of.rest === 0 ? null : (
        <>
          <ChoiceField
            label={say("claims.whyLess", { amount: money(of.rest ?? 0) })}
            value={of.reason}
            onChange={of.setReason}
            options={deductionReasons.map((value) => ({
              value,
              text: say(`claimDeduction.${value}`),
            }))}
            testName={testNames.claimDeduction}
          />
          <LineField label={say("claims.note")} value={of.note} onChange={of.setNote} />
        </>
      )}
    </ClaimDialog>
  );
}
