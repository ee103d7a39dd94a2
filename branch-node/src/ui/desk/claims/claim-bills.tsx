import { Money, useMoney } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Claimable } from "./claimable.ts";
import { shareOf } from "./claim-draft.ts";
import type { ClaimForm } from "./use-claim-form.ts";

interface BillsProps {
  readonly form: ClaimForm;
  readonly claimable: Claimable;
}

/** On whom: those to whom the patient's bills leave something. */
export function PayerField({ form, claimable }: BillsProps) {
  const say = useSay();
  const { fields, lacks, refused, choosePayer } = form;
  const asked = new Set(claimable.bills.map((bill) => bill.payer_id));
  const offered = claimable.payers.filter(({ id }) => asked.has(id) || id === fields.payerId);
  return (
    <ChoiceField
      label={say("claims.payer")}
      value={fields.payerId}
      onChange={choosePayer}
      empty={say("rx.choose")}
      options={offered.map(({ id, name }) => ({ value: id, text: name }))}
      fault={lacks("payer") ? say("claims.needsPayer") : refused("payer_id")}
      testName={testNames.claimPayer}
    />
  );
}

/** Which of the patient's bills are claimed of the payer. */
export function ClaimBills({ form, claimable }: BillsProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  const bills = claimable.bills.filter((bill) => bill.payer_id === fields.payerId);
  const fault = fields.bills
    .map((_, nth) => refused(`invoice_ids.${nth}`))
    .find((text) => text !== undefined);
  const said = lacks("bills") ? say("claims.needsBill") : fault;
  if (fields.payerId === "") return null;
  return (
    <fieldset className="credit-lines">
      <legend>{say("claims.bills")}</legend>
      {bills.map((bill) => (
        <Checkbox
          key={bill.id}
          isOn={fields.bills.includes(bill.id)}
          onChange={(isOn) => {
            const others = fields.bills.filter((id) => id !== bill.id);
            write({ bills: isOn ? [...others, bill.id] : others });
          }}
          testName={testNames.claimBill}
        >
          <bdi className="lab-number">{bill.invoice_no}</bdi> ·{" "}
          {bill.issue_date === null ? null : `${writtenDay(bill.issue_date)} · `}
          <Money minor={shareOf(bill)} currency={bill.currency} />
        </Checkbox>
      ))}
      {said === undefined ? null : (
        <p className="field-fault" role="alert">
          {said}
        </p>
      )}
    </fieldset>
  );
}

/** How much is claimed: all that the bills leave to the payer, where nothing is typed. */
export function ClaimedField({ form, claimable }: BillsProps) {
  const say = useSay();
  const { fields, share, write, lacks, refused } = form;
  const money = useMoney(claimable.bills[0]?.currency ?? "INR");
  return (
    <LineField
      label={say("claims.claimed")}
      value={fields.claimed}
      onChange={(claimed) => write({ claimed })}
      inputMode="decimal"
      hint={say("claims.claimedHint", { amount: money(share) })}
      fault={lacks("claimed") ? say("claims.claimedWrong") : refused("claimed_minor")}
      testName={testNames.claimedSum}
    />
  );
}
