import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useInvoiceStep, type Invoice } from "./bill-queries.ts";
import { CreditDialog } from "./credit-dialog.tsx";

interface BillProps {
  readonly invoice: Invoice;
}

interface StepDialogProps extends BillProps {
  readonly to: "void" | "written_off";
  readonly onClose: () => void;
}

const shortestReason = 3;

/** Voids a bill or writes off what is due of it, and says why. */
function StepDialog({ invoice, to, onClose }: StepDialogProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isUnsaid = reason.trim().length < shortestReason;
  const step = useInvoiceStep(invoice.id, onClose);
  const faults = faultsAtFields(step.error, ["status_reason"], say);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isUnsaid || step.isPending) return;
    step.mutate({ status: to, status_reason: reason.trim() });
  }

  return (
    <Dialog
      title={`${say(`bills.to_${to}`)}: ${invoice.invoice_no ?? ""}`}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={invoice.patient_id} />
      <form className="dialog-form" onSubmit={submit} noValidate>
        <LineField
          label={say("shift.reason")}
          isRequired
          value={reason}
          onChange={setReason}
          fault={isChecked && isUnsaid ? say("shift.reasonNeeded") : faults.at("status_reason")}
          takesFocus
          testName={testNames.moneyReason}
        />
        <FaultNotice error={faults.rest} />
        <FormActions
          action={say(`bills.to_${to}`)}
          look="danger"
          testName={testNames.confirmStep}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}

const creditable: ReadonlySet<string> = new Set([
  "issued",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
]);

type Opened = "void" | "written_off" | "credit" | null;

/** What is done more rarely with a bill, by those who may, as its state allows. */
function useRareActions({ invoice }: BillProps, open: (what: Opened) => void) {
  const say = useSay();
  const mayApprove = useMay("invoices", "approve");
  const mayCredit = useMay("credit_notes", "create");
  const mayWriteOff = useSignedIn().staff.roles.includes("tenant_admin");
  const { status, credited_minor: credited } = invoice;
  const action = (id: NonNullable<Opened>, isOffered: boolean): readonly MenuAction[] =>
    isOffered
      ? [
          {
            id,
            text: say(id === "credit" ? "bills.credit" : `bills.to_${id}`),
            testName: `${testNames.billAction}-${id}`,
            onAction: () => open(id),
          },
        ]
      : [];
  const canVoid = status === "draft" || (status === "issued" && mayApprove && credited === 0);
  return [
    ...action("credit", mayCredit && creditable.has(status)),
    ...action("void", canVoid),
    ...action("written_off", mayWriteOff && (status === "issued" || status === "partially_paid")),
  ];
}

const unprinted: ReadonlySet<string> = new Set(["draft", "void"]);

function usePrintBill(): (invoice: Invoice) => void {
  const say = useSay();
  const print = usePrintPaper();
  return ({ id, invoice_no: number }) =>
    print(
      { document_type: "bill", source_id: id, reprint_reason: "asked_at_desk" },
      `${say("bills.bill")} ${number ?? ""}`,
    );
}

/** What is done with a bill: issued, printed, taken back. */
export function BillActions({ invoice }: BillProps) {
  const say = useSay();
  const print = usePrintBill();
  const mayPrint = useMay("print_jobs", "create");
  const mayIssue = useMay("invoices", "update");
  const [opened, setOpened] = useState<Opened>(null);
  const rare = useRareActions({ invoice }, setOpened);
  const issue = useInvoiceStep(invoice.id, ({ invoice_no: number }) =>
    notify({ text: say("bills.issuedNow", { number: number ?? "" }), tone: "good" }),
  );
  return (
    <>
      <FaultNotice error={issue.error} />
      {invoice.status === "draft" && mayIssue ? (
        <Button
          look="primary"
          onPress={() => issue.mutate({ status: "issued" })}
          testName={testNames.issueDraft}
        >
          {say("bills.issue")}
        </Button>
      ) : null}
      {mayPrint && !unprinted.has(invoice.status) ? (
        <Button icon="print" onPress={() => print(invoice)} testName={testNames.printBill}>
          {say("bills.print")}
        </Button>
      ) : null}
      {rare.length === 0 ? null : (
        <Menu label={say("bills.more")} groups={[{ actions: rare }]}>
          <Button
            look="quiet"
            icon="more"
            label={say("bills.more")}
            testName={testNames.billMenu}
          />
        </Menu>
      )}
      {opened === "credit" ? (
        <CreditDialog invoice={invoice} onClose={() => setOpened(null)} />
      ) : null}
      {opened === "void" || opened === "written_off" ? (
        <StepDialog invoice={invoice} to={opened} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}
