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

/** What is done with batches that were found. */
function foundActs(change: (next: (now: CountDraft) => CountDraft) => void) {
  const changeFound = (next: (found: readonly FoundDraft[]) => readonly FoundDraft[]) =>
    change((now) => ({ ...now, found: next(now.found) }));
  return {
    addFound: (line: FoundDraft) => changeFound((found) => [...found, line]),
    removeFound: (key: string) => changeFound((found) => found.filter((line) => line.key !== key)),
    writeFound: (key: string, patch: Partial<FoundDraft>) =>
      changeFound((found) =>
        found.map((line) => (line.key === key ? { ...line, ...patch } : line)),
      ),
  };
}

/** The paths of what can be refused at a field of a sheet. */
function shownPaths(counted: number, found: number): readonly string[] {
  const ofLines = [...Object.values(pathOf), "stock_id"];
  const ofFound = Object.values(foundPathOf);
  const each = (count: number, list: string, names: readonly string[]) =>
    Array.from({ length: count }, (_, nth) => names.map((name) => `${list}.${nth}.${name}`)).flat();
  return [...each(counted, "lines", ofLines), ...each(found, "found", ofFound)];
}

/** What is typed, kept as a draft until it is sent, and how it is sent. */
function useKeptSheet({ place, resumed, onSaved }: SheetProps) {
  const [fields, setFields] = useState<CountDraft>(
    () => (resumed === null ? null : readSheet(resumed.form_state)) ?? emptyCount,
  );
  const kept = useKeptFields({
    kind: draftKinds.stockCount,
    entityId: place,
    resumed,
    fields,
    stateOf: countState,
  });
  const saving = useCountPlace(kept, onSaved);
  const change = (next: (now: CountDraft) => CountDraft) => {
    setFields(next);
    saving.reset();
  };
  const take = (state: Draft["form_state"]) => setFields(readSheet(state) ?? fields);
  return { fields, change, take, saving, keeper: kept.keeper };
}

/** The sheet of a place, as it is written. */
export function useCountSheet(props: SheetProps) {
  const { place, batches } = props;
  const say = useSay();
  const { fields, change, take, saving, keeper } = useKeptSheet(props);
  const [isChecked, setChecked] = useState(false);
  const counted = countedOf(batches, fields);
  const { found } = fields;
  const expiring = useExpiring(found.map(({ itemId }) => itemId));
  const isDated = (itemId: string) => expiring.has(itemId);
  const faults = faultsAtFields(saving.error, shownPaths(counted.length, found.length), say);
  return {
    fields,
    counted,
    ...foundActs(change),
    /** What is wrong with a batch that was found. */
    foundFault: (line: FoundDraft, gap: FoundGap) => {
      if (isChecked && foundGaps(line, isDated(line.itemId)).includes(gap))
        return say(foundTexts[gap]);
      return faults.at(`found.${found.indexOf(line)}.${foundPathOf[gap]}`);
    },
    keeper,
    take,
    rest: faults.rest,
    isEmpty: isChecked && counted.length + found.length === 0,
    isPending: saving.isPending,
    write: (next: CountDraft) => change(() => next),
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
