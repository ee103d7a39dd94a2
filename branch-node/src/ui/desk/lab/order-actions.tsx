import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { useOrderStep } from "./lab-queries.ts";
import { isToCollect, LabelsAhead, usePrintCollected } from "./print-labels.tsx";

/** Who collects, and who works in the laboratory; the server asks the same again. */
export function useLabRights() {
  const { roles } = useSignedIn().staff;
  const holds = (...wanted: readonly string[]) => wanted.some((role) => roles.includes(role));
  const mayUpdate = useMay("lab_orders", "update");
  return {
    mayCollect: mayUpdate && holds("nurse", "doctor", "lab"),
    mayReceive: mayUpdate && holds("lab"),
    mayCancel: mayUpdate && holds("nurse", "doctor", "lab"),
    mayEnter: useMay("lab_results", "create"),
    mayVerify: useMay("lab_results", "approve"),
    mayTell: useMay("lab_results", "update"),
  };
}

interface ActionProps {
  readonly order: LabOrder;
}

function Collect({ order }: ActionProps) {
  const say = useSay();
  const printNew = usePrintCollected(order);
  const step = useOrderStep(order.id, (collected) => {
    notify({ text: say("lab.collectedNow", { name: collected.order_no }), tone: "good" });
    printNew(collected);
  });
  return (
    <>
      <Button
        isSmall
        about={order.order_no}
        onPress={() => {
          if (!step.isPending) step.mutate({ status: "collected" });
        }}
        testName={testNames.collect}
      >
        {say("lab.doCollect")}
      </Button>
      <FaultNotice error={step.error} />
    </>
  );
}

function Receive({ order }: ActionProps) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        isSmall
        about={order.order_no}
        onPress={() => setOpen(true)}
        testName={testNames.receive}
      >
        {say("lab.doReceive")}
      </Button>
      {isOpen ? <ReceiveDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Open({ order }: ActionProps) {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button
      isSmall
      about={order.order_no}
      onPress={() => void go({ to: "/lab/orders/$order", params: { order: order.id } })}
      testName={testNames.openOrder}
    >
      {say("action.open")}
    </Button>
  );
}

/** What is done next with an order: its specimens are collected or received, or it is opened. @param isOpen where it is open already */
export function OrderActions({
  order,
  isOpen = false,
}: ActionProps & { readonly isOpen?: boolean }) {
  const { mayCollect, mayReceive } = useLabRights();
  return (
    <>
      {mayCollect && isToCollect(order) ? (
        <>
          <Collect order={order} />
          {isOpen ? null : <LabelsAhead order={order} />}
        </>
      ) : null}
      {mayReceive && order.status === "collected" ? <Receive order={order} /> : null}
      {isOpen ? null : <Open order={order} />}
    </>
  );
}
