import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { Money } from "#ui/desk/money/money.tsx";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useCredit, type Invoice } from "./bill-queries.ts";

interface CreditDialogProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

const shortestReason = 3;

interface LinesProps {
  readonly invoice: Invoice;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function Lines({ invoice, chosen, onChoose }: LinesProps) {
  const say = useSay();
  return (
    <fieldset className="credit-lines">
      <legend>{say("bills.creditLines")}</legend>
      {invoice.lines.map((line) => (
        <Checkbox
          key={line.id}
          isOn={chosen.includes(line.id)}
          onChange={(isOn) => {
            const others = chosen.filter((id) => id !== line.id);
            onChoose(isOn ? [...others, line.id] : others);
          }}
          testName={testNames.creditLine}
        >
          <bdi>{line.description}</bdi> ·{" "}
          <Money minor={line.total_minor} currency={invoice.currency} />
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Which lines are taken back and why, what is lacking, and how it is sent. */
function useCreditForm({ invoice, onClose }: CreditDialogProps) {
  const say = useSay();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const credit = useCredit(invoice.id, () => {
    notify({ text: say("bills.creditedNow"), tone: "good" });
    onClose();
  });
  const paths = ["reason", "lines", ...chosen.map((_, nth) => `lines.${nth}.line_id`)];
  const faults = faultsAtFields(credit.error, paths, say);
  const isTaken = paths.slice(2).some((path) => faults.at(path) !== undefined);
  const isUnsaid = reason.trim().length < shortestReason;

  const isClaimed = faults.at("lines") !== undefined;
  const asked = isClaimed ? say("billPayer.creditClaimed") : null;
  const noneChosen = isChecked && chosen.length === 0 ? say("bills.creditNone") : asked;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (chosen.length === 0 || isUnsaid || credit.isPending) return;
    credit.mutate({ reason: reason.trim(), lines: chosen.map((line_id) => ({ line_id })) });
  }

  return {
    chosen,
    choose: (lines: readonly string[]) => {
      setChosen(lines);
      credit.reset();
    },
    chosenFault: isTaken ? say("bills.creditTaken") : noneChosen,
    reason,
    setReason,
    reasonFault: isChecked && isUnsaid ? say("shift.reasonNeeded") : faults.at("reason"),
    rest: faults.rest,
    submit,
  };
}

/** Takes back lines of an issued bill: what is left of each that is chosen. */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const say = useSay();
  const of = useCreditForm({ invoice, onClose });
  return (
    <Dialog
      title={say("bills.creditOf", { number: invoice.invoice_no ?? "" })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={invoice.patient_id} />
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <Lines invoice={invoice} chosen={of.chosen} onChoose={of.choose} />
        {of.chosenFault === null ? null : (
          <p className="field-fault" role="alert">
            {of.chosenFault}
          </p>
        )}
        <LineField
          label={say("shift.reason")}
          isRequired
          value={of.reason}
          onChange={of.setReason}
          fault={of.reasonFault}
          testName={testNames.moneyReason}
        />
        <FaultNotice error={of.rest} />
        <FormActions
          action={say("bills.creditIssue")}
          testName={testNames.confirmCredit}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
