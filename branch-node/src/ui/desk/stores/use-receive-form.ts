import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { packOf } from "#ui/desk/pharmacy/pack-scan.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useExpiring } from "#ui/desk/stock/item-queries.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import type { Order, Receipt } from "./orders-list.ts";
import { useReceive } from "./orders-queries.ts";
import {
  headGaps,
  readReceive,
  receiptBody,
  receivedGaps,
  receiveOf,
  receiveState,
  sentReceived,
  withBatch,
  type ReceivedDraft,
  type ReceivedGap,
  type ReceiveDraft,
} from "./receive-draft.ts";

/** What the form is opened with. */
export interface ReceiveFormProps {
  readonly order: Order;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (receipt: Receipt) => void;
  readonly onLeave: () => void;
}

const pathOf: Readonly<Record<ReceivedGap, string>> = {
  batch: "batch_no",
  expiry: "expiry_date",
  quantity: "quantity",
  free: "free_qty",
  rejected: "rejected_qty",
  reason: "reject_reason",
  mrp: "mrp_minor",
  cost: "unit_cost_minor",
};

const gapTexts: Readonly<Record<ReceivedGap, TextId>> = {
  batch: "receive.needsBatch",
  expiry: "receive.needsExpiry",
  quantity: "dispense.needsQuantity",
  free: "dispense.needsQuantity",
  rejected: "receive.needsRejected",
  reason: "shift.reasonNeeded",
  mrp: "bills.gap_price",
  cost: "bills.gap_price",
};

const headPaths = ["supplier_invoice_no", "supplier_invoice_date", "location_id"];

function shownPaths(count: number): readonly string[] {
  const names = [...Object.values(pathOf), "item_id", "gtin"];
  const places = Array.from({ length: count }, (_, place) => place);
  return [...headPaths, ...places.flatMap((nth) => names.map((name) => `lines.${nth}.${name}`))];
}

function useKeptReceive({ order, resumed, onSaved }: ReceiveFormProps) {
  const [fields, setFields] = useState<ReceiveDraft>(
    () => (resumed === null ? null : readReceive(resumed.form_state)) ?? receiveOf(order),
  );
  const kept = useKeptFields({
    kind: draftKinds.receipt,
    entityId: order.id,
    resumed,
    fields,
    stateOf: receiveState,
  });
  const saving = useReceive(kept, onSaved);
  const write = (patch: Partial<ReceiveDraft>) => {
    setFields((now) => ({ ...now, ...patch }));
    saving.reset();
  };
  const take = (state: Draft["form_state"]) => setFields(readReceive(state) ?? fields);
  return { fields, write, take, saving, keeper: kept.keeper };
}

/** What is done with the lines. */
function acts(
  lines: readonly ReceivedDraft[],
  write: (patch: Partial<ReceiveDraft>) => void,
  thisYear: number,
) {
  const writeLine = (key: string, patch: Partial<ReceivedDraft>) =>
    write({ lines: lines.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
  return {
    writeLine,
    addBatch: (key: string) => write({ lines: [...withBatch(lines, key, Date.now())] }),
    removeLine: (key: string) => write({ lines: lines.filter((one) => one.key !== key) }),
    /** What the code of a pack says of a line. @returns whether it is one */
    scan: (key: string, text: string): boolean => {
      const pack = packOf(text, thisYear);
      if (pack === null) return false;
      const { gtin, lot, expiry } = pack;
      writeLine(key, {
        gtin,
        ...(lot === null ? {} : { batch: lot.toUpperCase() }),
        ...(expiry === null ? {} : { expiry }),
      });
      return true;
    },
  };
}

/** What has come of a supplier for an order, as it is typed. */
export function useReceiveForm(props: ReceiveFormProps) {
  const { order } = props;
  const say = useSay();
  const today = useToday();
  const { fields, write, take, saving, keeper } = useKeptReceive(props);
  const [isChecked, setChecked] = useState(false);
  const expiring = useExpiring(order.lines.map(({ item_id: id }) => id));
  const sent = sentReceived(fields);
  const faults = faultsAtFields(saving.error, shownPaths(sent.length), say);
  const gapsOf = (one: ReceivedDraft) =>
    receivedGaps(one, { isDated: expiring.has(one.itemId), today });
  const head = headGaps(fields, today);
  const isWhole =
    sent.length > 0 && head.length === 0 && fields.lines.every((one) => gapsOf(one).length === 0);
  return {
    ...acts(fields.lines, write, Number(today.slice(0, 4))),
    fields,
    order,
    write,
    take,
    keeper,
    today,
    isPending: saving.isPending,
    rest: faults.rest,
    isEmpty: isChecked && sent.length === 0,
    headFault: (gap: (typeof head)[number], path: string, text: TextId) =>
      isChecked && head.includes(gap) ? say(text) : faults.at(path),
    /** What is wrong with a field of a line. */
    faultOf: (one: ReceivedDraft, gap: ReceivedGap) => {
      if (isChecked && gapsOf(one).includes(gap)) return say(gapTexts[gap]);
      const nth = sent.findIndex(({ key }) => key === one.key);
      return nth === -1 ? undefined : faults.at(`lines.${nth}.${pathOf[gap]}`);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (isWhole && !saving.isPending) saving.mutate(receiptBody(fields, order));
    },
    leave: props.onLeave,
  };
}

/** What has come, as it is typed. */
export type ReceiveForm = ReturnType<typeof useReceiveForm>;
