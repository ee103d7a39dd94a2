import { useState, type FormEvent } from "react";
import { rangeFor } from "@edgeward/shared/clinical/lab-results/lab-result-flags.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { OrderedTest } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { faultsAtFields, type FormFaults } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import type { KeptSending } from "#ui/desk/data/saving.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { readResult, resultState, seenOf, type ResultFields } from "./lab-kept.ts";
import { useEnterResult, useLabTest, useNextVersion } from "./lab-queries.ts";
import {
  draftOf,
  faultOf,
  observationsOf,
  type ValueDraft,
  type ValueFault,
  type ValueType,
} from "./result-form.ts";
import { limitsText } from "./result-texts.ts";

/** What the dialog is about: a test of an order, and the version of its result that another one is to stand in place of. */
export interface ResultDialogProps {
  readonly order: LabOrder;
  readonly test: OrderedTest;
  readonly before: LabResult | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onClose: () => void;
}

const dayMs = 86_400_000;
const valueNames = ["value_num", "value_text", "value_code", "value_bool", "unit", "comparator"];

/** Where an answer speaks of the n-th value of a result. */
export function valuePathsAt(place: number): readonly string[] {
  return valueNames.map((name) => `observations.${place}.${name}`);
}

/** What is usual of the patient whose specimen it is; "" where nothing is known of it. */
export function useUsual({ order, test }: Pick<ResultDialogProps, "order" | "test">) {
  const say = useSay();
  const today = useToday();
  const { data: patient } = usePatient(order.patient_id);
  const { data: known, isFetched } = useLabTest(test.test_code);
  const born = patient?.dob ?? null;
  const ageDays = born === null ? null : Math.round((Date.parse(today) - Date.parse(born)) / dayMs);
  const range = rangeFor(known?.ranges ?? [], { gender: patient?.gender ?? "unknown", ageDays });
  return {
    known: known ?? null,
    isKnown: isFetched,
    usual: range === undefined ? "" : limitsText(range, say),
  };
}

/** Whether a result that was verified is corrected, and not one that nobody has verified yet changed. */
export function isCorrection(before: LabResult | null): boolean {
  return before !== null && before.status !== "preliminary";
}

function useSending({ order, test, before, onClose }: ResultDialogProps, kept: KeptSending) {
  const say = useSay();
  const done = () => {
    notify({ text: say("lab.enteredNow", { name: test.name }), tone: "good" });
    onClose();
  };
  const enter = useEnterResult(done, kept);
  const next = useNextVersion(before?.id ?? "", done, kept);
  const sending = before === null ? enter : next;
  return {
    error: sending.error,
    reset: sending.reset,
    send: (body: Pick<Parameters<typeof enter.mutate>[0], "observations">, more: object) => {
      if (sending.isPending) return;
      if (before === null) enter.mutate({ ...body, ...more, order_id: order.id, test_id: test.id });
      else next.mutate({ ...body, ...more });
    },
  };
}

/** What is sent beside the value. */
function besidesOf({ conclusion, isConfirmed }: ValueDraft) {
  const words = conclusion.trim();
  return { conclusion: words === "" ? null : words, ...(isConfirmed ? { confirm: true } : {}) };
}

function valueFaultIn(faults: FormFaults, place = 0): string | undefined {
  return [...valuePathsAt(place), ...(place === 0 ? ["observations"] : [])]
    .map((path) => faults.at(path))
    .find((text) => text !== undefined);
}

/** Whether a value was refused because it is hardly possible. */
export function isImplausible(error: unknown): boolean {
  return error instanceof ApiError && error.code === "implausible_value";
}

/** What is said of a value that cannot be sent as it is. */
export const faultTexts = { missing: "lab.needsValue", notANumber: "lab.notANumber" } as const;

function fieldsAtFirst(before: LabResult | null): ResultFields {
  return {
    draft: draftOf(before?.observations[0], before?.conclusion ?? null),
    others: (before?.observations ?? []).slice(1).map((found) => draftOf(found, null)),
    reason: "",
  };
}

/** What the form begins with, and whether what it is of has changed since it was begun. */
function openedWith({ order, before, resumed }: ResultDialogProps) {
  const fresh = fieldsAtFirst(before);
  const kept = resumed === null ? null : readResult(resumed.form_state);
  if (kept === null) return { fields: fresh, isOutdated: false };
  const isOutdated = kept.seen !== seenOf(order.specimens, before);
  const { draft, others, reason } = kept.fields;
  return {
    isOutdated,
    fields: {
      // What is hardly possible was confirmed of what stood there then.
      draft: { ...draft, isConfirmed: draft.isConfirmed && !isOutdated },
      others: others.length === fresh.others.length ? others : fresh.others,
      reason,
    },
  };
}

/** What is typed into the form, kept as a draft until it is sent. */
function useTyped(props: ResultDialogProps) {
  const { order, test, before, resumed } = props;
  const [opened] = useState(() => openedWith(props));
  const [fields, setFields] = useState<ResultFields>(opened.fields);
  const [faults, setFaults] = useState<readonly (ValueFault | null)[]>([]);
  const seen = seenOf(order.specimens, before);
  const kept = useKeptFields({
    kind: draftKinds.labResult,
    entityId: test.id,
    resumed,
    isAnother: opened.isOutdated,
    fields,
    stateOf: (now: ResultFields, key) => resultState(now, order, seen, key),
  });
  return {
    ...fields,
    kept,
    isOutdated: opened.isOutdated,
    /** Puts another screen's state in the place of what is typed here. */
    take: (formState: FormState) => {
      const theirs = readResult(formState);
      if (theirs !== null) setFields(theirs.fields);
    },
    setDraft: (patch: Partial<ValueDraft>) =>
      setFields((now) => ({ ...now, draft: { ...now.draft, ...patch } })),
    setOthers: (others: readonly ValueDraft[]) => setFields((now) => ({ ...now, others })),
    setReason: (reason: string) => setFields((now) => ({ ...now, reason })),
    faults,
    setFaults,
  };
}

type Typed = ReturnType<typeof useTyped>;

/** What the n-th value after the first is. */
function typeAfter(found: LabResult["observations"], place: number) {
  return found[place + 1]?.value_type ?? "text";
}

/** The values after the first, each with what it is of. */
function othersOf(
  { others, setOthers, setFaults }: Typed,
  found: LabResult["observations"],
  form: { readonly faultAt: (place: number) => string | undefined; readonly reset: () => void },
) {
  return others.map((own, place) => ({
    draft: own,
    name: found[place + 1]?.name ?? "",
    unit: found[place + 1]?.unit ?? null,
    type: typeAfter(found, place),
    fault: form.faultAt(place + 1),
    change: (patch: Partial<ValueDraft>) => {
      setOthers(others.map((each, at) => (at === place ? { ...each, ...patch } : each)));
      setFaults([]);
      form.reset();
    },
  }));
}

/** What is wrong with each value as it is typed. */
function faultsOf({ draft, others }: Typed, type: ValueType, found: LabResult["observations"]) {
  const after = others.map((own, place) => faultOf(own, typeAfter(found, place)));
  return [faultOf(draft, type), ...after];
}

/** What is wrong with the n-th value: with what is typed, or what the answer says of it. */
function useFaultAt(typed: Typed, faults: FormFaults): (place: number) => string | undefined {
  const say = useSay();
  return (place) => {
    const own = typed.faults[place] ?? null;
    return own === null ? valueFaultIn(faults, place) : say(faultTexts[own]);
  };
}

/** The state of the form by which a result is entered, or another version of it made. */
export function useResultForm(props: ResultDialogProps) {
  const say = useSay();
  const { known, isKnown, usual } = useUsual(props);
  const typed = useTyped(props);
  const { draft, setDraft, others, reason, setReason } = typed;
  const found = props.before?.observations ?? [];
  const sending = useSending(props, typed.kept);
  const type = found[0]?.value_type ?? known?.value_type ?? "text";
  const isCorrected = isCorrection(props.before);
  const paths = [draft, ...others].flatMap((_, place) => valuePathsAt(place));
  const faults = faultsAtFields(sending.error, [...paths, "observations", "status_reason"], say);
  const faultAt = useFaultAt(typed, faults);

  return {
    draft,
    typed,
    known,
    isKnown,
    usual,
    type,
    reason,
    isCorrected,
    isImplausible: draft.isConfirmed || isImplausible(sending.error),
    rest: faults.rest,
    valueFault: faultAt(0),
    others: othersOf(typed, found, { faultAt, reset: sending.reset }),
    firstName: others.length === 0 ? null : (found[0]?.name ?? null),
    reasonFault: faults.at("status_reason"),
    change: (patch: Partial<ValueDraft>) => {
      setDraft(patch);
      typed.setFaults([]);
      if (patch.isConfirmed === undefined) sending.reset();
    },
    writeReason: (text: string) => {
      setReason(text);
      sending.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const wrong = faultsOf(typed, type, found);
      typed.setFaults(wrong);
      if (wrong.some((one) => one !== null)) return;
      const corrected = { status: "corrected", status_reason: reason.trim() } as const;
      sending.send(
        { observations: observationsOf(draft, type, found, others) },
        { ...besidesOf(draft), ...(isCorrected ? corrected : {}) },
      );
    },
  };
}
