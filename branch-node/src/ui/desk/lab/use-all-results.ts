import { useState, type FormEvent } from "react";
import { useQueries } from "@tanstack/react-query";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { allState, readAll, seenOf, type AllFields } from "./lab-kept.ts";
import { labTestOptions, useEnterResult } from "./lab-queries.ts";
import {
  emptyValue,
  faultOf,
  observationOf,
  type ValueDraft,
  type ValueFault,
} from "./result-form.ts";
import { faultTexts, isImplausible, valuePathsAt } from "./use-result-form.ts";

/** What is wrong with the value of one test. */
interface Wrong {
  readonly fault: ValueFault | null;
  readonly error: unknown;
}

/** How far the value of one test has come: what is typed, and what is wrong with it. */
interface Entry extends Wrong {
  readonly draft: ValueDraft;
}

const right: Wrong = { fault: null, error: null };

/** What is wrong with a value: with what is typed, or what the answer says of it. */
function textOfFault({ fault, error }: Entry, say: Say): string | undefined {
  if (fault !== null) return say(faultTexts[fault]);
  const paths = [...valuePathsAt(0), "observations"];
  const faults = faultsAtFields(error, paths, say);
  return paths.map((path) => faults.at(path)).find((text) => text !== undefined);
}

/** The tests of an order that have no answer yet, with what the catalogue says of each. */
function useOpenTests(order: LabOrder) {
  const client = useClient();
  const open = order.tests.filter(({ status }) => status === "pending");
  const known = useQueries({ queries: open.map((test) => labTestOptions(client, test.test_code)) });
  return open.map((test, place) => ({
    test,
    known: known[place]?.data ?? null,
    isKnown: known[place]?.isFetched ?? false,
  }));
}

type OpenTest = ReturnType<typeof useOpenTests>[number];

function typeOf({ known }: OpenTest) {
  return known?.value_type ?? "text";
}

/** The values that a form begins with; what is hardly possible was confirmed of the specimens of then. */
function openedWith(order: LabOrder, resumed: Draft | null) {
  const kept = resumed === null ? null : readAll(resumed.form_state);
  if (kept === null) return { values: {}, isOutdated: false };
  const isOutdated = kept.seen !== seenOf(order.specimens, null);
  const unsure = Object.entries(kept.fields).map(
    ([id, draft]) => [id, { ...draft, isConfirmed: false }] as const,
  );
  return { values: isOutdated ? Object.fromEntries(unsure) : kept.fields, isOutdated };
}

/** What is typed, test by test, kept as a draft until all of it is sent. */
function useEntries(order: LabOrder, resumed: Draft | null) {
  const [opened] = useState(() => openedWith(order, resumed));
  const [values, setValues] = useState<AllFields>(opened.values);
  const [wrong, setWrong] = useState<Readonly<Record<string, Wrong>>>({});
  const seen = seenOf(order.specimens, null);
  const kept = useKeptFields({
    kind: draftKinds.labResults,
    entityId: order.id,
    resumed,
    fields: values,
    stateOf: (now: AllFields, key) => allState(now, order, seen, key),
  });
  return {
    kept,
    isOutdated: opened.isOutdated,
    /** Puts another screen's state in the place of what is typed here. */
    take: (formState: FormState) => {
      const theirs = readAll(formState);
      if (theirs !== null) setValues(theirs.fields);
    },
    entryOf: ({ test }: OpenTest): Entry => ({
      draft: values[test.id] ?? emptyValue,
      ...(wrong[test.id] ?? right),
    }),
    put: ({ test }: OpenTest, { draft, fault, error }: Entry) => {
      setValues((now) => (now[test.id] === draft ? now : { ...now, [test.id]: draft }));
      setWrong((now) => ({ ...now, [test.id]: { fault, error } }));
    },
    /** Forgets what has arrived. */
    drop: (rows: readonly OpenTest[]) => {
      const gone = new Set(rows.map(({ test }) => test.id));
      setValues((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !gone.has(id))));
    },
  };
}

type Entries = ReturnType<typeof useEntries>;

/** Sends what is typed for some tests, one after the other: each is an intent of its own, and a refused one keeps no other. */
function useSendAll(order: LabOrder, entries: Entries, onClose: () => void) {
  const { entryOf, put, drop, kept } = entries;
  const say = useSay();
  const { mutateAsync, isPending } = useEnterResult(() => undefined);

  async function send(row: OpenTest): Promise<boolean> {
    const { draft } = entryOf(row);
    try {
      await mutateAsync({
        order_id: order.id,
        test_id: row.test.id,
        observations: [observationOf(draft, typeOf(row))],
        ...(draft.isConfirmed ? { confirm: true } : {}),
      });
      return true;
    } catch (error) {
      put(row, { draft, fault: null, error });
      return false;
    }
  }

  async function sendAll(rows: readonly OpenTest[]): Promise<void> {
    const sent: OpenTest[] = [];
    for (const row of rows) if (await send(row)) sent.push(row);
    const count = sent.length;
    if (count > 0) notify({ text: say("lab.enteredSome", { count }), tone: "good" });
    if (count < rows.length) return drop(sent);
    kept.sent();
    onClose();
  }

  return { sendAll, isPending };
}

/** The state of the form in which the results of several tests of an order are entered in one. */
export function useAllResults(order: LabOrder, resumed: Draft | null, onClose: () => void) {
  const say = useSay();
  const entries = useEntries(order, resumed);
  const { entryOf, put } = entries;
  const [isEmpty, setEmpty] = useState(false);
  const tests = useOpenTests(order);
  const { sendAll, isPending } = useSendAll(order, entries, onClose);
  return {
    keeper: entries.kept.keeper,
    isOutdated: entries.isOutdated,
    take: entries.take,
    rows: tests.map((row) => {
      const entry = entryOf(row);
      const fault = textOfFault(entry, say);
      return {
        ...row,
        draft: entry.draft,
        type: typeOf(row),
        fault,
        rest: fault === undefined ? entry.error : null,
        isImplausible: entry.draft.isConfirmed || isImplausible(entry.error),
        change: (patch: Partial<ValueDraft>) => {
          setEmpty(false);
          const error = patch.isConfirmed === undefined ? null : entry.error;
          put(row, { draft: { ...entry.draft, ...patch }, fault: null, error });
        },
      };
    }),
    isEmpty,
    submit: (event: FormEvent) => {
      event.preventDefault();
      // What is left empty is entered another time.
      const typed = tests.filter((row) => entryOf(row).draft.value.trim() !== "");
      setEmpty(typed.length === 0);
      const faultIn = (row: OpenTest) => faultOf(entryOf(row).draft, typeOf(row));
      const wrong = typed.filter((row) => faultIn(row) !== null);
      for (const row of wrong)
        put(row, { draft: entryOf(row).draft, fault: faultIn(row), error: null });
      if (typed.length > 0 && wrong.length === 0 && !isPending) void sendAll(typed);
    },
  };
}

/** One test of that form. */
export type ResultRow = ReturnType<typeof useAllResults>["rows"][number];
