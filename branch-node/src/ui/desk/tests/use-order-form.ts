import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { bodyOf, emptyOrder, gapsOf, type OrderDraft, type OrderGap } from "./order-draft.ts";
import { orderState, readOrder } from "./order-kept.ts";
import { usePlaceOrder } from "./test-queries.ts";

/** What the form is opened with. */
export interface OrderFormProps {
  readonly patientId: string;
  /** The visit that is under way; null where there is none. */
  readonly visit: Encounter | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onPlaced: (order: LabOrder) => void;
  readonly onLeave: () => void;
}

const gapTexts: Readonly<Record<OrderGap, TextId>> = {
  tests: "order.needsTest",
  unadded: "order.unadded",
  ordered_by: "order.needsDoctor",
};

const ofForm = ["tests", "ordered_by", "priority", "clinical_notes"];

/** What is written, kept as a draft until it is placed; and whether the visit is another one since it was begun. */
function useKeptOrder({ patientId, visit, resumed }: OrderFormProps) {
  const { staff } = useSignedIn();
  const isDoctor = staff.roles.includes("doctor");
  const visitId = visit?.id ?? null;
  const [opened] = useState(() => {
    const kept = resumed === null ? null : readOrder(resumed.form_state);
    const fields = kept?.fields ?? emptyOrder(isDoctor ? staff.id : (visit?.doctor_id ?? ""));
    return { fields, isOutdated: kept !== null && kept.visitId !== visitId };
  });
  const [draft, setDraft] = useState<OrderDraft>(opened.fields);
  const kept = useKeptFields({
    kind: draftKinds.labOrder,
    entityId: patientId,
    resumed,
    fields: draft,
    stateOf: (now: OrderDraft, key) => orderState(now, visitId, key),
  });
  /** Puts another screen's state in the place of what is typed here. */
  const take = (formState: FormState) => {
    const theirs = readOrder(formState);
    if (theirs !== null) setDraft(theirs.fields);
  };
  return { isDoctor, draft, setDraft, kept, take, isOutdated: opened.isOutdated };
}

/** The state of the form by which tests are ordered. */
export function useOrderForm(props: OrderFormProps) {
  const { patientId, visit, onPlaced } = props;
  const say = useSay();
  const { isDoctor, draft, setDraft, kept, take, isOutdated } = useKeptOrder(props);
  const [isTried, setTried] = useState(false);
  const save = usePlaceOrder(kept, (order) => {
    notify({ text: say("order.placedNow", { name: order.order_no }), tone: "good" });
    onPlaced(order);
  });
  const { chosen } = draft;
  const testPaths = chosen.map((_, place) => `tests.${place}.test_code`);
  const faults = faultsAtFields(save.error, [...ofForm, ...testPaths], say);
  const gaps = isTried ? gapsOf(draft) : [];

  function gapAt(...wanted: readonly OrderGap[]): string | undefined {
    const gap = gaps.find((each) => wanted.includes(each));
    return gap === undefined ? undefined : say(gapTexts[gap]);
  }

  /** The first test that the catalogue does not offer any more. */
  function goneFault(): string | undefined {
    const place = testPaths.findIndex((path) => faults.at(path) !== undefined);
    return place < 0 ? undefined : say("order.testGone", { name: chosen[place]?.name ?? "" });
  }

  return {
    draft,
    keeper: kept.keeper,
    isOutdated,
    take,
    isDoctor,
    isPending: save.isPending,
    rest: faults.rest,
    testsFault: gapAt("tests", "unadded") ?? goneFault() ?? faults.at("tests"),
    doctorFault: gapAt("ordered_by") ?? faults.at("ordered_by"),
    notesFault: faults.at("clinical_notes"),
    change: (patch: Partial<OrderDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      save.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (gapsOf(draft).length > 0 || save.isPending) return;
      save.mutate(bodyOf(draft, { patientId, visitId: visit?.id ?? null }));
    },
  };
}

/** That form as its fields see it. */
export type OrderForm = ReturnType<typeof useOrderForm>;
