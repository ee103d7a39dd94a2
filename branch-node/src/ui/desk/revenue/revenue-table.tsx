import { useMemo } from "react";
import { Money } from "#ui/desk/money/money.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { revenueAmounts, type RevenueRow } from "./revenue-rows.ts";

interface RevenueTableProps {
  readonly rows: readonly RevenueRow[];
  /** What the lines are told apart by. */
  readonly title: string;
  readonly currency: string;
}

function columnsFor(say: Say, title: string, currency: string): readonly TableColumn<RevenueRow>[] {
  return [
    {
      id: "name",
      width: "3fr",
      title,
      isRowHeader: true,
      cell: ({ name }) => <bdi className="list-text">{name}</bdi>,
    },
    {
      id: "invoices",
      isNumber: true,
      width: 80,
      title: say("revenue.bills"),
      sortBy: ({ invoices }) => invoices,
      cell: ({ invoices }) => invoices,
    },
    ...revenueAmounts.map((amount): TableColumn<RevenueRow> => ({
      id: amount,
      isNumber: true,
      width: 128,
      title: say(`revenue.${amount}`),
      sortBy: (row) => row[amount],
      cell: ({ [amount]: minor }) =>
        minor === null ? null : <Money minor={minor} currency={currency} />,
    })),
  ];
}

// A year's days are many; so many are drawn as they are.
const mostDrawn = 40;

/** What a time has come to, line by line. */
export function RevenueTable({ rows, title, currency }: RevenueTableProps) {
  const say = useSay();
  const columns = useMemo(() => columnsFor(say, title, currency), [say, title, currency]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        label={say("revenue.table")}
        columns={columns}
        rows={rows}
        textOf={({ name }) => name}
        empty={say("revenue.none")}
        rowTestName={testNames.revenueRow}
      />
    </div>
  );
}
