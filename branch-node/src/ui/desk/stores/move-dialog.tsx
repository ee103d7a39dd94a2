import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  askedOf,
  moveBody,
  moveGaps,
  placesFor,
  type MoveDraft,
  type MoveGap,
} from "./move-draft.ts";
import type { MoveKind } from "./stores-list.ts";
import { useMoveStock } from "./stores-queries.ts";
import { MoveReasonField } from "./reason-field.tsx";

interface MoveProps {
  readonly kind: MoveKind;
  readonly batch: Batch;
  readonly onClose: () => void;
}

const gapTexts: Readonly<Record<MoveGap, TextId>> = {
  quantity: "dispense.needsQuantity",
  tooMuch: "fault.balance",
  place: "stores.needsPlace",
  reason: "stores.needsReason",
};

function useMoveForm({ kind, batch, onClose }: MoveProps) {
  const say = useSay();
  const { data: places } = usePlaces();
  const [draft, setDraft] = useState<MoveDraft>({ quantity: "", place: "", reason: "", note: "" });
  const [isChecked, setChecked] = useState(false);
  const known = placesFor(kind, places ?? [], batch.location_id);
  const [only, ...others] = known;
  // Where there is one place alone, nobody has to choose it.
  const place = draft.place === "" && others.length === 0 ? (only?.id ?? "") : draft.place;
  const whole = { ...draft, place };
  const move = useMoveStock(batch.id, () => {
    notify({ text: say("stores.movedNow"), tone: "good" });
    onClose();
  });
  const paths = ["quantity", "to_location_id", "reason_code", "note", "kind"];
  const faults = faultsAtFields(move.error, paths, say);
  const gaps = moveGaps(kind, batch, whole);
  return {
    draft: whole,
    write: (patch: Partial<MoveDraft>) => {
      setDraft((now) => ({ ...now, ...patch }));
      move.reset();
    },
    places: known,
    hasPlaces: places === undefined || known.length > 0,
    asked: askedOf(kind, batch),
    rest: faults.rest ?? (faults.at("kind") === undefined ? null : move.error),
    faultOf: (path: string, ...of: readonly MoveGap[]) => {
      const gap = isChecked ? gaps.find((one) => of.includes(one)) : undefined;
      return gap === undefined ? faults.at(path) : say(gapTexts[gap]);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (gaps.length === 0 && !move.isPending) move.mutate(moveBody(kind, batch, whole));
    },
  };
}

type MoveForm = ReturnType<typeof useMoveForm>;

function Fields({ of, kind }: { readonly of: MoveForm; readonly kind: MoveKind }) {
  const say = useSay();
  return (
    <>
      {of.asked.quantity ? (
        <LineField
          label={say(kind === "count" ? "stores.counted" : "dispense.quantity")}
          value={of.draft.quantity}
          onChange={(quantity) => of.write({ quantity })}
          inputMode="numeric"
          takesFocus
          fault={of.faultOf("quantity", "quantity", "tooMuch")}
          testName={testNames.moveQuantity}
        />
      ) : null}
      {of.asked.place ? (
        <ChoiceField
          label={say("stores.toPlace")}
          value={of.draft.place}
          onChange={(place) => of.write({ place })}
          empty={say("rx.choose")}
          options={of.places.map(({ id, name }) => ({ value: id, text: name }))}
          fault={of.faultOf("to_location_id", "place")}
          testName={testNames.movePlace}
        />
      ) : null}
      {of.asked.reason ? (
        <MoveReasonField
          value={of.draft.reason}
          onChange={(reason) => of.write({ reason })}
          fault={of.faultOf("reason_code", "reason")}
          testName={testNames.moveReason}
        />
      ) : null}
      <LineField
        label={say("stores.note")}
        value={of.draft.note}
        onChange={(note) => of.write({ note })}
        fault={of.faultOf("note")}
        testName={testNames.moveNote}
      />
    </>
  );
}

/** Counts a batch, moves it, writes some of it off, sets it aside, releases or recalls it. */
export function MoveDialog(props: MoveProps) {
  const { kind, batch, onClose } = props;
  const say = useSay();
  const of = useMoveForm(props);
  return (
    <Dialog
      title={say("stores.moveOf", { name: say(`move.${kind}`), batch: batch.batch_no })}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.moveDialog}
    >
      {kind === "recall" ? <p className="muted">{say("stores.recallLead")}</p> : null}
      {of.asked.place && !of.hasPlaces ? (
        <Banner tone="warning">{say("stores.noPlace")}</Banner>
      ) : null}
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <Fields of={of} kind={kind} />
        <FaultNotice error={of.rest} />
        <FormActions
          action={say(`move.${kind}`)}
          look={kind === "recall" || kind === "write_off" ? "danger" : "primary"}
          testName={testNames.confirmMove}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
