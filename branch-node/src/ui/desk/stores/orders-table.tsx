import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { Money } from "#ui/desk/money/money.tsx";
import { useBranchClock, type BranchClock } from "#ui/desk/shell/moments.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { OrderState } from "./order-panel.tsx";
import type { Order } from "./orders-list.ts";
import { useSupplierName } from "./orders-queries.ts";

function columnsFor(
  say: Say,
  clock: BranchClock,
  supplierOf: (id: string) => string,
): readonly TableColumn<Order>[] {
  return [
    {
      id: "number",
      width: 210,
      title: say("orders.number"),
      isRowHeader: true,
      cell: ({ po_no: number }) => <strong className="lab-number">{number}</strong>,
    },
    {
      id: "supplier",
      width: "6fr",
      title: say("orders.supplier"),
      cell: (each) => <bdi>{supplierOf(each.supplier_id)}</bdi>,
    },
    {
      id: "day",
      width: 130,
      title: say("bills.day"),
      sortBy: (each) => each.created_at,
      cell: (each) => clock.date(each.created_at),
    },
    {
      id: "total",
      isNumber: true,
      width: 150,
      title: say("bills.total"),
      cell: (each) => <Money minor={each.total_minor} currency={each.currency} />,
    },
    {
      id: "state",
      width: 170,
      title: say("shift.state"),
      cell: (each) => <OrderState {...each} />,
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

/** Orders: arrow keys from line to line, Enter opens one. */
export function OrdersTable({ rows }: { readonly rows: readonly Order[] }) {
  const say = useSay();
  const go = useNavigate();
  const clock = useBranchClock();
  const supplierOf = useSupplierName();
  const columns = useMemo(() => columnsFor(say, clock, supplierOf), [say, clock, supplierOf]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        label={say("stores.orders")}
        columns={columns}
        rows={rows}
        textOf={({ po_no: number }) => number}
        empty={say("orders.none")}
        onOpen={({ id }) => void go({ to: "/stores/orders/$purchase", params: { purchase: id } })}
        rowTestName={testNames.orderRow}
      />
    </div>
  );
}
