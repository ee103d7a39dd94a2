import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { SureButton } from "#ui/desk/drafts/sure-button.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { faceText } from "#ui/desk/money/amounts.ts";
import { Money } from "#ui/desk/money/money.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Segments } from "#ui/kit/choices.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  countBody,
  countState,
  emptyCount,
  piecesOf,
  piecesSum,
  readCount,
  type CountDraft,
} from "./count-draft.ts";
import { denominationsOf, type CashierShift } from "./shift-list.ts";
import { useShiftStep } from "./shift-queries.ts";

interface CountFormProps {
  readonly shift: CashierShift;
  /** Goes back to the shift, which goes on; what was counted stays as an unfinished form. */
  readonly onLeave: () => void;
}

function useCount({
  shift,
  resumed,
}: Pick<CountFormProps, "shift"> & { readonly resumed: Draft | null }) {
  const say = useSay();
  const { formLeft } = useDesk();
  const values = denominationsOf(shift.currency);
  const [fields, setFields] = useState<CountDraft>(() => {
    const kept = resumed === null ? null : readCount(resumed.form_state);
    return kept ?? { ...emptyCount, by: values.length === 0 ? "sum" : "pieces" };
  });
  const [isChecked, setChecked] = useState(false);
  const kept = useKeptFields({
    kind: draftKinds.cashCount,
    entityId: shift.id,
    resumed,
    fields,
    stateOf: countState,
  });
  const step = useShiftStep(shift.id, formLeft, kept);
  const paths = ["count", "count.sum_minor", "count.denominations"];
  const faults = faultsAtFields(step.error, paths, say);
  const count = countBody(fields, values);
  return {
    fields,
    values,
    kept,
    isPending: step.isPending,
    sum: piecesSum(values, fields.pieces),
    sumFault:
      isChecked && count === null ? say("shift.amountNeeded") : faults.at("count.sum_minor"),
    faults,
    write: (patch: Partial<CountDraft>) => setFields((now) => ({ ...now, ...patch })),
    take: (state: Draft["form_state"]) => setFields(readCount(state) ?? fields),
    end: () => {
      setChecked(true);
      if (count === null || step.isPending) return;
      step.mutate({ count });
    },
  };
}

type Count = ReturnType<typeof useCount>;

function Pieces({ of, currency }: { readonly of: Count; readonly currency: string }) {
  const say = useSay();
  const { locale } = useIntl();
  return (
    <>
      <div className="cash-pieces">
        {of.values.map((value, nth) => {
          const typed = of.fields.pieces[value] ?? "";
          return (
            <LineField
              key={value}
              label={say("shift.pieces", { value: faceText(value, currency, locale) })}
              value={typed}
              onChange={(next) => of.write({ pieces: { ...of.fields.pieces, [value]: next } })}
              inputMode="numeric"
              fault={piecesOf(typed) === null ? say("shift.piecesFault") : undefined}
              takesFocus={nth === 0}
              testName={`${testNames.countPieces}-${value}`}
            />
          );
        })}
      </div>
      <p className="cash-total">
        {say("shift.countedSum")}:{" "}
        <strong>{of.sum === null ? "…" : <Money minor={of.sum} currency={currency} />}</strong>
      </p>
    </>
  );
}

// Whoever types down a list of notes ends no shift by it.
function useEnterGoesOn() {
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = box.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      const fields = [...(form?.querySelectorAll<HTMLElement>(goneThrough) ?? [])];
      fields[fields.indexOf(event.target) + 1]?.focus();
    };
    form?.addEventListener("keydown", onKeyDown);
    return () => form?.removeEventListener("keydown", onKeyDown);
  }, []);
  return box;
}

const goneThrough = "input, .form-actions button";

function CountActions({ of, onLeave }: { readonly of: Count; readonly onLeave: () => void }) {
  const say = useSay();
  return (
    <div className="form-actions">
      <SureButton
        text={of.isPending ? "register.saving" : "shift.countNow"}
        sureText="shift.countSure"
        look="primary"
        onPress={of.end}
        testName={testNames.countNow}
      />
      <Button look="quiet" onPress={onLeave}>
        {say("action.cancel")}
      </Button>
      <span className="muted">{say("shift.countLead")}</span>
    </div>
  );
}

function CountBody({
  shift,
  resumed,
  onLeave,
}: CountFormProps & { readonly resumed: Draft | null }) {
  const say = useSay();
  const of = useCount({ shift, resumed });
  return (
    <form
      className="dialog-form cash-form"
      onSubmit={(event) => event.preventDefault()}
      ref={useEnterGoesOn()}
      noValidate
    >
      <p className="muted">{say("shift.blind")}</p>
      {of.values.length === 0 ? null : (
        <Segments
          label={say("shift.countBy")}
          value={of.fields.by}
          onChange={(by) => of.write({ by: by === "sum" ? "sum" : "pieces" })}
          options={[
            { value: "pieces", text: say("shift.byPieces"), testName: testNames.countByPieces },
            { value: "sum", text: say("shift.bySum"), testName: testNames.countBySum },
          ]}
        />
      )}
      {of.fields.by === "pieces" ? (
        <Pieces of={of} currency={shift.currency} />
      ) : (
        <LineField
          label={say("shift.sum")}
          value={of.fields.sum}
          onChange={(sum) => of.write({ sum })}
          inputMode="decimal"
          fault={of.sumFault}
          testName={testNames.countSum}
        />
      )}
      <FaultNotice error={of.faults.rest} />
      <CountActions of={of} onLeave={onLeave} />
      <DraftLine keeper={of.kept.keeper} onTake={of.take} />
    </form>
  );
}

/** Counts a drawer blind, as a sum or by notes and coins. */
export function CountForm({ shift, onLeave }: CountFormProps) {
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.cashCount, shift.id);
  return (
    <Card title={say("shift.count")}>
      <DraftOffer
        kind={draftKinds.cashCount}
        entityId={shift.id}
        resumed={resumed}
        onContinue={resume}
      >
        <CountBody key={resumed?.id ?? ""} shift={shift} resumed={resumed} onLeave={onLeave} />
      </DraftOffer>
    </Card>
  );
}
