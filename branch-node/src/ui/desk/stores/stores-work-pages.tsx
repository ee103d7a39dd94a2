import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useItem } from "#ui/desk/stock/item-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { BatchPanel } from "./batch-panel.tsx";
import { useBegunOrder } from "./begun-order.ts";
import { OrderFormBody } from "./order-form.tsx";
import { OrderPanel, OrderState, ReceiptState } from "./order-panel.tsx";
import { isReceivable, type Order } from "./orders-list.ts";
import { useOrder, useReceipt } from "./orders-queries.ts";
import { ReceiptPanel } from "./receipt-panel.tsx";
import { ReceiveFormBody } from "./receive-form.tsx";
import { useBatch } from "./stores-queries.ts";

function Back({ isToOrders = false }: { readonly isToOrders?: boolean }) {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button
      onPress={() => void go({ to: "/stores", search: isToOrders ? { show: "orders" } : {} })}
      testName={testNames.toStores}
    >
      {say(isToOrders ? "orders.all" : "stores.back")}
    </Button>
  );
}

function Waiting({ isThere, error }: { readonly isThere: boolean; readonly error: unknown }) {
  const say = useSay();
  const isWaiting = !isThere && error === null;
  return (
    <>
      <FaultNotice error={error} />
      {isWaiting ? <Skeleton label={say("action.loading")} /> : null}
    </>
  );
}

/** One batch at its place, at its own address. */
export function StockBatchPage() {
  const say = useSay();
  const { batch: id } = useParams({ from: "/stores/stock/$batch" });
  const { data: batch, error } = useBatch(id);
  const title = useItem(batch?.item_id ?? "")?.name ?? say("stores.batch");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.stockBatch}>
      <PageHead title={title}>
        <Back />
      </PageHead>
      <Waiting isThere={batch !== undefined} error={error} />
      {batch === undefined ? null : <BatchPanel batch={batch} />}
    </section>
  );
}

/** One order, at its own address. */
export function OrderPage() {
  const say = useSay();
  const { purchase: id } = useParams({ from: "/stores/orders/$purchase" });
  const { data: order, error } = useOrder(id);
  const title = order?.po_no ?? say("orders.order");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.orderPage}>
      <PageHead title={title}>
        {order === undefined ? null : <OrderState status={order.status} />}
        <Back isToOrders />
      </PageHead>
      <Waiting isThere={order !== undefined} error={error} />
      {order === undefined ? null : <OrderPanel order={order} />}
    </section>
  );
}

/** What is low, or something else, is ordered of a supplier. */
export function NewOrderPage() {
  const say = useSay();
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const mayOrder = useMay("purchase_orders", "create");
  const resumed = useResumed(draftKinds.order, null);
  const { low = false } = useSearch({ from: "/stores/orders/new" });
  const begun = useBegunOrder(low);
  return (
    <section
      className="page ward"
      aria-label={say("orders.new")}
      data-testid={testNames.newOrderPage}
    >
      <PageHead title={say("orders.new")}>
        <Back isToOrders />
      </PageHead>
      {mayOrder && begun === null ? <Skeleton label={say("action.loading")} /> : null}
      {mayOrder ? null : <p className="muted">{say("fault.forbidden")}</p>}
      {mayOrder && begun !== null ? (
        <DraftOffer
          kind={draftKinds.order}
          entityId={null}
          resumed={resumed}
          onContinue={resume}
          isOneOfMany
        >
          <OrderFormBody
            key={resumed?.id ?? ""}
            begun={begun}
            resumed={resumed}
            onSaved={({ id }) => {
              formLeft();
              void go({ to: "/stores/orders/$purchase", params: { purchase: id } });
            }}
            onLeave={() => {
              formLeft();
              void go({ to: "/stores", search: { show: "orders" } });
            }}
          />
        </DraftOffer>
      ) : null}
    </section>
  );
}

function Receive({ order }: { readonly order: Order }) {
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const resumed = useResumed(draftKinds.receipt, order.id);
  return (
    <DraftOffer kind={draftKinds.receipt} entityId={order.id} resumed={resumed} onContinue={resume}>
      <ReceiveFormBody
        key={resumed?.id ?? ""}
        order={order}
        resumed={resumed}
        onSaved={({ id }) => {
          formLeft();
          void go({ to: "/stores/receipts/$receipt", params: { receipt: id } });
        }}
        onLeave={() => {
          formLeft();
          void go({ to: "/stores/orders/$purchase", params: { purchase: order.id } });
        }}
      />
    </DraftOffer>
  );
}

/** Takes in what has come for an order. */
export function ReceivePage() {
  const say = useSay();
  const { purchase: id } = useParams({ from: "/stores/orders/$purchase/receive" });
  const { data: order, error } = useOrder(id);
  const mayReceive = useMay("goods_receipts", "create");
  const title = order?.po_no ?? say("receive.title");
  const isOpen = order !== undefined && mayReceive && isReceivable(order);
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.receivePage}>
      <PageHead title={title}>
        {order === undefined ? null : <OrderState status={order.status} />}
        <Back isToOrders />
      </PageHead>
      <Waiting isThere={order !== undefined} error={error} />
      {isOpen ? <Receive order={order} /> : null}
      {order !== undefined && !isOpen ? <p className="muted">{say("receive.closed")}</p> : null}
    </section>
  );
}

/** One receipt, at its own address. */
export function ReceiptPage() {
  const say = useSay();
  const { receipt: id } = useParams({ from: "/stores/receipts/$receipt" });
  const { data: receipt, error } = useReceipt(id);
  const title = receipt?.grn_no ?? say("receive.receipt");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.receiptPage}>
      <PageHead title={title}>
        {receipt === undefined ? null : <ReceiptState status={receipt.status} />}
        <Back isToOrders />
      </PageHead>
      <Waiting isThere={receipt !== undefined} error={error} />
      {receipt === undefined ? null : <ReceiptPanel receipt={receipt} />}
    </section>
  );
}
