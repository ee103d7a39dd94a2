import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { ClaimNeeds, DecisionClock } from "#ui/desk/claims/claim-cells.tsx";
import { Money } from "#ui/desk/money/money.tsx";
import { useBillCurrency, usePayerName } from "#ui/desk/payers/payer-queries.ts";
import { useBranchClock, type BranchClock } from "#ui/desk/shell/moments.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { PreauthState } from "./preauth-cells.tsx";
import type { Preauth } from "./preauth-list.ts";

interface Words {
  readonly say: Say;
  readonly clock: BranchClock;
  readonly nameOf: (payerId: string) => string;
  readonly currency: string;
}

function standColumns(say: Say): readonly TableColumn<Preauth>[] {
  return [
    {
      id: "clock",
      width: 150,
      title: say("claims.clock"),
      cell: (each) => <DecisionClock claim={each} />,
    },
    {
      id: "needs",
      width: 160,
      title: say("claims.needs"),
      cell: (each) => <ClaimNeeds claim={each} />,
    },
    {
      id: "state",
      width: 150,
      title: say("shift.state"),
      cell: (each) => <PreauthState {...each} />,
    },
  ];
}

function columnsFor({ say, clock, nameOf, currency }: Words): readonly TableColumn<Preauth>[] {
  return [
    {
      id: "patient",
      width: "5fr",
      title: say("queue.patient"),
      isRowHeader: true,
      cell: (each) => (
        <div className="bill-patient">
          <Who patientId={each.patient_id} />
        </div>
      ),
    },
    {
      id: "type",
      width: 140,
      title: say("preauth.type"),
      cell: ({ request_type: type }) => say(`preauthType.${type}`),
    },
    {
      id: "payer",
      width: "3fr",
      title: say("claims.payer"),
      cell: (each) => <bdi>{nameOf(each.payer_id)}</bdi>,
    },
    {
      id: "asked",
      width: 120,
      title: say("preauth.asked"),
      cell: (each) => <Money minor={each.requested_minor} currency={currency} />,
    },
    {
      id: "day",
      width: 110,
      title: say("bills.day"),
      cell: ({ created_at: at }) => clock.date(at),
    },
    ...standColumns(say),
  ];
}

interface PreauthTableProps {
  readonly rows: readonly Preauth[];
  readonly isReading: boolean;
}

const mostDrawn = 40;

/** What payers are asked to authorise: arrow keys from line to line, Enter opens one. */
export function PreauthTable({ rows, isReading }: PreauthTableProps) {
  const say = useSay();
  const go = useNavigate();
  const clock = useBranchClock();
  const nameOf = usePayerName();
  const currency = useBillCurrency(rows[0]?.patient_id);
  const columns = useMemo(
    () => columnsFor({ say, clock, nameOf, currency }),
    [say, clock, nameOf, currency],
  );
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines
        label={say("claims.show_preauth")}
        columns={columns}
        rows={rows}
        textOf={({ patient_id: id }) => id}
        empty={say(isReading ? "action.loading" : "preauth.none")}
        onOpen={({ id }) => void go({ to: "/claims/preauth/$preauth", params: { preauth: id } })}
        rowTestName={testNames.preauthRow}
      />
    </div>
  );
}
