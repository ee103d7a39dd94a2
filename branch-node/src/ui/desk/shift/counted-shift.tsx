import { useState } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import { Sums, useMoney } from "#ui/desk/money/money.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Badge, Banner, Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useReceivers, useShiftStep } from "./shift-queries.ts";
import type { CashierShift } from "./shift-list.ts";

/** Prints the report of a shift that was counted. */
export function usePrintShift(): (shift: CashierShift) => void {
  const say = useSay();
  const print = usePrintPaper();
  return ({ id, shift_no: number }) =>
    print({ document_type: "report", source_id: id }, `${say("shift.report")} ${number}`);
}

/** What was counted of a shift beside what should be there. */
export function Counted({ shift }: { readonly shift: CashierShift }) {
  const say = useSay();
  const money = useMoney(shift.currency);
  const variance = shift.variance_minor ?? 0;
  const amount = money(Math.abs(variance));
  return (
    <>
      <Sums
        currency={shift.currency}
        rows={[
          { id: "expected", text: say("shift.expected"), minor: shift.expected_minor ?? 0 },
          {
            id: "counted",
            text: say("shift.countedSum"),
            minor: shift.counted_minor ?? 0,
            isStrong: true,
          },
          ...(shift.takings ?? [])
            .filter(({ method }) => method !== "cash")
            .map(({ method, received_minor: received, returned_minor: returned }) => ({
              id: method,
              text: say(`tender.${method}`),
              minor: received - returned,
            })),
        ]}
      />
      <Banner tone={variance === 0 ? "good" : "warning"} testName={testNames.shiftVariance}>
        {variance === 0
          ? say("shift.even")
          : say(variance < 0 ? "shift.short" : "shift.over", { amount })}
      </Banner>
    </>
  );
}

const shortestReason = 3;

function useLetGo(shift: CashierShift) {
  const say = useSay();
  const print = usePrintShift();
  const receivers = useReceivers();
  const [reason, setReason] = useState(shift.variance_reason ?? "");
  const [receiver, setReceiver] = useState("");
  const [asked, setAsked] = useState<"handed_over" | "closed" | null>(null);
  const step = useShiftStep(shift.id, (after) => {
    const name = receivers?.find(({ id }) => id === after.handed_to)?.name ?? "";
    const text =
      after.status === "closed"
        ? say("shift.closedNow", { name: after.shift_no })
        : say("shift.handedNow", { name });
    notify({ text, tone: "good" });
    if (after.status === "closed") print(after);
  });
  const needsReason = shift.variance_minor !== 0 && reason.trim().length < shortestReason;
  const faults = faultsAtFields(step.error, ["variance_reason", "handed_to"], say);
  function go(status: "handed_over" | "closed"): void {
    setAsked(status);
    const needsReceiver = status === "handed_over" && receiver === "";
    if (needsReason || needsReceiver || step.isPending) return;
    step.mutate({
      status,
      ...(shift.variance_minor === 0 ? {} : { variance_reason: reason.trim() }),
      ...(status === "handed_over" ? { handed_to: receiver } : {}),
    });
  }
  return {
    reason,
    setReason,
    receiver,
    setReceiver,
    receivers: receivers ?? [],
    go,
    faults,
    reasonFault:
      asked !== null && needsReason ? say("shift.reasonNeeded") : faults.at("variance_reason"),
    receiverFault:
      asked === "handed_over" && receiver === ""
        ? say("shift.chooseReceiver")
        : faults.at("handed_to"),
  };
}

function LetGoActions({
  of,
  shift,
}: {
  readonly of: ReturnType<typeof useLetGo>;
  readonly shift: CashierShift;
}) {
  const say = useSay();
  const print = usePrintShift();
  return (
    <>
      <FaultNotice error={of.faults.rest} />
      <div className="form-actions">
        {of.receivers.length === 0 ? null : (
          <Button
            look="primary"
            onPress={() => of.go("handed_over")}
            testName={testNames.handOverShift}
          >
            {say("shift.handOver")}
          </Button>
        )}
        <Button onPress={() => of.go("closed")} testName={testNames.putAwayShift}>
          {say("shift.putAway")}
        </Button>
        <Button
          look="quiet"
          icon="print"
          onPress={() => print(shift)}
          testName={testNames.printShift}
        >
          {say("shift.printReport")}
        </Button>
      </div>
    </>
  );
}

/** A drawer that was counted: why more or less is there, and to whom it goes. */
export function CountedShift({ shift }: { readonly shift: CashierShift }) {
  const say = useSay();
  const of = useLetGo(shift);
  return (
    <Card
      title={`${shift.shift_no} · ${shift.counter}`}
      aside={<Badge tone="info">{say("shiftStatus.counted")}</Badge>}
      testName={testNames.ownShift}
    >
      <Counted shift={shift} />
      <div className="dialog-form cash-form">
        {shift.variance_minor === 0 ? null : (
          <LineField
            label={say("shift.varianceReason")}
            value={of.reason}
            onChange={of.setReason}
            fault={of.reasonFault}
            takesFocus
            testName={testNames.varianceReason}
          />
        )}
        {of.receivers.length === 0 ? (
          <p className="muted">{say("shift.noReceiver")}</p>
        ) : (
          <ChoiceField
            label={say("shift.handTo")}
            value={of.receiver}
            onChange={of.setReceiver}
            empty={say("shift.chooseReceiver")}
            options={of.receivers.map((each) => ({ value: each.id, text: each.name }))}
            fault={of.receiverFault}
            testName={testNames.shiftReceiver}
          />
        )}
        <LetGoActions of={of} shift={shift} />
      </div>
    </Card>
  );
}
