import { useState, type FormEvent } from "react";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { Counted, usePrintShift } from "./counted-shift.tsx";
import { CountersignFault, useCountersigned, useShiftStep } from "./shift-queries.ts";
import type { CashierShift } from "./shift-list.ts";

interface HandedProps {
  readonly shift: CashierShift;
}

function useClosed() {
  const say = useSay();
  const print = usePrintShift();
  return (shift: CashierShift) => {
    notify({ text: say("shift.closedNow", { name: shift.shift_no }), tone: "good" });
    print(shift);
  };
}

function useAccept(shift: CashierShift) {
  const say = useSay();
  const [pin, setPin] = useState("");
  const signing = useCountersigned(shift, useClosed());
  const fault = signing.error instanceof CountersignFault ? signing.error.fault : null;
  const texts = { credentials: "shift.wrongPin", tooMany: "shift.tooMany" } as const;
  const isOfPin = fault === "credentials" || fault === "tooMany";
  return {
    pin,
    setPin,
    pinFault: isOfPin ? say(texts[fault]) : undefined,
    rest: isOfPin ? null : signing.error,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (pin === "" || signing.isPending) return;
      signing.mutate(pin);
      setPin("");
    },
  };
}

/** A drawer that was handed over, at the desk where it stands: whoever takes it over says so by their PIN. */
export function HandedShift({ shift }: HandedProps) {
  const say = useSay();
  const money = useMoney(shift.currency);
  const nameOf = useStaffName();
  const of = useAccept(shift);
  const back = useShiftStep(shift.id);
  const name = nameOf(shift.handed_to ?? "");
  return (
    <Card
      title={`${shift.shift_no} · ${shift.counter}`}
      aside={<Badge tone="warning">{say("shift.waitsFor", { name })}</Badge>}
      testName={testNames.ownShift}
    >
      <Counted shift={shift} />
      <form className="dialog-form cash-form" onSubmit={of.submit} noValidate>
        <p>{say("shift.acceptLead", { name, amount: money(shift.counted_minor ?? 0) })}</p>
        <LineField
          label={say("shift.pinOf", { name })}
          value={of.pin}
          onChange={of.setPin}
          type="password"
          inputMode="numeric"
          fault={of.pinFault}
          testName={testNames.receiverPin}
        />
        <FaultNotice error={of.rest ?? back.error} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.acceptShift}>
            {say("shift.accept")}
          </Button>
          <Button
            look="quiet"
            onPress={() => back.mutate({ status: "counted" })}
            testName={testNames.takeBackShift}
          >
            {say("shift.takeBack")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** A drawer that somebody hands over to whoever is signed in here. */
export function OfferedShift({ shift }: HandedProps) {
  const say = useSay();
  const money = useMoney(shift.currency);
  const nameOf = useStaffName();
  const closed = useClosed();
  const step = useShiftStep(shift.id, (after) => {
    if (after.status === "closed") closed(after);
  });
  const amount = money(shift.counted_minor ?? 0);
  return (
    <Card title={say("shift.acceptOwn", { name: nameOf(shift.cashier_id), amount })}>
      <Counted shift={shift} />
      <FaultNotice error={step.error} />
      <div className="form-actions">
        <Button
          look="primary"
          onPress={() => step.mutate({ status: "closed" })}
          testName={testNames.acceptShift}
        >
          {say("shift.accept")}
        </Button>
        <Button look="quiet" onPress={() => step.mutate({ status: "counted" })}>
          {say("shift.refuse")}
        </Button>
      </div>
    </Card>
  );
}
