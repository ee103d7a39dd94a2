import { useMemo } from "react";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { Money } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { usePrintShift } from "./counted-shift.tsx";
import type { CashierShift } from "./shift-list.ts";

const tones = { open: "good", counted: "info", handed_over: "warning", closed: "neutral" } as const;

interface Ways {
  readonly say: Say;
  readonly nameOf: (staffId: string) => string;
  readonly print: (shift: CashierShift) => void;
}

function Difference({ shift }: { readonly shift: CashierShift }) {
  const { variance_minor: variance, currency } = shift;
  if (variance === null) return null;
  if (variance === 0) return <Money minor={0} currency={currency} />;
  return (
    <Badge tone="warning">
      <Money minor={variance} currency={currency} />
    </Badge>
  );
}

function figuresFor({ say, print }: Ways): readonly TableColumn<CashierShift>[] {
  return [
    {
      id: "counted",
      isNumber: true,
      width: 130,
      title: say("shift.countedSum"),
      cell: ({ counted_minor: counted, currency }) =>
        counted === null ? null : <Money minor={counted} currency={currency} />,
    },
    {
      id: "variance",
      isNumber: true,
      width: 120,
      title: say("shift.variance"),
      cell: (each) => <Difference shift={each} />,
    },
    {
      id: "state",
      width: 130,
      title: say("shift.state"),
      cell: ({ status }) => <Badge tone={tones[status]}>{say(`shiftStatus.${status}`)}</Badge>,
    },
    {
      id: "actions",
      width: "fit 170",
      title: say("shift.actions"),
      isUntitled: true,
      cell: (each) =>
        each.status === "open" ? null : (
          <Button
            isSmall
            look="quiet"
            icon="print"
            onPress={() => print(each)}
            about={each.shift_no}
          >
            {say("shift.printReport")}
          </Button>
        ),
    },
  ];
}

function columnsFor(ways: Ways): readonly TableColumn<CashierShift>[] {
  const { say, nameOf } = ways;
  return [
    {
      id: "shift",
      width: 190,
      title: say("shift.number"),
      isRowHeader: true,
      cell: (each) => <strong className="lab-number">{each.shift_no}</strong>,
    },
    {
      id: "day",
      width: 110,
      title: say("shift.day"),
      cell: (each) => writtenDay(each.business_date),
    },
    {
      id: "cashier",
      width: "4fr",
      title: say("shift.cashier"),
      cell: (each) => (
        <span>
          <bdi>{nameOf(each.cashier_id)}</bdi> · <bdi>{each.counter}</bdi>
        </span>
      ),
    },
    ...figuresFor(ways),
  ];
}

/** The shifts of a branch, the newest first. */
export function ShiftTable({ rows }: { readonly rows: readonly CashierShift[] }) {
  const say = useSay();
  const nameOf = useStaffName();
  const print = usePrintShift();
  const columns = useMemo(() => columnsFor({ say, nameOf, print }), [say, nameOf, print]);
  return (
    <div className="table-frame">
      <Table
        label={say("shift.recent")}
        columns={columns}
        rows={rows}
        textOf={({ shift_no: number }) => number}
        empty={say("shift.noRecent")}
        rowTestName={testNames.shiftRow}
      />
    </div>
  );
}
