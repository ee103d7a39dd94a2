import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { Money, Sums } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { usePayers } from "#ui/desk/payers/payer-queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AdvanceDialog } from "./advance-dialog.tsx";
import { BillForm } from "./bill-form.tsx";
import { chargeKey, lineOfCharge } from "./bill-draft.ts";
import { BillTable } from "./bill-table.tsx";
import {
  useBilling,
  useInvoices,
  useOpenCharges,
  usePayments,
  type Billing,
  type Charge,
} from "./bill-queries.ts";
import { PaymentList } from "./payment-list.tsx";
import { ShiftNeeded } from "./shift-needed.tsx";

/** What a charge is called on the bill, in the words of the desk where the record has none of its own. */
function chargeText(charge: Charge, say: Say): string {
  if (charge.source_type === "consultation") return say("bills.consultation");
  if (charge.source_type !== "bed_day") return charge.description;
  return say("bills.bedDay", {
    day: charge.source_day === null ? "" : writtenDay(charge.source_day),
  });
}

interface NewBillProps {
  readonly patient: Patient;
  readonly currency: string;
  readonly onClose: () => void;
}

function NewBill({ patient, currency, onClose }: NewBillProps) {
  const say = useSay();
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const resumed = useResumed(draftKinds.bill, patient.id);
  const { data: charges, error } = useOpenCharges(patient.id);
  if (charges === undefined)
    return error === null ? (
      <Skeleton label={say("action.loading")} />
    ) : (
      <FaultNotice error={error} />
    );
  const leave = () => {
    formLeft();
    onClose();
  };
  return (
    <DraftOffer kind={draftKinds.bill} entityId={patient.id} resumed={resumed} onContinue={resume}>
      <BillForm
        key={resumed?.id ?? ""}
        patientId={patient.id}
        currency={currency}
        charged={charges.map((charge) => lineOfCharge(charge, chargeText(charge, say)))}
        resumed={resumed}
        onSaved={({ id }) => {
          formLeft();
          void go({ to: "/billing/invoices/$invoice", params: { invoice: id } });
        }}
        onLeave={leave}
      />
    </DraftOffer>
  );
}

/** What is not yet billed, in one line, so that nothing is forgotten. */
function OpenCharges({
  patientId,
  currency,
}: {
  readonly patientId: string;
  readonly currency: string;
}) {
  const say = useSay();
  const { data: charges = [] } = useOpenCharges(patientId);
  if (charges.length === 0) return <p className="muted">{say("bills.noCharges")}</p>;
  return (
    <>
      <h3>{say("bills.open")}</h3>
      <ul
        className="clearances open-charges"
        aria-label={say("bills.open")}
        data-testid={testNames.openCharges}
      >
        {charges.map((charge) => (
          <li key={chargeKey(charge)} className="clearance-line">
            <span>{chargeText(charge, say)}</span>
            <span>
              {charge.unit_price_minor === null ? (
                <span className="muted">{say("bills.noPrice")}</span>
              ) : (
                <Money minor={charge.unit_price_minor} currency={currency} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a patient was billed, has paid and owes. */
function Summary({ summary }: { readonly summary: Billing["summary"] }) {
  const say = useSay();
  return (
    <Sums
      currency={summary.currency}
      rows={[
        { id: "billed", text: say("bills.billed"), minor: summary.billed_minor },
        { id: "paid", text: say("bills.paid"), minor: summary.paid_minor },
        { id: "advance", text: say("bills.advance"), minor: summary.advance_minor },
        { id: "due", text: say("bills.due"), minor: summary.due_minor, isStrong: true },
      ]}
    />
  );
}

interface BeginProps {
  readonly patientId: string;
  readonly currency: string;
  readonly mayBill: boolean;
  readonly mayTake: boolean;
  readonly onMake: () => void;
}

/** What is open to be billed, and where a bill is begun or money taken ahead of one. */
function Begin({ patientId, currency, mayBill, mayTake, onMake }: BeginProps) {
  const say = useSay();
  const go = useNavigate();
  const mayAsk = useMay("preauth", "create");
  const hasPayers = usePayers().length > 0;
  const [isAhead, setAhead] = useState(false);
  return (
    <>
      {mayBill ? <OpenCharges patientId={patientId} currency={currency} /> : null}
      <div className="form-actions">
        {mayBill ? (
          <Button look="primary" icon="add" onPress={onMake} testName={testNames.newBill}>
            {say("bills.new")}
          </Button>
        ) : null}
        {mayTake ? (
          <Button onPress={() => setAhead(true)} testName={testNames.takeAdvance}>
            {say("bills.takeAdvance")}
          </Button>
        ) : null}
        {mayAsk && mayBill && hasPayers ? (
          <Button
            onPress={() => void go({ to: "/claims/preauth/new", search: { patient: patientId } })}
            testName={testNames.newPreauth}
          >
            {say("preauth.new")}
          </Button>
        ) : null}
      </div>
      {isAhead ? (
        <AdvanceDialog patientId={patientId} currency={currency} onClose={() => setAhead(false)} />
      ) : null}
    </>
  );
}

/** A patient's bills in the chart: what is open, what was billed, paid and is owed. */
export function PatientBills({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayBill = useMay("invoices", "create") && patient.merged_into_id === null;
  const mayTake = useMay("payments", "create") && patient.merged_into_id === null;
  const isResumed = useResumed(draftKinds.bill, patient.id) !== null;
  const [isMaking, setMaking] = useState(false);
  const { data: billing, error } = useBilling(patient.id);
  const { data: bills = [] } = useInvoices({ patient_id: patient.id });
  const { data: payments = [] } = usePayments({ patient_id: patient.id });
  if (billing === undefined)
    return error === null ? (
      <Skeleton label={say("action.loading")} lines={4} />
    ) : (
      <FaultNotice error={error} />
    );
  const { summary } = billing;
  const { currency } = summary;
  const isOpen = mayBill && (isMaking || isResumed);
  return (
    <section className="chart-part" aria-label={say("chart.bills")}>
      {isOpen ? null : <Summary summary={summary} />}
      {isOpen && mayTake ? <ShiftNeeded /> : null}
      {isOpen ? (
        <NewBill patient={patient} currency={currency} onClose={() => setMaking(false)} />
      ) : (
        <Begin
          patientId={patient.id}
          currency={currency}
          mayBill={mayBill}
          mayTake={mayTake}
          onMake={() => setMaking(true)}
        />
      )}
      <BillTable rows={bills} label={say("bills.title")} isOfOne />
      <h3>{say("bills.payments")}</h3>
      <PaymentList payments={payments} all={payments} currency={currency} />
    </section>
  );
}
