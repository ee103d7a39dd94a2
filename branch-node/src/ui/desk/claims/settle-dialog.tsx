import { useState, type FormEvent } from "react";
import { ShiftNeeded } from "#ui/desk/billing/shift-needed.tsx";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { ClaimDialog } from "./claim-dialog.tsx";
import type { PayersClaim } from "./claim-list.ts";
import { useClaimStep } from "./claim-queries.ts";

interface SettleProps {
  readonly claim: PayersClaim;
  readonly currency: string;
  readonly onClose: () => void;
}

const paths = [
  "settlement.amount_minor",
  "settlement.utr",
  "settlement.date",
  "tds_minor",
  "cashier_shift_id",
];

/** What a payer has paid, held back, when, and under what. */
function useSettlement({ claim, onClose }: SettleProps) {
  const say = useSay();
  const today = useToday();
  const approved = claim.approved_minor ?? 0;
  const [paid, setPaid] = useState(() => typedAmount(approved));
  const [tax, setTax] = useState("");
  const [utr, setUtr] = useState("");
  const [date, setDate] = useState(today);
  const [isChecked, setChecked] = useState(false);
  const step = useClaimStep(claim.id, ({ claim_no: number }) => {
    notify({ text: say("claims.settledNow", { number }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, paths, say);
  const sum = readAmount(paid) ?? 0;
  const held = tax.trim() === "" ? 0 : readAmount(tax);
  const isWrong = sum === 0 || sum + (held ?? 0) > approved;
  const isUnfound = !/^[A-Z0-9]{12,22}$/u.test(utr.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isWrong || held === null || isUnfound || step.isPending) return;
    const settlement = { utr: utr.trim(), date, amount_minor: sum };
    step.mutate({ status: "settled", settlement, tds_minor: held });
  }

  const at = (path: string, isBad: boolean, text: string) =>
    isChecked && isBad ? text : faults.at(path);
  return {
    today,
    paid,
    setPaid,
    tax,
    setTax,
    utr,
    setUtr: (text: string) => setUtr(text.toUpperCase()),
    date,
    setDate: (day: string | null) => {
      if (day !== null) setDate(day);
    },
    paidFault: at("settlement.amount_minor", isWrong, say("claims.paidWrong")),
    taxFault: at("tds_minor", held === null, say("shift.amountNeeded")),
    utrFault: at("settlement.utr", isUnfound, say("claims.utrNeeded")),
    dateFault: faults.at("settlement.date"),
    error: faults.rest,
    submit,
  };
}

/** By what the money is found at the bank. */
function Found({ of }: { readonly of: ReturnType<typeof useSettlement> }) {
  const say = useSay();
  const labels = useDateLabels();
  return (
    <>
      <LineField
        label={say("claims.utr")}
        isRequired
        value={of.utr}
        onChange={of.setUtr}
        fault={of.utrFault}
        testName={testNames.claimUtr}
      />
      <DateField
        label={say("claims.paidOn")}
        isRequired
        value={of.date}
        onChange={of.setDate}
        most={of.today}
        fault={of.dateFault}
        labels={labels}
      />
    </>
  );
}

/** Notes what a payer has paid of a claim: its bills are paid with it. */
export function SettleDialog(props: SettleProps) {
  const { claim, currency, onClose } = props;
  const say = useSay();
  const money = useMoney(currency);
  const of = useSettlement(props);
  return (
    <ClaimDialog
      title={say("claims.settleOf", { number: claim.claim_no })}
      patientId={claim.patient_id}
      action={say("claims.settle")}
      error={of.error}
      onSubmit={of.submit}
      onClose={onClose}
    >
      <ShiftNeeded />
      <LineField
        label={say("claims.settled_minor")}
        isRequired
        value={of.paid}
        onChange={of.setPaid}
        inputMode="decimal"
        hint={say("claims.ofApproved", { amount: money(claim.approved_minor ?? 0) })}
        fault={of.paidFault}
        takesFocus
        testName={testNames.claimPaid}
      />
      <LineField
        label={say("claims.tds_minor")}
        value={of.tax}
        onChange={of.setTax}
        inputMode="decimal"
        fault={of.taxFault}
        testName={testNames.claimTax}
      />
      <Found of={of} />
    </ClaimDialog>
  );
}
