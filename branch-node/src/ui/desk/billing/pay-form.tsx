import { LineField } from "#ui/kit/text-field.tsx";
import { Money, useMoney } from "#ui/desk/money/money.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { leftOfPayment } from "./payment-draft.ts";
import { usePay, usePayments, type Invoice } from "./bill-queries.ts";
import { TenderFields } from "./tender-fields.tsx";
import { usePayForm, usePrintReceipt, type PayFormState } from "./use-pay-form.ts";

interface MoneyFieldsProps {
  readonly of: PayFormState;
  readonly currency: string;
  readonly due: number;
}

/** The means of a payment, the cash that is handed over and the change. */
export function MoneyFields({ of, currency, due }: MoneyFieldsProps) {
  const say = useSay();
  return (
    <>
      <TenderFields
        tenders={of.tenders}
        paidBy={of.paidBy}
        onChange={of.setTenders}
        left={Math.max(0, due - of.sum)}
        isChecked={of.isChecked}
        refused={of.faults.at}
      />
      {of.takesCash ? (
        <div className="cash-fields">
          <LineField
            label={say("bills.given")}
            value={of.given}
            onChange={of.setGiven}
            inputMode="decimal"
            fault={of.givenFault}
            testName={testNames.cashGiven}
          />
          <p className="cash-change" data-testid={testNames.changeDue}>
            {of.change === null ? null : (
              <>
                {say("bills.change")}:{" "}
                <strong>
                  <Money minor={of.change} currency={currency} />
                </strong>
              </>
            )}
          </p>
        </div>
      ) : null}
      {of.faults.at("tenders") === undefined ? null : (
        <p className="field-fault" role="alert">
          {of.faults.at("tenders")}
        </p>
      )}
      <FaultNotice error={of.faults.rest} />
    </>
  );
}

/** Pays with what was paid ahead, where something is left of it. */
function UseAdvance({ invoice, most }: { readonly invoice: Invoice; readonly most: number }) {
  const say = useSay();
  const money = useMoney(invoice.currency);
  const print = usePrintReceipt();
  const { data: payments = [] } = usePayments({ patient_id: invoice.patient_id });
  const use = usePay(print);
  const [ahead] = payments
    .filter(({ kind }) => kind === "advance")
    .map((payment) => ({ payment, left: leftOfPayment(payment, payments) }))
    .filter(({ left }) => left > 0);
  if (ahead === undefined || most === 0) return null;
  const amount = Math.min(ahead.left, most);
  return (
    <>
      <FaultNotice error={use.error} />
      <div className="form-actions">
        <Button
          onPress={() =>
            use.mutate({
              kind: "adjustment",
              invoice_id: invoice.id,
              payment_of_id: ahead.payment.id,
              tenders: [{ method: "advance", amount_minor: amount }],
            })
          }
          testName={testNames.applyAdvance}
        >
          {say("bills.useAdvance", { amount: money(amount) })}
        </Button>
      </div>
    </>
  );
}

interface PayFormProps {
  readonly invoice: Invoice;
  /** What is asked of whoever pays at the desk; a payer is asked for the rest by a claim. */
  readonly due: number;
}

/** Takes what is due of a bill, or a part of it. */
export function PayForm({ invoice, due }: PayFormProps) {
  const say = useSay();
  const { currency } = invoice;
  const money = useMoney(currency);
  const of = usePayForm({
    currency,
    due,
    about: { invoice_id: invoice.id },
    isIn: true,
    onPaid: () => null,
  });
  return (
    <Card title={say("bills.take")} testName={testNames.payForm}>
      {due === invoice.due_minor ? null : (
        <p className="muted">
          {say("billPayer.notHere", { amount: money(invoice.due_minor - due) })}
        </p>
      )}
      <UseAdvance invoice={invoice} most={due} />
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <MoneyFields of={of} currency={currency} due={due} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.confirmPayment}>
            {of.isPending
              ? say("register.saving")
              : say("bills.takeNow", { amount: money(of.sum) })}
          </Button>
        </div>
      </form>
    </Card>
  );
}
