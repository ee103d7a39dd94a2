import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { usePlaceName, usePlaces } from "#ui/desk/stock/place-queries.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { Amount, Expiry } from "#ui/desk/stores/stock-table.tsx";
import { MoveReasonField } from "#ui/desk/stores/reason-field.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { differenceOf, withCounted, withReason } from "./count-draft.ts";
import { useStanding } from "./count-queries.ts";
import { FoundBatches } from "./found-batches.tsx";
import { ScanOntoSheet } from "./scan-onto-sheet.tsx";
import {
  useCountSheet,
  useWayDown,
  type CountSheetForm,
  type SheetProps,
} from "./use-count-sheet.ts";

interface RowProps {
  readonly form: CountSheetForm;
  readonly batch: Batch;
}

/** Why a batch is not what it should be, where it is not. */
function Why({ form, batch }: RowProps) {
  const line = form.fields.lines[batch.id];
  const difference = differenceOf(line);
  if (line === undefined || difference === null || difference === 0) return null;
  return (
    <MoveReasonField
      isBare
      value={line.reason}
      onChange={(reason) => form.write(withReason(form.fields, batch.id, reason))}
      fault={form.faultOf(batch, "reason")}
      testName={testNames.countReason}
    />
  );
}

function Row({ form, batch }: RowProps) {
  const { isBlind, lines } = form.fields;
  const difference = differenceOf(lines[batch.id]);
  const signed = difference !== null && difference > 0 ? `+${difference}` : difference;
  return (
    <tr data-testid={testNames.countRow} data-stock={batch.id}>
      <th scope="row">
        <ItemName id={batch.item_id} />
      </th>
      <td>
        <Expiry batch={batch} />
      </td>
      {isBlind ? null : (
        <td>
          <Amount itemId={batch.item_id} count={batch.on_hand} />
        </td>
      )}
      <td>
        <LineField
          label={batch.batch_no}
          value={lines[batch.id]?.counted ?? ""}
          onChange={(counted) => form.write(withCounted(form.fields, batch, counted))}
          inputMode="numeric"
          fault={form.faultOf(batch, "quantity")}
          testName={testNames.countFound}
        />
      </td>
      <td className="money">{isBlind ? null : signed}</td>
      <td>
        <Why form={form} batch={batch} />
      </td>
    </tr>
  );
}

interface LinesProps {
  readonly form: CountSheetForm;
  readonly batches: readonly Batch[];
}

function Lines({ form, batches }: LinesProps) {
  const say = useSay();
  const { isBlind } = form.fields;
  const titles = [
    say("stores.item"),
    say("dispense.expiry"),
    ...(isBlind ? [] : [say("count.expected")]),
    say("count.found"),
    say("count.difference"),
    say("shift.reason"),
  ];
  return (
    <div className="bill-scroll">
      <table className="bill-table count-table">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <Row key={batch.id} form={form} batch={batch} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What stands on the sheet, and what was found besides. */
function Counted({ form, batches }: LinesProps) {
  const say = useSay();
  return (
    <>
      {batches.length === 0 ? (
        <p className="muted">{say("stores.none")}</p>
      ) : (
        <Lines form={form} batches={batches} />
      )}
      <div className="unprinted">
        <FoundBatches form={form} />
        <ScanOntoSheet form={form} batches={batches} />
      </div>
    </>
  );
}

/** The sheet of a place: every batch that stands there, with what was found of it. */
function Sheet(props: SheetProps) {
  const { batches, place } = props;
  const say = useSay();
  const placeOf = usePlaceName();
  const sheet = useWayDown();
  const form = useCountSheet(props);
  const { fields, counted } = form;
  return (
    <form
      ref={sheet}
      className="count-sheet"
      onSubmit={form.submit}
      noValidate
      aria-label={say("stores.count")}
      data-testid={testNames.countSheet}
    >
      <h2>
        <bdi>{placeOf(place)}</bdi>
      </h2>
      <div className="unprinted">
        <Button icon="print" onPress={() => window.print()} testName={testNames.printCount}>
          {say("count.print")}
        </Button>
        <Checkbox
          isOn={fields.isBlind}
          onChange={(isBlind) => form.write({ ...fields, isBlind })}
          testName={testNames.countBlind}
        >
          {say("count.blind")}
        </Checkbox>
      </div>
      <Counted form={form} batches={batches} />
      {form.isEmpty ? <p className="field-fault">{say("count.needsOne")}</p> : null}
      <FaultNotice error={form.rest} />
      <div className="unprinted">
        <p className="muted">
          {say("count.progress", { count: counted.length, all: batches.length })}
        </p>
        <KeptFormActions
          action={say("count.post")}
          testName={testNames.postCount}
          keeper={form.keeper}
          onLeave={props.onLeave}
        />
        <DraftLine keeper={form.keeper} onTake={form.take} />
      </div>
    </form>
  );
}

function OfPlace({ place }: { readonly place: string }) {
  const say = useSay();
  const go = useNavigate({ from: "/stores" });
  const { resume, formLeft } = useDesk();
  // Each sheet is another one.
  const [turn, setTurn] = useState(0);
  const resumed = useResumed(draftKinds.stockCount, place);
  const { data, error } = useStanding(place);
  if (data === undefined)
    return error === null ? (
      <Skeleton label={say("action.loading")} />
    ) : (
      <FaultNotice error={error} />
    );
  return (
    <DraftOffer kind={draftKinds.stockCount} entityId={place} resumed={resumed} onContinue={resume}>
      <Sheet
        key={`${resumed?.id ?? ""}/${turn}`}
        place={place}
        batches={data.rows}
        resumed={resumed}
        onSaved={() => {
          formLeft();
          setTurn((now) => now + 1);
          notify({ text: say("count.posted"), tone: "good" });
        }}
        onLeave={() => {
          formLeft();
          void go({ search: {} });
        }}
      />
      {data.isCut ? (
        <p className="muted">{say("stores.cut", { count: data.rows.length })}</p>
      ) : null}
    </DraftOffer>
  );
}

/** Counts what stands at a place by one sheet, on the screen or on paper first. @param place "" where none is chosen */
export function CountSheet({ place }: { readonly place: string }) {
  const say = useSay();
  const go = useNavigate({ from: "/stores" });
  const { data: places = [] } = usePlaces();
  return (
    <div className="ward count-page">
      <div className="unprinted">
        <ChoiceField
          label={say("stores.place")}
          value={place}
          onChange={(id) => void go({ search: { show: "count", place: id }, replace: true })}
          empty={say("rx.choose")}
          options={places.map(({ id, name }) => ({ value: id, text: name }))}
          testName={testNames.countPlace}
        />
      </div>
      {place === "" ? (
        <p className="muted">{say("count.lead")}</p>
      ) : (
        <OfPlace key={place} place={place} />
      )}
    </div>
  );
}
