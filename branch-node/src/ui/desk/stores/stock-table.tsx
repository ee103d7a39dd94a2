import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { useItem } from "#ui/desk/stock/item-queries.ts";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { batchLooks, suggestedQuantity, type LowItem } from "./stores-list.ts";

/** How a batch stands. */
export function BatchState({ status }: Pick<Batch, "status">) {
  const say = useSay();
  const { text, tone } = batchLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

/** When a batch expires, and whether that is soon. */
export function Expiry({
  batch,
}: {
  readonly batch: Pick<Batch, "expiry_date" | "is_near_expiry">;
}) {
  const say = useSay();
  const { expiry_date: day, is_near_expiry: isNear } = batch;
  if (day === null) return <span className="muted">–</span>;
  return (
    <span className="stay-who">
      {writtenDay(day)}
      {isNear ? <Badge tone="warning">{say("stores.soon")}</Badge> : null}
    </span>
  );
}

interface AmountProps {
  readonly itemId: string;
  readonly count: number;
}

/** How much there is, in what the item is counted. */
export function Amount({ itemId, count }: AmountProps) {
  const say = useSay();
  const unit = useItem(itemId)?.unit;
  return (
    <span className="lab-number">
      {count} {unit === undefined ? "" : say(`stockUnit.${unit}`)}
    </span>
  );
}

function stockColumns(say: Say, placeOf: (id: string) => string): readonly TableColumn<Batch>[] {
  return [
    {
      id: "item",
      width: "6fr",
      title: say("stores.item"),
      isRowHeader: true,
      cell: (each) => (
        <strong>
          <ItemName id={each.item_id} />
        </strong>
      ),
    },
    {
      id: "batch",
      width: 150,
      title: say("dispense.batch"),
      sortBy: (each) => each.batch_no,
      cell: (each) => <bdi className="lab-number">{each.batch_no}</bdi>,
    },
    {
      id: "place",
      width: "4fr",
      title: say("stores.place"),
      cell: (each) => <bdi>{placeOf(each.location_id)}</bdi>,
    },
    {
      id: "expiry",
      width: 190,
      title: say("dispense.expiry"),
      sortBy: (each) => each.expiry_date,
      cell: (each) => <Expiry batch={each} />,
    },
    {
      id: "there",
      width: 150,
      title: say("stores.there"),
      sortBy: (each) => each.on_hand,
      cell: (each) => <Amount itemId={each.item_id} count={each.on_hand} />,
    },
    {
      id: "state",
      width: 140,
      title: say("shift.state"),
      cell: (each) => <BatchState {...each} />,
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

interface StockTableProps {
  readonly rows: readonly Batch[];
  readonly label: string;
}

/** Batches at their places: arrow keys from line to line, Enter opens one. */
export function StockTable({ rows, label }: StockTableProps) {
  const say = useSay();
  const go = useNavigate();
  const placeOf = usePlaceName();
  const columns = useMemo(() => stockColumns(say, placeOf), [say, placeOf]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        label={label}
        columns={columns}
        rows={rows}
        textOf={({ batch_no: no }) => no}
        empty={say("stores.none")}
        onOpen={({ id }) => void go({ to: "/stores/stock/$batch", params: { batch: id } })}
        rowTestName={testNames.stockRow}
      />
    </div>
  );
}

function Level({ itemId }: { readonly itemId: string }) {
  return <>{useItem(itemId)?.reorder_level ?? "–"}</>;
}

function Suggested({ itemId, there }: LowItem) {
  const level = useItem(itemId)?.reorder_level ?? null;
  return <strong>{suggestedQuantity(level, there)}</strong>;
}

type LowRow = LowItem & { readonly id: string };

function lowColumns(say: Say): readonly TableColumn<LowRow>[] {
  return [
    {
      id: "item",
      width: "6fr",
      title: say("stores.item"),
      isRowHeader: true,
      cell: ({ itemId }) => (
        <strong>
          <ItemName id={itemId} />
        </strong>
      ),
    },
    {
      id: "there",
      width: 180,
      title: say("stores.usable"),
      sortBy: ({ there }) => there,
      cell: ({ itemId, there }) => <Amount itemId={itemId} count={there} />,
    },
    {
      id: "level",
      width: 180,
      title: say("stores.level"),
      cell: ({ itemId }) => <Level itemId={itemId} />,
    },
    {
      id: "suggested",
      width: 180,
      title: say("stores.suggested"),
      cell: (each) => <Suggested {...each} />,
    },
  ];
}

/** What has come down to where it asks for an order: Enter shows its batches. */
export function LowTable({ rows }: { readonly rows: readonly LowItem[] }) {
  const say = useSay();
  const go = useNavigate();
  const columns = useMemo(() => lowColumns(say), [say]);
  return (
    <div className="table-frame">
      <Table
        label={say("stores.low")}
        columns={columns}
        rows={rows.map((each) => ({ ...each, id: each.itemId }))}
        textOf={({ itemId }) => itemId}
        empty={say("stores.noneLow")}
        onOpen={({ itemId }) => void go({ to: "/stores", search: { show: "stock", item: itemId } })}
        rowTestName={testNames.lowRow}
      />
    </div>
  );
}
