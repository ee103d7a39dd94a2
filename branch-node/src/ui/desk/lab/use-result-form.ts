import { useState, type FormEvent } from "react";
import { rangeFor } from "@edgeward/shared/clinical/lab-results/lab-result-flags.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { OrderedTest } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { faultsAtFields, type FormFaults } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useEnterResult, useLabTest, useNextVersion } from "./lab-queries.ts";
import {
  draftOf,
  faultOf,
  observationsOf,
  type ValueDraft,
  type ValueFault,
} from "./result-form.ts";
import { limitsText } from "./result-texts.ts";

/** What the dialog is about: a test of an order, and the version of its result that another one is to stand in place of. */
export interface ResultDialogProps {
  readonly order: LabOrder;
  readonly test: OrderedTest;
  readonly before: LabResult | null;
  readonly onClose: () => void;
}

const dayMs = 86_400_000;
const valuePaths = [
  "value_num",
  "value_text",
  "value_code",
  "value_bool",
  "unit",
  "comparator",
].map((name) => `observations.0.${name}`);

/** What is usual of the patient whose specimen it is; "" where nothing is known of it. */
function useUsual({ order, test }: ResultDialogProps) {
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
function isCorrection(before: LabResult | null): boolean {
  return before !== null && before.status !== "preliminary";
}

function useSending({ order, test, before, onClose }: ResultDialogProps) {
  const say = useSay();
  const done = () => {
    notify({ text: say("lab.enteredNow", { name: test.name }), tone: "good" });
    onClose();
  };
  const enter = useEnterResult(done);
  const next = useNextVersion(before?.id ?? "", done);
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

function valueFaultIn(faults: FormFaults): string | undefined {
  return [...valuePaths, "observations"]
    .map((path) => faults.at(path))
    .find((text) => text !== undefined);
}

/** Whether a value was refused because it is hardly possible. */
function isImplausible(error: unknown): boolean {
  return error instanceof ApiError && error.code === "implausible_value";
}

const faultTexts = { missing: "lab.needsValue", notANumber: "lab.notANumber" } as const;

/** What is typed into the form. */
function useTyped(before: LabResult | null) {
  const [draft, setDraft] = useState<ValueDraft>(() =>
    draftOf(before?.observations[0], before?.conclusion ?? null),
  );
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<ValueFault | null>(null);
  return { draft, setDraft, reason, setReason, fault, setFault };
}

/** The state of the form by which a result is entered, or another version of it made. */
export function useResultForm(props: ResultDialogProps) {
  const { before } = props;
  const say = useSay();
  const { known, isKnown, usual } = useUsual(props);
  const { draft, setDraft, reason, setReason, fault, setFault } = useTyped(before);
  const sending = useSending(props);
  const type = before?.observations[0]?.value_type ?? known?.value_type ?? "text";
  const isCorrected = isCorrection(before);
  const faults = faultsAtFields(
    sending.error,
    [...valuePaths, "observations", "status_reason"],
    say,
  );

  return {
    draft,
    known,
    isKnown,
    usual,
    type,
    reason,
    isCorrected,
    isImplausible: draft.isConfirmed || isImplausible(sending.error),
    rest: faults.rest,
    valueFault: fault === null ? valueFaultIn(faults) : say(faultTexts[fault]),
    reasonFault: faults.at("status_reason"),
    change: (patch: Partial<ValueDraft>) => {
      setDraft((now) => ({ ...now, ...patch }));
      setFault(null);
      if (patch.isConfirmed === undefined) sending.reset();
    },
    writeReason: (text: string) => {
      setReason(text);
      sending.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = faultOf(draft, type);
      setFault(found);
      if (found !== null) return;
      const corrected = { status: "corrected", status_reason: reason.trim() } as const;
      sending.send(
        { observations: observationsOf(draft, type, before?.observations ?? []) },
        { ...besidesOf(draft), ...(isCorrected ? corrected : {}) },
      );
    },
  };
}
