import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import {
  billBody,
  billState,
  emptyBill,
  gapsOf,
  hasDiscount,
  isShareWrong,
  lineOfItem,
  readBill,
  type BillDraft,
  type LineDraft,
} from "./bill-draft.ts";
import { useBill, type Invoice } from "./bill-queries.ts";

/** What the form of a bill is opened with. */
export interface BillFormProps {
  readonly patientId: string;
  readonly currency: string;
  /** What was done and is on no bill yet: the lines of an empty form. */
  readonly charged: LineDraft[];
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (invoice: Invoice) => void;
  readonly onLeave: () => void;
}

const lineFields = [
  "description",
  "quantity",
  "unit_price_minor",
  "discount_minor",
  "gst_rate_bp",
  "source_id",
];
const shortestReason = 3;

function shownPaths(count: number): readonly string[] {
  const places = Array.from({ length: count }, (_, place) => place);
  const ofLines = places.flatMap((nth) => lineFields.map((name) => `lines.${nth}.${name}`));
  const reasons = places.map((nth) => `lines.${nth}.discount_reason`);
  return ["place_of_supply", "payer_id", "payer_split.payer_minor", ...reasons, ...ofLines];
}

function lacksReason(fields: BillDraft): boolean {
  return hasDiscount(fields) && fields.reason.trim().length < shortestReason;
}

function isWhole(fields: BillDraft): boolean {
  const { lines } = fields;
  const areWhole = lines.every((one) => gapsOf(one).length === 0);
  return lines.length > 0 && areWhole && !lacksReason(fields) && !isShareWrong(fields);
}

/** What is done with the lines. */
function linesOf({ lines }: BillDraft, write: (patch: Partial<BillDraft>) => void) {
  return {
    add: (item: Parameters<typeof lineOfItem>[0]) =>
      write({ lines: [...lines, lineOfItem(item, Date.now())] }),
    writeLine: (key: string, patch: Partial<LineDraft>) =>
      write({ lines: lines.map((one) => (one.key === key ? { ...one, ...patch } : one)) }),
    removeLine: (key: string) => write({ lines: lines.filter((one) => one.key !== key) }),
  };
}

/** A bill that is typed: its lines, what is lacking, and how it is sent. */
export function useBillForm(props: BillFormProps) {
  const { patientId, charged, resumed, onSaved, onLeave } = props;
  const say = useSay();
  const mayApprove = useMay("invoices", "approve");
  const [fields, setFields] = useState<BillDraft>(() => {
    const kept = resumed === null ? null : readBill(resumed.form_state);
    return kept ?? emptyBill(charged);
  });
  const [isChecked, setChecked] = useState(false);
  const kept = useKeptFields({
    kind: draftKinds.bill,
    entityId: patientId,
    resumed,
    fields,
    stateOf: (now: BillDraft, key) => billState(now, patientId, key),
  });
  const saving = useBill(kept, onSaved);
  const faults = faultsAtFields(saving.error, shownPaths(fields.lines.length), say);
  const needsReason = lacksReason(fields);
  const write = (patch: Partial<BillDraft>) => {
    setFields((now) => ({ ...now, ...patch }));
    saving.reset();
  };
  const send = (isDrawnUp: boolean) => {
    setChecked(true);
    if (isWhole(fields) && !saving.isPending) saving.mutate(billBody(fields, patientId, isDrawnUp));
  };
  return {
    fields,
    write,
    isChecked,
    mayApprove,
    needsReason: isChecked && needsReason,
    faults,
    isPending: saving.isPending,
    keeper: kept.keeper,
    ...linesOf(fields, write),
    take: (state: Draft["form_state"]) => setFields(readBill(state) ?? fields),
    drawUp: () => send(true),
    submit: (event: FormEvent) => {
      event.preventDefault();
      send(false);
    },
    leave: onLeave,
  };
}

/** A bill that is typed. */
export type BillForm = ReturnType<typeof useBillForm>;
