import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { Money, Sums } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Receipt } from "./orders-list.ts";
import { useReceiptStep, useSupplierName } from "./orders-queries.ts";
import { StepDialog } from "./step-dialog.tsx";

type ReceiptStep = ReturnType<typeof useReceiptStep>;

interface ReceiptProps {
  readonly receipt: Receipt;
}

/** The ways on that need no reason: a draft is inspected or posted at once, what was inspected is posted. */
function Onward({ receipt, step }: ReceiptProps & { readonly step: ReceiptStep }) {
  const say = useSay();
  const go = (status: "inspected" | "posted") => {
    if (!step.isPending) step.mutate({ status });
  };
  const { status } = receipt;
  return (
    <>
      {status === "draft" || status === "inspected" ? (
        <Button
          look="primary"
          icon="good"
          takesFocus
          onPress={() => go("posted")}
          testName={testNames.postReceipt}
        >
          {say("receive.post")}
        </Button>
      ) : null}
      {status === "draft" ? (
        <Button onPress={() => go("inspected")} testName={testNames.inspectReceipt}>
          {say("receive.inspect")}
        </Button>
      ) : null}
    </>
  );
}

/** Says that what has come was inspected, posts it into stock, or takes it out again as a whole. */
function Steps({ receipt }: ReceiptProps) {
  const say = useSay();
  const mayChange = useMay("goods_receipts", "update");
  const [asked, setAsked] = useState<"draft" | "cancelled" | "reversed" | null>(null);
  const step = useReceiptStep(receipt.id, ({ status }) => {
    setAsked(null);
    if (status === "posted") notify({ text: say("receive.postedNow"), tone: "good" });
    if (status === "inspected") notify({ text: say("receive.inspectedNow"), tone: "good" });
  });
  const { status } = receipt;
  if (!mayChange || status === "reversed" || status === "cancelled") return null;
  const back = status === "posted" ? "reversed" : "cancelled";
  return (
    <>
      {asked === null ? <FaultNotice error={step.error} /> : null}
      <div className="form-actions">
        <Onward receipt={receipt} step={step} />
        {status === "inspected" ? (
          <Button onPress={() => setAsked("draft")} testName={testNames.reopenReceipt}>
            {say("receive.to_draft")}
          </Button>
        ) : null}
        <Button look="quiet" onPress={() => setAsked(back)} testName={testNames.takeReceiptBack}>
          {say(`receive.to_${back}`)}
        </Button>
      </div>
      {asked === null ? null : (
        <StepDialog
          title={say(`receive.to_${asked}`)}
          error={step.error}
          isPending={step.isPending}
          onConfirm={(reason) => step.mutate({ status: asked, status_reason: reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const columns = [
  "stores.item",
  "dispense.batch",
  "dispense.expiry",
  "receive.came",
  "receive.free",
  "receive.rejected",
  "bills.total",
] as const;

function Lines({ receipt }: ReceiptProps) {
  const say = useSay();
  return (
    <div className="bill-scroll">
      <table className="bill-table">
        <thead>
          <tr>
            {columns.map((id) => (
              <th key={id} scope="col">
                {say(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.id} data-testid={testNames.receiptLine}>
              <th scope="row">
                <ItemName id={line.item_id} />
                {line.reject_reason === null ? null : (
                  <span className="muted">
                    {" "}
                    · <bdi>{line.reject_reason}</bdi>
                  </span>
                )}
              </th>
              <td>
                <bdi>{line.batch_no}</bdi>
              </td>
              <td>{line.expiry_date === null ? "–" : writtenDay(line.expiry_date)}</td>
              <td>{line.quantity}</td>
              <td>{line.free_qty}</td>
              <td>{line.rejected_qty}</td>
              <td>
                <Money minor={line.total_minor} currency={receipt.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What has come of a supplier: its lines and sums, and whether it is in stock. */
export function ReceiptPanel({ receipt }: ReceiptProps) {
  const say = useSay();
  const supplierOf = useSupplierName();
  const placeOf = usePlaceName();
  const { purchase_order_id: order } = receipt;
  const reason = receipt.status_history.at(-1)?.reason ?? null;
  return (
    <Card title={supplierOf(receipt.supplier_id) || say("orders.supplier")}>
      <p className="muted">
        {say("receive.invoiceNo")}: <bdi>{receipt.supplier_invoice_no}</bdi> ·{" "}
        {writtenDay(receipt.supplier_invoice_date)} · {say("stores.place")}:{" "}
        <bdi>{placeOf(receipt.location_id)}</bdi>
        {reason === null ? "" : " · "}
        <bdi>{reason ?? ""}</bdi>
      </p>
      <Lines receipt={receipt} />
      <Sums
        currency={receipt.currency}
        rows={[
          { id: "net", text: say("bills.subtotal"), minor: receipt.taxable_total_minor },
          { id: "tax", text: say("bills.gst"), minor: receipt.tax_total_minor },
          { id: "total", text: say("bills.total"), minor: receipt.total_minor, isStrong: true },
        ]}
      />
      <Steps receipt={receipt} />
      {order === null ? null : (
        <p>
          <Link className="link" to="/stores/orders/$purchase" params={{ purchase: order }}>
            {say("receive.toOrder")}
          </Link>
        </p>
      )}
    </Card>
  );
}
