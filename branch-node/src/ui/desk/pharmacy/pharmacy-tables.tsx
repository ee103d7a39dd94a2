import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { DispenseState, GivenMedicines, RxMedicines, RxState, Since } from "./pharmacy-cells.tsx";
import type { Dispense } from "./pharmacy-list.ts";

type NameOf = (staffId: string) => string;

function rxColumns(say: Say, nameOf: NameOf): readonly TableColumn<Prescription>[] {
  return [
    {
      id: "number",
      width: 180,
      title: say("pharmacy.prescription"),
      isRowHeader: true,
      cell: ({ rx_no: number }) => <strong className="lab-number">{number}</strong>,
    },
    {
      id: "patient",
      width: "5fr",
      title: say("queue.patient"),
      cell: (each) => (
        <div className="bill-patient">
          <Who patientId={each.patient_id} />
        </div>
      ),
    },
    {
      id: "medicines",
      width: "6fr",
      title: say("chart.medicines"),
      cell: ({ items }) => <RxMedicines items={items} />,
    },
    {
      id: "prescriber",
      width: 170,
      title: say("pharmacy.prescriber"),
      cell: (each) => <bdi>{nameOf(each.prescriber_id)}</bdi>,
    },
    {
      id: "age",
      width: 100,
      title: say("pharmacy.issued"),
      sortBy: (each) => each.issued_at ?? each.created_at,
      cell: (each) => <Since at={each.issued_at ?? each.created_at} />,
    },
    { id: "state", width: 150, title: say("shift.state"), cell: (each) => <RxState {...each} /> },
  ];
}

function dispenseColumns(say: Say, nameOf: NameOf): readonly TableColumn<Dispense>[] {
  return [
    {
      id: "medicines",
      width: "6fr",
      title: say("chart.medicines"),
      isRowHeader: true,
      cell: ({ lines }) => <GivenMedicines lines={lines} />,
    },
    {
      id: "patient",
      width: "5fr",
      title: say("queue.patient"),
      cell: ({ patient_id: id }) => (
        <div className="bill-patient">
          {id === null ? (
            <span className="muted">{say("dispense.counter")}</span>
          ) : (
            <Who patientId={id} />
          )}
        </div>
      ),
    },
    {
      id: "by",
      width: 170,
      title: say("pharmacy.by"),
      cell: (each) => <bdi>{nameOf(each.dispensed_by)}</bdi>,
    },
    {
      id: "age",
      width: 110,
      title: say("pharmacy.at"),
      sortBy: (each) => each.created_at,
      cell: (each) => <Since at={each.completed_at ?? each.created_at} />,
    },
    {
      id: "state",
      width: 170,
      title: say("shift.state"),
      cell: (each) => <DispenseState status={each.status} />,
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

interface RxTableProps {
  readonly rows: readonly Prescription[];
  readonly isReading: boolean;
}

/** What is to be given out: arrow keys from line to line, Enter opens the prescription. */
export function RxTable({ rows, isReading }: RxTableProps) {
  const say = useSay();
  const go = useNavigate();
  const nameOf = useStaffName();
  const columns = useMemo(() => rxColumns(say, nameOf), [say, nameOf]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines
        label={say("pharmacy.open")}
        columns={columns}
        rows={rows}
        textOf={({ rx_no: number }) => number}
        empty={say(isReading ? "action.loading" : "pharmacy.none")}
        onOpen={({ id }) =>
          void go({ to: "/pharmacy/prescriptions/$prescription", params: { prescription: id } })
        }
        rowTestName={testNames.rxRow}
      />
    </div>
  );
}

interface DispenseTableProps {
  readonly rows: readonly Dispense[];
  readonly isReading: boolean;
  readonly part: "ready" | "done";
}

/** What is made ready, or was given out: Enter opens one. */
export function DispenseTable({ rows, part, isReading }: DispenseTableProps) {
  const say = useSay();
  const go = useNavigate();
  const nameOf = useStaffName();
  const columns = useMemo(() => dispenseColumns(say, nameOf), [say, nameOf]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines
        label={say(`pharmacy.${part}`)}
        columns={columns}
        rows={rows}
        textOf={({ lines }) => lines[0]?.description ?? ""}
        empty={say(isReading ? "action.loading" : "pharmacy.none")}
        onOpen={({ id }) =>
          void go({ to: "/pharmacy/dispenses/$dispense", params: { dispense: id } })
        }
        rowTestName={testNames.dispenseRow}
      />
    </div>
  );
}
