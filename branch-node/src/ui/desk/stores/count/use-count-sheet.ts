import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import {
  countBody,
  countedOf,
  countGaps,
  countState,
  emptyCount,
  readSheet,
  type CountDraft,
  type CountGap,
} from "./count-draft.ts";
import { useCountPlace } from "./count-queries.ts";

/** What a sheet is opened with. */
export interface SheetProps {
  readonly place: string;
  readonly batches: readonly Batch[];
  /** The sheet that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: () => void;
  readonly onLeave: () => void;
}

const gapTexts: Readonly<Record<CountGap, TextId>> = {
  quantity: "dispense.needsQuantity",
  reason: "stores.needsReason",
};
const pathOf: Readonly<Record<CountGap, string>> = { quantity: "counted", reason: "reason_code" };

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Goes on to the next batch with Enter, and up and down by the arrows: a sheet is written from top to bottom. */
export function useWayDown() {
  const sheet = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = sheet.current;
    const goOn = (event: KeyboardEvent) => {
      const { key, target } = event;
      const step = steps[key];
      if (form === null || step === undefined || !(target instanceof HTMLInputElement)) return;
      const inputs = [...form.querySelectorAll<HTMLInputElement>("input[inputmode=numeric]")];
      const place = inputs.indexOf(target);
      if (place === -1) return;
      event.preventDefault();
      const next = inputs[place + step];
      next?.focus();
      next?.select();
    };
    form?.addEventListener("keydown", goOn);
    return () => form?.removeEventListener("keydown", goOn);
  }, []);
  return sheet;
}

/** The sheet of a place, as it is written. */
export function useCountSheet({ place, batches, resumed, onSaved }: SheetProps) {
  const say = useSay();
  const [fields, setFields] = useState<CountDraft>(
    () => (resumed === null ? null : readSheet(resumed.form_state)) ?? emptyCount,
  );
  const [isChecked, setChecked] = useState(false);
  const kept = useKeptFields({
    kind: draftKinds.stockCount,
    entityId: place,
    resumed,
    fields,
    stateOf: countState,
  });
  const saving = useCountPlace(kept, onSaved);
  const counted = countedOf(batches, fields);
  const names = Object.values(pathOf).concat("stock_id");
  const faults = faultsAtFields(
    saving.error,
    counted.flatMap((_, nth) => names.map((name) => `lines.${nth}.${name}`)),
    say,
  );
  return {
    fields,
    counted,
    keeper: kept.keeper,
    rest: faults.rest,
    isEmpty: isChecked && counted.length === 0,
    isPending: saving.isPending,
    write: (next: CountDraft) => {
      setFields(next);
      saving.reset();
    },
    take: (state: Draft["form_state"]) => setFields(readSheet(state) ?? fields),
    /** What is wrong with a batch's line. */
    faultOf: ({ id }: Pick<Batch, "id">, gap: CountGap) => {
      if (isChecked && countGaps(fields.lines[id]).includes(gap)) return say(gapTexts[gap]);
      const nth = counted.findIndex((batch) => batch.id === id);
      const told = nth === -1 ? undefined : faults.at(`lines.${nth}.${pathOf[gap]}`);
      return told !== undefined && gap === "quantity" ? say("count.changed") : told;
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      const body = countBody(place, batches, fields);
      if (body !== null && !saving.isPending) saving.mutate(body);
    },
  };
}

/** The sheet, as it is written. */
export type CountSheetForm = ReturnType<typeof useCountSheet>;
