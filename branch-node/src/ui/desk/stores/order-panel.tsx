import { useState } from "react";
import { Link, useNavigate } from "@tanstack/react-router";
import { orderStatuses } from "@edgeward/shared/clinical/purchase-orders/purchase-order-parts.contract.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { Money, Sums } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  isExplained,
  isReceivable,
  orderLooks,
  receiptLooks,
  stepsFor,
  type Order,
  type OrderStep,
  type Receipt,
} from "./orders-list.ts";
import { useOrderStep, useReceiptsOf, useSupplierName } from "./orders-queries.ts";
import { StepDialog } from "./step-dialog.tsx";

interface OrderProps {
  readonly order: Order;
}

/** How far an order has come. */
export function OrderState({ status }: Pick<Order, "status">) {
  const say = useSay();
  const { text, tone } = orderLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

/** How a receipt stands. */
export function ReceiptState({ status }: Pick<Receipt, "status">) {
  const say = useSay();
  const { text, tone } = receiptLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

function ToReceive({ order }: OrderProps) {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button
      look="primary"
      icon="arrive"
      onPress={() =>
        void go({ to: "/stores/orders/$purchase/receive", params: { purchase: order.id } })
      }
      testName={testNames.receiveOrder}
    >
      {say("receive.title")}
    </Button>
  );
}

/** Which steps somebody can take with an order, and how one is taken: at once, or with its reason. */
function useSteps(order: Order) {
  const { staff } = useSignedIn();
  const mayChange = useMay("purchase_orders", "update");
  const mayApprove = useMay("purchase_orders", "approve");
  const [asked, setAsked] = useState<OrderStep | null>(null);
  const step = useOrderStep(order.id, () => setAsked(null));
  const steps = stepsFor(order, { mayChange, mayApprove, staffId: staff.id });
  return {
    steps,
    asked,
    setAsked,
    step,
    isOthers: order.status === "submitted" && mayApprove && !steps.includes("approved"),
    take: (to: OrderStep) => {
      if (isExplained(to, order)) setAsked(to);
      else if (!step.isPending) step.mutate({ status: to });
    },
  };
}

/** What is done next with an order. */
function Steps({ order }: OrderProps) {
  const say = useSay();
  const mayReceive = useMay("goods_receipts", "create");
  const { steps, asked, setAsked, step, isOthers, take } = useSteps(order);
  const isOpen = mayReceive && isReceivable(order);
  return (
    <>
      {asked === null ? <FaultNotice error={step.error} /> : null}
      {isOthers ? <p className="muted">{say("orders.byOther")}</p> : null}
      <div className="form-actions">
        {isOpen ? <ToReceive order={order} /> : null}
        {steps.map((to, nth) => (
          <Button
            key={to}
            look={nth === 0 && !isOpen ? "primary" : "plain"}
            onPress={() => take(to)}
            testName={`${testNames.orderStep}-${to}`}
          >
            {say(`orders.to_${to}`)}
          </Button>
        ))}
      </div>
      {asked === null ? null : (
        <StepDialog
          title={say(`orders.to_${asked}`)}
          error={step.error}
          isPending={step.isPending}
          onConfirm={(reason) => step.mutate({ status: asked, status_reason: reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Lines({ order }: OrderProps) {
  const say = useSay();
  return (
    <div className="bill-scroll">
      <table className="bill-table">
        <thead>
          <tr>
            <th scope="col">{say("stores.item")}</th>
            <th scope="col">{say("orders.ordered")}</th>
            <th scope="col">{say("orders.came")}</th>
            <th scope="col">{say("orders.cost")}</th>
            <th scope="col">{say("bills.total")}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.line_no} data-testid={testNames.orderedLine}>
              <th scope="row">
                <ItemName id={line.item_id} />
              </th>
              <td>{line.quantity}</td>
              <td>{line.received_qty}</td>
              <td>
                <Money minor={line.unit_cost_minor} currency={order.currency} />
              </td>
              <td>
                <Money minor={line.total_minor} currency={order.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Receipts({ order }: OrderProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { data: receipts = [], error } = useReceiptsOf(order.id);
  if (receipts.length === 0) return <FaultNotice error={error} />;
  return (
    <Card title={say("orders.receipts")}>
      <ul className="clearances">
        {receipts.map((each) => (
          <li key={each.id} className="clearance-line">
            <Link className="link" to="/stores/receipts/$receipt" params={{ receipt: each.id }}>
              {each.grn_no}
            </Link>
            <span className="muted">{clock.date(each.created_at)}</span>
            <ReceiptState status={each.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function History({ order }: OrderProps) {
  const say = useSay();
  const clock = useBranchClock();
  const nameOf = useStaffName();
  return (
    <Card title={say("orders.history")}>
      <ul className="clearances">
        {order.status_history.map(({ status, at, by, reason }) => (
          <li key={`${status} ${at}`}>
            {say(orderLooks[orderStatuses.find((known) => known === status) ?? "draft"].text)}{" "}
            <span className="muted">
              {clock.date(at)} {clock.time(at)} · <bdi>{nameOf(by)}</bdi>
              {reason === null ? "" : " · "}
              <bdi>{reason ?? ""}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One order: its lines with what has come, its sums, what is done next, and how it came to be. */
export function OrderPanel({ order }: OrderProps) {
  const say = useSay();
  const supplierOf = useSupplierName();
  const placeOf = usePlaceName();
  const { currency } = order;
  return (
    <div className="today-columns">
      <div className="ward">
        <Card title={supplierOf(order.supplier_id) || say("orders.supplier")}>
          <p className="muted">
            {say("stores.place")}: <bdi>{placeOf(order.location_id)}</bdi>
            {order.expected_by === null
              ? ""
              : ` · ${say("orders.expected", { day: writtenDay(order.expected_by) })}`}
          </p>
          <Lines order={order} />
          <Sums
            currency={currency}
            rows={[
              { id: "net", text: say("bills.subtotal"), minor: order.taxable_total_minor },
              { id: "tax", text: say("bills.gst"), minor: order.tax_total_minor },
              { id: "total", text: say("bills.total"), minor: order.total_minor, isStrong: true },
            ]}
          />
          <Steps order={order} />
        </Card>
      </div>
      <aside className="today-aside">
        <Receipts order={order} />
        <History order={order} />
      </aside>
    </div>
  );
}
