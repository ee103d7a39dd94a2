import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { BillActions } from "#ui/desk/billing/bill-actions.tsx";
import { BillClaim } from "#ui/desk/billing/bill-claim.tsx";
import { BillContent } from "#ui/desk/billing/bill-content.tsx";
import { CreditNotes } from "#ui/desk/billing/credit-notes.tsx";
import { BillState } from "#ui/desk/billing/bill-cells.tsx";
import { useInvoice, usePayments, type Invoice } from "#ui/desk/billing/bill-queries.ts";
import { PayForm } from "#ui/desk/billing/pay-form.tsx";
import { patientsPart } from "#ui/desk/billing/payment-draft.ts";
import { PaymentList } from "#ui/desk/billing/payment-list.tsx";
import { ShiftNeeded } from "#ui/desk/billing/shift-needed.tsx";
import { useClaimsOf } from "#ui/desk/claims/claim-queries.ts";
import { useOpenShift } from "#ui/desk/shift/shift-queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

const closed: ReadonlySet<Invoice["status"]> = new Set([
  "draft",
  "void",
  "written_off",
  "credited",
]);

/** What was paid of a bill, and where the rest is taken: in a shift alone. */
function Money({ invoice }: { readonly invoice: Invoice }) {
  const say = useSay();
  const mayTake = useMay("payments", "create");
  const shift = useOpenShift();
  const { data: payments } = usePayments({ invoice_id: invoice.id });
  const { data: claims, isLoading: isWaiting } = useClaimsOf(
    invoice.payer_id === null ? null : invoice.patient_id,
  );
  const due = patientsPart(invoice, payments ?? [], claims ?? []);
  const isOwed = mayTake && invoice.due_minor > 0 && !closed.has(invoice.status);
  return (
    <aside className="work-aside">
      {isOwed ? <ShiftNeeded /> : null}
      {isOwed && shift !== null && payments !== undefined && !isWaiting ? (
        <PayForm key={`${invoice.id}/${invoice.due_minor}/${due}`} invoice={invoice} due={due} />
      ) : null}
      <Card title={say("bills.payments")}>
        <PaymentList payments={payments ?? []} all={payments ?? []} currency={invoice.currency} />
      </Card>
      <CreditNotes invoice={invoice} />
    </aside>
  );
}

/** One bill, at its own address. */
export function BillPage() {
  const say = useSay();
  const go = useNavigate();
  const { invoice: id } = useParams({ from: "/billing/invoices/$invoice" });
  const { data: invoice, error } = useInvoice(id);
  const title = invoice?.invoice_no ?? say("bills.bill");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.billPage}>
      <PageHead title={title}>
        {invoice === undefined ? null : (
          <>
            <BillState status={invoice.status} />
            <BillClaim invoice={invoice} />
            <BillActions invoice={invoice} />
          </>
        )}
        <Button onPress={() => void go({ to: "/billing" })} testName={testNames.toBilling}>
          {say("bills.back")}
        </Button>
      </PageHead>
      <FaultNotice error={error} />
      {invoice !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {invoice === undefined ? null : (
        <>
          <Link
            to="/patients/$patient/$tab"
            params={{ patient: invoice.patient_id, tab: "bills" }}
            className="link bill-who"
          >
            <Who patientId={invoice.patient_id} />
          </Link>
          <div className="work-and-aside">
            <BillContent invoice={invoice} />
            <Money invoice={invoice} />
          </div>
        </>
      )}
    </section>
  );
}
