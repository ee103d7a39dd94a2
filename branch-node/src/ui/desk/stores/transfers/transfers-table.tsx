import { useMemo, useState } from "react";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useBranchClock, type BranchClock } from "#ui/desk/shell/moments.ts";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { Amount } from "#ui/desk/stores/stock-table.tsx";
import { AccountDialog } from "./account-dialog.tsx";
import { useBranchName } from "./branch-names.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { missingLines, openLines, type Transfer } from "./transfer-draft.ts";

type NameOf = (id: string) => string;

/** Whether what was sent is for this branch: from one of its own places, or from a place that it does not know. */
function isForHere(transfer: Transfer, placeOf: NameOf): boolean {
  return transfer.to_branch_id === transfer.branch_id || placeOf(transfer.from_location_id) === "";
}

/** What of a transfer is still to come, and what is missing of which nobody has said what became of it. */
function Contents({ of }: { readonly of: Transfer }) {
  const say = useSay();
  const coming = openLines(of).map((line) => ({
    line,
    units: <Amount itemId={line.item_id} count={line.left} />,
  }));
  const missing = missingLines(of).map((line) => ({
    line,
    units: <Badge tone="warning">{say("transfer.missingNow", { count: line.missing })}</Badge>,
  }));
  return [...coming, ...missing].map(({ line, units }) => (
    <span key={line.id} className="stay-who">
      <ItemName id={line.item_id} /> <bdi className="lab-number">{line.batch_no}</bdi> {units}
    </span>
  ));
}

/** From where it comes, and to which branch. */
function wayColumns(say: Say, placeOf: NameOf, branchOf: NameOf): readonly TableColumn<Transfer>[] {
  return [
    {
      id: "from",
      width: "3fr",
      title: say("transfer.from"),
      cell: (each) => {
        const place = placeOf(each.from_location_id);
        return <bdi>{place === "" ? branchOf(each.branch_id ?? "") : place}</bdi>;
      },
    },
    {
      id: "to",
      width: "3fr",
      title: say("transfer.to"),
      cell: (each) => (
        <bdi>
          {isForHere(each, placeOf) ? say("transfer.thisBranch") : branchOf(each.to_branch_id)}
        </bdi>
      ),
    },
  ];
}

function columnsFor(
  say: Say,
  clock: BranchClock,
  placeOf: NameOf,
  branchOf: NameOf,
): readonly TableColumn<Transfer>[] {
  return [
    {
      id: "sent",
      width: 190,
      title: say("transfer.sent"),
      isRowHeader: true,
      sortBy: (each) => each.created_at,
      cell: ({ created_at: at }) => (
        <strong>
          {clock.date(at)} {clock.time(at)}
        </strong>
      ),
    },
    {
      id: "what",
      width: "6fr",
      title: say("stores.what"),
      cell: (each) => <Contents of={each} />,
    },
    ...wayColumns(say, placeOf, branchOf),
    {
      id: "note",
      width: "3fr",
      title: say("stores.note"),
      cell: (each) => <bdi>{each.note ?? "–"}</bdi>,
    },
  ];
}

/** Whether a transfer waits for this branch: to be received here, or for what is missing of what was sent from here. */
function isOpenHere(transfer: Transfer, placeOf: NameOf): boolean {
  if (transfer.status === "short") return placeOf(transfer.from_location_id) !== "";
  return isForHere(transfer, placeOf);
}

/** What is on its way: Enter opens what has come, to be received, or what is missing, to be accounted for. */
export function TransfersTable({ rows }: { readonly rows: readonly Transfer[] }) {
  const say = useSay();
  const clock = useBranchClock();
  const placeOf = usePlaceName();
  const branchOf = useBranchName();
  const mayReceive = useMay("stock_transfers", "update");
  const [opened, setOpened] = useState<string | null>(null);
  const columns = useMemo(
    () => columnsFor(say, clock, placeOf, branchOf),
    [say, clock, placeOf, branchOf],
  );
  const transfer = rows.find(({ id }) => id === opened);
  return (
    <div className="table-frame">
      <Table
        label={say("stores.transit")}
        columns={columns}
        rows={rows}
        textOf={({ lines }) => lines[0]?.batch_no ?? ""}
        empty={say("transfer.none")}
        onOpen={(each) => setOpened(mayReceive && isOpenHere(each, placeOf) ? each.id : null)}
        rowTestName={testNames.transferRow}
      />
      {transfer?.status === "in_transit" ? (
        <ReceiveDialog key={transfer.id} transfer={transfer} onClose={() => setOpened(null)} />
      ) : null}
      {transfer?.status === "short" ? (
        <AccountDialog key={transfer.id} transfer={transfer} onClose={() => setOpened(null)} />
      ) : null}
    </div>
  );
}
