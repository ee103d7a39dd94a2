import { useState, type FormEvent } from "react";
import { useQueries } from "@tanstack/react-query";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { needsWitness } from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { itemQuery, type Item } from "#ui/desk/stock/item-queries.ts";
import { rememberShelf, usePlaces, usualShelves } from "#ui/desk/stock/place-queries.ts";
import { useShelf } from "#ui/desk/stock/stock-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import {
  dispenseBody,
  dispenseState,
  drawLines,
  emptyLine,
  fullestShelf,
  gapsOf,
  linesOf,
  readDispense,
  readUnits,
  sentLines,
  type DispenseDraft,
  type Drawn,
  type LineDraft,
} from "./dispense-draft.ts";
import { amountsOf, givenOf, type Dispense } from "./pharmacy-list.ts";
import { useGiveOut } from "./pharmacy-queries.ts";

/** What the form is opened with. */
export interface DispenseFormProps {
  /** What is filled; null over the counter. */
  readonly prescription: Prescription | null;
  /** What was given out for it before. */
  readonly before: readonly Dispense[];
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (dispense: Dispense) => void;
  readonly onLeave: () => void;
}

const lineFields = [
  "rx_item_id",
  "item_id",
  "quantity",
  "batch_no",
  "fefo_reason",
  "substitution_reason",
  "unit_price_minor",
];

function shownPaths(count: number): readonly string[] {
  const places = Array.from({ length: count }, (_, place) => place);
  const ofLines = places.flatMap((nth) => lineFields.map((name) => `lines.${nth}.${name}`));
  return ["location_id", "witness_id", "patient_id", ...ofLines];
}

/** The items of some lines, by their ids. */
function useItems(lines: readonly LineDraft[]): ReadonlyMap<string, Item> {
  const client = useClient();
  const ids = [...new Set(lines.flatMap(({ itemId }) => itemId ?? []))];
  return useQueries({
    queries: ids.map((id) => itemQuery(client, id)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])),
      ),
  });
}

/** What is known of each line beside what is typed, by the lines' keys. */
function factsOf(
  lines: readonly LineDraft[],
  rx: Prescription | null,
  given: ReadonlyMap<string, number>,
  drawn: ReadonlyMap<string, Drawn>,
) {
  const above = new Map(given);
  return new Map(
    lines.map((one) => {
      const item = rx?.items.find(({ id }) => id === one.rxItemId) ?? null;
      const left = item === null ? null : amountsOf(item, above).left;
      if (item !== null)
        above.set(item.id, (above.get(item.id) ?? 0) + (readUnits(one.quantity) ?? 0));
      const facts = { prescribedItemId: item?.item_id ?? null, left, drawn: drawn.get(one.key) };
      return [one.key, { item, ...facts, gaps: gapsOf(one, facts) }] as const;
    }),
  );
}

const nothing: readonly LineDraft[] = [];

/**
 * The shelf that is offered while none is chosen: that from which most of what is prescribed can be filled, else the usual
 * one. @param prescribed what is left of the prescription; null over the counter
 */
function useOffered(prescribed: readonly LineDraft[] | null, isChosen: boolean) {
  const { data: places } = usePlaces();
  const lines = isChosen ? nothing : (prescribed ?? nothing);
  const items = lines.flatMap(({ itemId }) => itemId ?? []);
  const batches = useShelf(null, items);
  return {
    places,
    shelf: fullestShelf(usualShelves(places ?? []), lines, batches),
    /** Whether all is known by which it is offered. */
    isSettled: places !== undefined && items.every((id) => batches.has(id)),
  };
}

/** The shelf, what stands there of the items, and of which batches the lines are taken. */
function useDrawn(
  { shelf: chosen, lines }: DispenseDraft,
  prescribed: readonly LineDraft[] | null,
) {
  const { places, ...offered } = useOffered(prescribed, chosen !== "");
  const shelf = chosen === "" ? offered.shelf : chosen;
  const items = useItems(lines);
  const onShelf = useShelf(
    shelf,
    lines.flatMap(({ itemId }) => itemId ?? []),
  );
  const asksWitness = [...items.values()].some(({ schedule }) => needsWitness(schedule));
  return {
    places,
    shelf,
    /** What is kept with what is typed, so that the shelf stays while somebody is at it. */
    pinned: chosen === "" && !offered.isSettled ? "" : shelf,
    items,
    onShelf,
    drawn: drawLines(lines, onShelf),
    asksWitness,
  };
}

/** What is done with the lines. */
function acts(lines: readonly LineDraft[], write: (patch: Partial<DispenseDraft>) => void) {
  return {
    addItem: (itemId: string) =>
      write({ lines: [...lines, emptyLine(`item/${itemId}/${Date.now()}`, null, itemId)] }),
    writeLine: (key: string, patch: Partial<LineDraft>) =>
      write({ lines: lines.map((one) => (one.key === key ? { ...one, ...patch } : one)) }),
    removeLine: (key: string) => write({ lines: lines.filter((one) => one.key !== key) }),
  };
}

/** What is typed, kept as a draft until it is sent, and how it is sent. */
function useKeptDispense(props: DispenseFormProps, given: ReadonlyMap<string, number>) {
  const { prescription: rx, resumed, onSaved } = props;
  const [fields, setFields] = useState<DispenseDraft>(() => {
    const kept = resumed === null ? null : readDispense(resumed.form_state);
    const lines = rx === null ? [] : linesOf(rx.items, given);
    return kept ?? { shelf: "", patientId: null, witnessId: "", lines };
  });
  const of = { prescriptionId: rx?.id ?? null, patientId: rx?.patient_id ?? null };
  const kept = useKeptFields({
    kind: draftKinds.dispense,
    entityId: of.prescriptionId,
    resumed,
    fields,
    stateOf: (now: DispenseDraft, key) => dispenseState(now, of, key),
  });
  const giving = useGiveOut(kept, (dispense) => {
    rememberShelf(dispense.location_id);
    onSaved(dispense);
  });
  const write = (patch: Partial<DispenseDraft>) => {
    setFields((now) => ({ ...now, ...patch }));
    giving.reset();
  };
  const take = (state: Draft["form_state"]) => setFields(readDispense(state) ?? fields);
  return { fields, write, take, giving, keeper: kept.keeper };
}

/** Medicines that are given out: the lines, of which batches they are, what is lacking, and how it is sent. */
export function useDispenseForm(props: DispenseFormProps) {
  const { prescription: rx, before, onLeave } = props;
  const say = useSay();
  const given = givenOf(before);
  const { fields, write: writeAll, take, giving, keeper } = useKeptDispense(props, given);
  const [isChecked, setChecked] = useState(false);
  const shelf = useDrawn(fields, rx === null ? null : linesOf(rx.items, given));
  const write = (patch: Partial<DispenseDraft>) => writeAll({ shelf: shelf.pinned, ...patch });
  const facts = factsOf(fields.lines, rx, given, shelf.drawn);
  const sent = sentLines(fields);
  const faults = faultsAtFields(giving.error, shownPaths(sent.length), say);
  const lacksWitness = shelf.asksWitness && fields.witnessId === "";
  const areWhole = fields.lines.every(({ key }) => facts.get(key)?.gaps.length === 0);
  const isWhole = sent.length > 0 && shelf.shelf !== "" && !lacksWitness && areWhole;
  return {
    ...shelf,
    ...acts(fields.lines, write),
    fields,
    rx,
    given,
    facts,
    isChecked,
    isEmpty: sent.length === 0,
    lacksWitness: isChecked && lacksWitness,
    faults,
    isPending: giving.isPending,
    keeper,
    write,
    take,
    /** What the branch has refused of a line, by its field. */
    refused: (key: string, name: string) => {
      const nth = sent.findIndex((one) => one.key === key);
      return nth === -1 ? undefined : faults.at(`lines.${nth}.${name}`);
    },
    leave: onLeave,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (!isWhole || giving.isPending) return;
      const prescribed = new Map(rx?.items.map(({ id, item_id: item }) => [id, item]));
      const where = { prescriptionId: rx?.id ?? null, locationId: shelf.shelf };
      giving.mutate(dispenseBody(fields, where, shelf.drawn, prescribed));
    },
  };
}

/** Medicines that are given out. */
export type DispenseForm = ReturnType<typeof useDispenseForm>;
