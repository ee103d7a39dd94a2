import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { OrderAge, OrderState, OrderTests, PriorityMark } from "./lab-cells.tsx";
import type { LabPart } from "./lab-list.ts";
import { OrderActions } from "./order-actions.tsx";

interface LabTableProps {
  readonly part: LabPart;
  readonly rows: readonly LabOrder[];
  readonly isReading: boolean;
}

function columnsFor(say: Say): readonly TableColumn<LabOrder>[] {
  return [
    {
      id: "order",
      width: 210,
      title: say("lab.order"),
      isRowHeader: true,
      cell: (each) => (
        <>
          <strong className="lab-number">{each.order_no}</strong> <PriorityMark order={each} />
        </>
      ),
    },
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      cell: (each) => (
        <div className="lab-who">
          <Who patientId={each.patient_id} />
        </div>
      ),
    },
    {
      id: "tests",
      width: "5fr",
      title: say("lab.tests"),
      cell: (each) => <OrderTests order={each} />,
    },
    { id: "age", width: 100, title: say("lab.age"), cell: (each) => <OrderAge order={each} /> },
    {
      id: "state",
      width: 150,
      title: say("lab.state"),
      cell: (each) => <OrderState order={each} />,
    },
    {
      id: "actions",
      width: "fit 280",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => (
        <div className="entry-actions">
          <OrderActions order={each} />
        </div>
      ),
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

/** One part of the work list: arrow keys from line to line, Enter opens the order. */
export function LabTable({ part, rows, isReading }: LabTableProps) {
  const say = useSay();
  const go = useNavigate();
  const columns = useMemo(() => columnsFor(say), [say]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines
        label={say(`lab.${part}`)}
        columns={columns}
        rows={rows}
        textOf={({ order_no: number }) => number}
        empty={say(isReading ? "action.loading" : "lab.none")}
        onOpen={({ id }) => void go({ to: "/lab/orders/$order", params: { order: id } })}
        rowTestName={testNames.labRow}
      />
    </div>
  );
}
