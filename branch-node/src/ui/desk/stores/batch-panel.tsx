import { useState } from "react";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { Money } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { useBillCurrency } from "#ui/desk/payers/payer-queries.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { SendDialog } from "./transfers/send-dialog.tsx";
import { Amount, BatchState, Expiry } from "./stock-table.tsx";
import { movesFor, type MoveKind, type StockMove } from "./stores-list.ts";
import { useMoves } from "./stores-queries.ts";

interface BatchProps {
  readonly batch: Batch;
}

function Facts({ batch }: BatchProps) {
  const say = useSay();
  const placeOf = usePlaceName();
  const currency = useBillCurrency(null);
  const facts = [
    [say("dispense.batch"), <bdi key="batch">{batch.batch_no}</bdi>],
    [say("stores.place"), <bdi key="place">{placeOf(batch.location_id)}</bdi>],
    [say("dispense.expiry"), <Expiry key="expiry" batch={batch} />],
    [say("stores.made"), batch.mfg_date === null ? "–" : writtenDay(batch.mfg_date)],
    [
      say("stores.mrp"),
      batch.mrp_minor === null ? (
        "–"
      ) : (
        <Money key="mrp" minor={batch.mrp_minor} currency={currency} />
      ),
    ],
    ["GTIN", <bdi key="gtin">{batch.gtin ?? "–"}</bdi>],
  ] as const;
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function MoveRow({ move }: { readonly move: StockMove }) {
  const say = useSay();
  const clock = useBranchClock();
  const nameOf = useStaffName();
  const said = [
    move.reason_code === null ? "" : say(`moveReason.${move.reason_code}`),
    move.note ?? "",
  ].filter((text) => text !== "");
  return (
    <tr data-testid={testNames.moveRow}>
      <th scope="row">
        {clock.date(move.created_at)} {clock.time(move.created_at)}
      </th>
      <td>{say(`move.${move.kind}`)}</td>
      <td className="money">{move.quantity > 0 ? `+${move.quantity}` : move.quantity}</td>
      <td className="money">{move.balance_after}</td>
      <td>
        <bdi>{nameOf(move.created_by)}</bdi>
        {said.map((text) => (
          <span key={text} className="muted">
            {" "}
            · <bdi>{text}</bdi>
          </span>
        ))}
      </td>
    </tr>
  );
}

function Moves({ batch }: BatchProps) {
  const say = useSay();
  const { data, error } = useMoves(batch.id);
  return (
    <Card title={say("stores.moves")}>
      <FaultNotice error={error} />
      <div className="bill-scroll">
        <table className="bill-table moves-table">
          <thead>
            <tr>
              <th scope="col">{say("pharmacy.at")}</th>
              <th scope="col">{say("stores.what")}</th>
              <th scope="col">{say("dispense.quantity")}</th>
              <th scope="col">{say("stores.after")}</th>
              <th scope="col">{say("stores.who")}</th>
            </tr>
          </thead>
          <tbody>
            {(data?.rows ?? []).map((move) => (
              <MoveRow key={move.id} move={move} />
            ))}
          </tbody>
        </table>
      </div>
      {data?.isCut === true ? (
        <p className="muted">{say("pharmacy.cut", { count: data.rows.length })}</p>
      ) : null}
    </Card>
  );
}

/** One batch at its place: what is there, what is done with it, and what came and went. */
export function BatchPanel({ batch }: BatchProps) {
  const say = useSay();
  const mayMove = useMay("stock_moves", "create");
  const mayRelease = useMay("stock", "approve");
  const maySend = useMay("stock_transfers", "create");
  const [kind, setKind] = useState<MoveKind | null>(null);
  const [isSending, setSending] = useState(false);
  const isThere = batch.status === "available" && batch.on_hand > 0;
  return (
    <div className="ward">
      <Card>
        <p className="batch-there">
          <strong>
            <Amount itemId={batch.item_id} count={batch.on_hand} />
          </strong>{" "}
          <BatchState status={batch.status} />
        </p>
        <Facts batch={batch} />
        {mayMove ? (
          <div className="form-actions">
            {movesFor(batch, mayRelease).map((each) => (
              <Button
                key={each}
                isSmall
                look={each === "count" ? "primary" : "plain"}
                onPress={() => setKind(each)}
                testName={`${testNames.moveStock}-${each}`}
              >
                {say(`move.${each}`)}
              </Button>
            ))}
            {maySend && isThere ? (
              <Button isSmall onPress={() => setSending(true)} testName={testNames.sendStock}>
                {say("transfer.send")}
              </Button>
            ) : null}
          </div>
        ) : null}
        {kind === null ? null : (
          <MoveDialog kind={kind} batch={batch} onClose={() => setKind(null)} />
        )}
        {isSending ? <SendDialog batch={batch} onClose={() => setSending(false)} /> : null}
      </Card>
      <Moves batch={batch} />
    </div>
  );
}
