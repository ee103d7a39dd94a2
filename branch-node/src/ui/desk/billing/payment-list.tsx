import { useState } from "react";
import { Money } from "#ui/desk/money/money.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useOpenShift } from "#ui/desk/shift/shift-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Payment } from "./bill-queries.ts";
import { RefundDialog, VoidDialog } from "./money-back-dialog.tsx";
import { leftOfPayment } from "./payment-draft.ts";
import { usePrintReceipt } from "./use-pay-form.ts";

const tones = {
  payment: "good",
  advance: "info",
  adjustment: "good",
  refund: "warning",
  void: "danger",
} as const;

interface EntryProps {
  readonly payment: Payment;
  readonly all: readonly Payment[];
}

/** What can be done with a payment, by those who may. */
function useActions({ payment, all }: EntryProps, open: (what: "refund" | "void") => void) {
  const say = useSay();
  const shift = useOpenShift();
  const mayApprove = useMay("payments", "approve");
  const left = leftOfPayment(payment, all);
  const isPaid = payment.kind === "payment" || payment.kind === "advance";
  const isWhole = left === payment.amount_minor;
  const isOfShift = shift?.id === payment.cashier_shift_id;
  const canVoid =
    payment.claim_id === null &&
    mayApprove &&
    isWhole &&
    isOfShift &&
    payment.kind !== "refund" &&
    payment.kind !== "void";
  const actions: readonly MenuAction[] = [
    ...(mayApprove && isPaid && left > 0
      ? [
          {
            id: "refund",
            text: say("bills.refund"),
            testName: testNames.refundPayment,
            onAction: () => open("refund"),
          },
        ]
      : []),
    ...(canVoid
      ? [
          {
            id: "void",
            text: say("bills.voidPayment"),
            testName: testNames.voidPayment,
            onAction: () => open("void"),
          },
        ]
      : []),
  ];
  return { actions, left };
}

function Rare({ actions }: { readonly actions: readonly MenuAction[] }) {
  const say = useSay();
  if (actions.length === 0) return null;
  return (
    <Menu label={say("bills.paymentActions")} groups={[{ actions }]}>
      <Button
        isSmall
        look="quiet"
        icon="more"
        label={say("bills.paymentActions")}
        testName={testNames.paymentMenu}
      />
    </Menu>
  );
}

function Entry(props: EntryProps & { readonly currency: string }) {
  const { payment, currency } = props;
  const say = useSay();
  const clock = useBranchClock();
  const print = usePrintReceipt();
  const mayPrint = useMay("print_jobs", "create");
  const [opened, setOpened] = useState<"refund" | "void" | null>(null);
  const { actions, left } = useActions(props, setOpened);
  const { receipt_no: number, kind, tenders, reason, created_at: at } = payment;
  return (
    <li className="payment-line" data-testid={testNames.paymentRow}>
      <span className="payment-what">
        <bdi className="lab-number">{number}</bdi>{" "}
        <Badge tone={tones[kind]}>{say(`paymentKind.${kind}`)}</Badge>
        <span className="muted">
          {clock.day(at)} {clock.time(at)} ·{" "}
          {[...new Set(tenders.map(({ method }) => say(`tender.${method}`)))].join(", ")}
        </span>
        {reason === null ? null : <bdi className="muted">{reason}</bdi>}
      </span>
      <Money minor={payment.amount_minor} currency={currency} />
      <span className="entry-actions">
        {mayPrint ? (
          <Button
            isSmall
            look="quiet"
            icon="print"
            about={number}
            onPress={() => print(payment)}
            testName={testNames.printReceipt}
          >
            {say("bills.receipt")}
          </Button>
        ) : null}
        <Rare actions={actions} />
      </span>
      {opened === "refund" ? (
        <RefundDialog payment={payment} left={left} onClose={() => setOpened(null)} />
      ) : null}
      {opened === "void" ? <VoidDialog payment={payment} onClose={() => setOpened(null)} /> : null}
    </li>
  );
}

interface PaymentListProps {
  readonly payments: readonly Payment[];
  /** Those among which what goes back to them stands. */
  readonly all: readonly Payment[];
  readonly currency: string;
}

/** What was paid and paid back, the newest first, with what can be done about each. */
export function PaymentList({ payments, all, currency }: PaymentListProps) {
  const say = useSay();
  if (payments.length === 0) return <p className="muted">{say("bills.noPayments")}</p>;
  return (
    <ul className="clearances payments" aria-label={say("bills.payments")}>
      {payments.map((payment) => (
        <Entry key={payment.id} payment={payment} all={all} currency={currency} />
      ))}
    </ul>
  );
}
