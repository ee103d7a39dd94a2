import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { Money } from "#ui/desk/money/money.tsx";
import { useBillCurrency } from "#ui/desk/payers/payer-queries.ts";
import type { Item } from "#ui/desk/stock/item-queries.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";

function columnsFor(say: Say, currency: string): readonly TableColumn<Item>[] {
  return [
    {
      id: "name",
      width: "6fr",
      title: say("clinic.name"),
      isRowHeader: true,
      cell: ({ name }) => <bdi className="list-text">{name}</bdi>,
    },
    {
      id: "code",
      width: "3fr",
      title: say("clinic.code"),
      cell: ({ code }) => <bdi className="list-text">{code}</bdi>,
    },
    {
      id: "kind",
      width: 140,
      title: say("stores.kind"),
      cell: ({ kind }) => say(`itemKind.${kind}`),
    },
    {
      id: "schedule",
      width: 110,
      title: say("catalogue.schedule"),
      cell: ({ schedule }) => (schedule === null ? null : say(`drugSchedule.${schedule}`)),
    },
    {
      id: "unit",
      width: 110,
      title: say("catalogue.unit"),
      cell: ({ unit }) => say(`stockUnit.${unit}`),
    },
    {
      id: "price",
      isNumber: true,
      width: 120,
      title: say("catalogue.price"),
      cell: ({ price_minor: price }) =>
        price === null ? null : <Money minor={price} currency={currency} />,
    },
    {
      id: "level",
      isNumber: true,
      width: 110,
      title: say("stores.level"),
      cell: ({ reorder_level: level }) => level,
    },
  ];
}

interface ItemTableProps {
  readonly rows: readonly Item[];
  /** Reads what comes after the rows. */
  readonly onMore: (() => void) | undefined;
}

/** Items: arrow keys from line to line, Enter opens one. */
export function ItemTable({ rows, onMore }: ItemTableProps) {
  const say = useSay();
  const go = useNavigate();
  const currency = useBillCurrency(null);
  const columns = useMemo(() => columnsFor(say, currency), [say, currency]);
  return (
    <div className="list-frame queue-frame">
      <Table
        isVirtual
        label={say("catalogue.items")}
        columns={columns}
        rows={rows}
        textOf={({ name }) => name}
        empty={say("catalogue.none")}
        onOpen={({ id }) => void go({ to: "/stores/items/$item", params: { item: id } })}
        onMore={onMore}
        rowTestName={testNames.itemRow}
      />
    </div>
  );
}
