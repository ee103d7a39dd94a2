import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { Money } from "#ui/desk/money/money.tsx";
import { useBillCurrency, usePayerName } from "#ui/desk/payers/payer-queries.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { ClaimNeeds, ClaimState, DecisionClock } from "./claim-cells.tsx";
import type { ClaimPart, PayersClaim } from "./claim-list.ts";

interface Words {
  readonly say: Say;
  readonly nameOf: (payerId: string) => string;
  readonly currency: string;
}

/** How far a claim has come, and what it waits for. */
function standColumns(say: Say): readonly TableColumn<PayersClaim>[] {
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
      cell: (each) => <ClaimState {...each} />,
    },
  ];
}

function columnsFor({ say, nameOf, currency }: Words): readonly TableColumn<PayersClaim>[] {
  return [
    {
      id: "number",
      width: 190,
      title: say("claims.number"),
      isRowHeader: true,
      cell: ({ claim_no: number }) => <strong className="lab-number">{number}</strong>,
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
      id: "payer",
      width: "3fr",
      title: say("claims.payer"),
      cell: (each) => <bdi>{nameOf(each.payer_id)}</bdi>,
    },
    {
      id: "claimed",
      isNumber: true,
      width: 120,
      title: say("claims.claimed"),
      cell: (each) => <Money minor={each.claimed_minor} currency={currency} />,
    },
    ...standColumns(say),
  ];
}

interface ClaimTableProps {
  readonly part: ClaimPart;
  readonly rows: readonly PayersClaim[];
  readonly isReading: boolean;
}

const mostDrawn = 40;

/** Claims of one part: arrow keys from line to line, Enter opens one. */
export function ClaimTable({ part, rows, isReading }: ClaimTableProps) {
  const say = useSay();
  const go = useNavigate();
  const nameOf = usePayerName();
  const currency = useBillCurrency(rows[0]?.patient_id);
  const columns = useMemo(() => columnsFor({ say, nameOf, currency }), [say, nameOf, currency]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines
        label={say(`claims.show_${part}`)}
        columns={columns}
        rows={rows}
        textOf={({ claim_no: number }) => number}
        empty={say(isReading ? "action.loading" : "claims.none")}
        onOpen={({ id }) => void go({ to: "/claims/$claim", params: { claim: id } })}
        rowTestName={testNames.claimRow}
      />
    </div>
  );
}
