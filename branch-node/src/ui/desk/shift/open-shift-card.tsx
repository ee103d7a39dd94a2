import { useState } from "react";
import { Money, Sums } from "#ui/desk/money/money.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { MovementDialog } from "./movement-dialog.tsx";
import { takenSoFar, type CashierShift } from "./shift-list.ts";
import { useShiftPayments } from "./shift-queries.ts";

/** What was put into a drawer or taken out of it, and why. */
function Movements({ shift }: { readonly shift: CashierShift }) {
  const say = useSay();
  const clock = useBranchClock();
  if (shift.movements.length === 0) return <p className="muted">{say("shift.noMovements")}</p>;
  return (
    <ul className="clearances" aria-label={say("shift.movements")}>
      {shift.movements.map(({ id, kind, amount_minor: minor, reason, at }) => (
        <li key={id} className="clearance-line">
          <Badge>{say(kind === "pay_in" ? "shift.paidIn" : "shift.paidOut")}</Badge>
          <bdi>{reason}</bdi>
          <span className="muted">{clock.time(at)}</span>
          <Money minor={minor} currency={shift.currency} />
        </li>
      ))}
    </ul>
  );
}

interface OpenShiftCardProps {
  readonly shift: CashierShift;
  /** Begins to count the drawer, where that is not under way. */
  readonly onEnd?: () => void;
}

/** The shift that is open: what was taken by each tender, and what was paid in and out. */
export function OpenShiftCard({ shift, onEnd }: OpenShiftCardProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { data: payments = [] } = useShiftPayments(shift.id);
  const [moving, setMoving] = useState<"pay_in" | "pay_out" | null>(null);
  const { currency } = shift;
  return (
    <Card
      title={`${shift.shift_no} · ${shift.counter}`}
      aside={
        <Badge tone="good">{say("shift.since", { when: clock.time(shift.created_at) })}</Badge>
      }
      testName={testNames.ownShift}
    >
      <Sums
        currency={currency}
        rows={[
          { id: "float", text: say("shift.startedWith"), minor: shift.float_minor },
          ...takenSoFar(payments).map(({ method, received, returned }) => ({
            id: method,
            text: say(`tender.${method}`),
            minor: received - returned,
          })),
        ]}
      />
      <p className="muted">{say("shift.receipts", { count: payments.length })}</p>
      <h3>{say("shift.movements")}</h3>
      <Movements shift={shift} />
      <div className="form-actions">
        <Button onPress={() => setMoving("pay_in")} testName={testNames.payIn}>
          {say("shift.pay_in")}
        </Button>
        <Button onPress={() => setMoving("pay_out")} testName={testNames.payOut}>
          {say("shift.pay_out")}
        </Button>
        {onEnd === undefined ? null : (
          <Button look="primary" onPress={onEnd} testName={testNames.endShift}>
            {say("shift.end")}
          </Button>
        )}
      </div>
      {moving === null ? null : (
        <MovementDialog shift={shift} kind={moving} onClose={() => setMoving(null)} />
      )}
    </Card>
  );
}
