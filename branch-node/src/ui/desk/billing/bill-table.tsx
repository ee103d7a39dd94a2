import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { Money } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { BillState } from "./bill-cells.tsx";
import type { Invoice } from "./bill-queries.ts";

interface BillTableProps {
  readonly rows: readonly Invoice[];
  readonly label: string;
  /** In the chart, where everybody knows whose they are. */
  readonly isOfOne?: boolean;
  /** Reads what comes after the rows. */
  readonly onMore?: (() => void) | undefined;
}

function whoColumn(say: Say): TableColumn<Invoice> {
  return {
    id: "patient",
    width: "5fr",
    title: say("queue.patient"),
    cell: (each) => (
      <div className="bill-patient">
        <Who patientId={each.patient_id} />
      </div>
    ),
  };
}

function whatColumn(say: Say): TableColumn<Invoice> {
  return {
    id: "lines",
    width: "5fr",
    title: say("bills.lines"),
    cell: ({ lines }) => <bdi>{lines.map(({ description }) => description).join(", ")}</bdi>,
  };
}

function columnsFor(say: Say, isOfOne: boolean): readonly TableColumn<Invoice>[] {
  return [
    {
      id: "number",
      width: 190,
      title: say("bills.number"),
      isRowHeader: true,
      cell: ({ invoice_no: number }) => (
        <strong className="lab-number">{number ?? say("bills.unnumbered")}</strong>
      ),
    },
    isOfOne ? whatColumn(say) : whoColumn(say),
    {
      id: "day",
      width: 110,
      title: say("bills.day"),
      cell: ({ issue_date: day }) => (day === null ? null : writtenDay(day)),
    },
    {
      id: "total",
      isNumber: true,
      width: 120,
      title: say("bills.total"),
      cell: (each) => <Money minor={each.total_minor} currency={each.currency} />,
    },
    {
      id: "due",
      isNumber: true,
      width: 120,
      title: say("bills.due"),
      cell: ({ due_minor: due, currency, status }) =>
        due === 0 || status === "draft" ? (
          <span className="muted">–</span>
        ) : (
          <strong>
            <Money minor={due} currency={currency} />
          </strong>
        ),
    },
    { id: "state", width: 150, title: say("shift.state"), cell: (each) => <BillState {...each} /> },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

/** Bills: arrow keys from line to line, Enter opens one. */
export function BillTable({ rows, label, isOfOne = false, onMore }: BillTableProps) {
  const say = useSay();
  const go = useNavigate();
  const columns = useMemo(() => columnsFor(say, isOfOne), [say, isOfOne]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines={!isOfOne}
        label={label}
        columns={columns}
        rows={rows}
        textOf={({ invoice_no: number }) => number ?? ""}
        empty={say("bills.none")}
        onOpen={({ id }) => void go({ to: "/billing/invoices/$invoice", params: { invoice: id } })}
        onMore={onMore}
        rowTestName={testNames.billRow}
      />
    </div>
  );
}
