import { useMoney } from "#ui/desk/money/money.tsx";
import { usePayers } from "#ui/desk/payers/payer-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { isShareWrong, splitOf } from "./bill-draft.ts";
import type { BillForm } from "./use-bill-form.ts";

interface BillPayerProps {
  readonly of: BillForm;
  readonly currency: string;
}

/** How much of it the payer pays: all, where nothing is typed. */
function Share({ of, currency }: BillPayerProps) {
  const say = useSay();
  const money = useMoney(currency);
  const { fields, write, faults, isChecked } = of;
  const split = splitOf(fields);
  const isWrong = isChecked && isShareWrong(fields);
  return (
    <>
      <LineField
        label={say("billPayer.share")}
        value={fields.share}
        onChange={(share) => write({ share })}
        inputMode="decimal"
        hint={say("billPayer.shareAll")}
        fault={isWrong ? say("billPayer.shareWrong") : faults.at("payer_split.payer_minor")}
        testName={testNames.payerShare}
      />
      {split === null ? null : (
        <p className="cash-change" data-testid={testNames.payerSplit}>
          {say("billPayer.split", { amount: money(split.payer), left: money(split.patient) })}
        </p>
      )}
    </>
  );
}

/** Who pays a bill; not asked where nobody pays for patients. */
export function BillPayer(props: BillPayerProps) {
  const { of } = props;
  const say = useSay();
  const payers = usePayers().filter(({ status }) => status === "active");
  const { payerId } = of.fields;
  if (payers.length === 0 && payerId === "") return null;
  return (
    <div className="cash-fields">
      <ChoiceField
        label={say("billPayer.who")}
        value={payerId}
        onChange={(chosen) => of.write({ payerId: chosen, share: "" })}
        empty={say("billPayer.patient")}
        options={payers.map(({ id, name }) => ({ value: id, text: name }))}
        fault={of.faults.at("payer_id")}
        testName={testNames.billPayer}
      />
      {payerId === "" ? null : <Share {...props} />}
    </div>
  );
}
