import { useState, type FormEvent } from "react";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { bodyOf, emptyOrder, gapsOf, type OrderDraft, type OrderGap } from "./order-draft.ts";
import { usePlaceOrder } from "./test-queries.ts";

/** What the form is opened with. */
export interface OrderFormProps {
  readonly patientId: string;
  /** The visit that is under way; null where there is none. */
  readonly visit: Encounter | null;
  readonly onPlaced: (order: LabOrder) => void;
  readonly onLeave: () => void;
}

const gapTexts: Readonly<Record<OrderGap, TextId>> = {
  tests: "order.needsTest",
  unadded: "order.unadded",
  ordered_by: "order.needsDoctor",
};

const ofForm = ["tests", "ordered_by", "priority", "clinical_notes"];

/** The state of the form by which tests are ordered. */
export function useOrderForm({ patientId, visit, onPlaced }: OrderFormProps) {
  const say = useSay();
  const { staff } = useSignedIn();
  const isDoctor = staff.roles.includes("doctor");
  const [draft, setDraft] = useState<OrderDraft>(() =>
    emptyOrder(isDoctor ? staff.id : (visit?.doctor_id ?? "")),
  );
  const [isTried, setTried] = useState(false);
  const save = usePlaceOrder((order) => {
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
