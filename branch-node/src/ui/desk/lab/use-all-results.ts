import { useState, type FormEvent } from "react";
import { useQueries } from "@tanstack/react-query";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { labTestOptions, useEnterResult } from "./lab-queries.ts";
import {
  emptyValue,
  faultOf,
  observationOf,
  type ValueDraft,
  type ValueFault,
} from "./result-form.ts";
import { faultTexts, isImplausible, valuePathsAt } from "./use-result-form.ts";

/** How far the value of one test has come: what is typed, and what is wrong with it. */
interface Entry {
  readonly draft: ValueDraft;
  readonly fault: ValueFault | null;
  readonly error: unknown;
}

const untouched: Entry = { draft: emptyValue, fault: null, error: null };

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

/** What is typed, test by test. */
function useEntries() {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});
  return {
    entryOf: ({ test }: OpenTest) => entries[test.id] ?? untouched,
    put: ({ test }: OpenTest, entry: Entry) => setEntries((now) => ({ ...now, [test.id]: entry })),
  };
}

type Entries = ReturnType<typeof useEntries>;

/** Sends what is typed for some tests, one after the other: each is an intent of its own, and a refused one keeps no other. */
function useSendAll(order: LabOrder, { entryOf, put }: Entries, onClose: () => void) {
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
    let count = 0;
    for (const row of rows) if (await send(row)) count += 1;
    if (count > 0) notify({ text: say("lab.enteredSome", { count }), tone: "good" });
    if (count === rows.length) onClose();
  }

  return { sendAll, isPending };
}

/** The state of the form in which the results of several tests of an order are entered in one. */
export function useAllResults(order: LabOrder, onClose: () => void) {
  const say = useSay();
  const entries = useEntries();
  const { entryOf, put } = entries;
  const [isEmpty, setEmpty] = useState(false);
  const tests = useOpenTests(order);
  const { sendAll, isPending } = useSendAll(order, entries, onClose);
  return {
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
