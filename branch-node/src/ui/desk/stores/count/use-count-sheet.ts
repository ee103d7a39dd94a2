import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useExpiring } from "#ui/desk/stock/item-queries.ts";
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
import { foundGaps, type FoundDraft, type FoundGap } from "./found-draft.ts";

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

const foundTexts: Readonly<Record<FoundGap, TextId>> = {
  batch: "receive.needsBatch",
  expiry: "count.needsExpiry",
  mrp: "bills.gap_price",
  quantity: "dispense.needsQuantity",
  reason: "stores.needsReason",
};
const foundPathOf: Readonly<Record<FoundGap, string>> = {
  batch: "batch_no",
  expiry: "expiry_date",
  mrp: "mrp_minor",
  quantity: "counted",
  reason: "reason_code",
};
const foundPaths = Object.values(foundPathOf);

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
  const { found } = fields;
  const expiring = useExpiring(found.map(({ itemId }) => itemId));
  const isDated = (itemId: string) => expiring.has(itemId);
  const names = Object.values(pathOf).concat("stock_id");
  const faults = faultsAtFields(
    saving.error,
    [
      ...counted.flatMap((_, nth) => names.map((name) => `lines.${nth}.${name}`)),
      ...found.flatMap((_, nth) => foundPaths.map((name) => `found.${nth}.${name}`)),
    ],
    say,
  );
  const write = (next: CountDraft) => {
    setFields(next);
    saving.reset();
  };
  return {
    fields,
    counted,
    addFound: (line: FoundDraft) => {
      setFields((now) => ({ ...now, found: [...now.found, line] }));
      saving.reset();
    },
    removeFound: (key: string) =>
      write({ ...fields, found: found.filter((line) => line.key !== key) }),
    writeFound: (key: string, patch: Partial<FoundDraft>) =>
      write({
        ...fields,
        found: found.map((line) => (line.key === key ? { ...line, ...patch } : line)),
      }),
    /** What is wrong with a batch that was found. */
    foundFault: (line: FoundDraft, gap: FoundGap) => {
      if (isChecked && foundGaps(line, isDated(line.itemId)).includes(gap))
        return say(foundTexts[gap]);
      return faults.at(`found.${found.indexOf(line)}.${foundPathOf[gap]}`);
    },
    keeper: kept.keeper,
    rest: faults.rest,
    isEmpty: isChecked && counted.length + found.length === 0,
    isPending: saving.isPending,
    write,
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
      const body = countBody(place, batches, fields, isDated);
      if (body !== null && !saving.isPending) saving.mutate(body);
    },
  };
}

/** The sheet, as it is written. */
export type CountSheetForm = ReturnType<typeof useCountSheet>;
