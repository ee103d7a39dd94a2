import { useState } from "react";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { isOf, useFormsBegun } from "#ui/desk/drafts/drafts-context.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { CountForm } from "#ui/desk/shift/count-form.tsx";
import { CountedShift } from "#ui/desk/shift/counted-shift.tsx";
import { HandedShift, OfferedShift } from "#ui/desk/shift/handed-shift.tsx";
import { OpenShiftCard } from "#ui/desk/shift/open-shift-card.tsx";
import { OpenShift } from "#ui/desk/shift/open-shift.tsx";
import { shiftsOf, type CashierShift } from "#ui/desk/shift/shift-list.ts";
import { useShifts } from "#ui/desk/shift/shift-queries.ts";
import { ShiftTable } from "#ui/desk/shift/shift-table.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

function OwnShift({ shift }: { readonly shift: CashierShift }) {
  if (shift.status === "counted") return <CountedShift shift={shift} />;
  if (shift.status === "handed_over") return <HandedShift shift={shift} />;
  return <RunningShift shift={shift} />;
}

/** A shift in which money is taken, until somebody says that the drawer is counted. */
function RunningShift({ shift }: { readonly shift: CashierShift }) {
  const { forms, isKnown } = useFormsBegun();
  const isResumed = useResumed(draftKinds.cashCount, shift.id) !== null;
  const [isEnding, setEnding] = useState<boolean | null>(isResumed ? true : null);
  // A count that was begun goes on.
  if (isEnding === null && isKnown) setEnding(forms.some(isOf(draftKinds.cashCount, shift.id)));
  if (isEnding !== true) return <OpenShiftCard shift={shift} onEnd={() => setEnding(true)} />;
  return (
    <div className="work-and-aside">
      <CountForm shift={shift} onLeave={() => setEnding(false)} />
      <aside className="work-aside">
        <OpenShiftCard shift={shift} />
      </aside>
    </div>
  );
}

/** A cashier's shift: opened with what is in the drawer, counted blind, handed over and closed. */
export function ShiftPage() {
  const say = useSay();
  const { staff } = useSignedIn();
  const { data: shifts, error } = useShifts();
  const mayOpen = useMay("cashier_shifts", "create");
  const { own, offered } = shiftsOf(shifts ?? [], staff.id);
  const before = shifts?.find(({ cashier_id: id }) => id === staff.id);
  return (
    <section
      className="page ward"
      aria-label={say("shift.title")}
      data-testid={testNames.shiftPage}
    >
      <PageHead title={say("shift.title")} />
      <FaultNotice error={error} />
      {shifts !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {offered.map((shift) => (
        <OfferedShift key={shift.id} shift={shift} />
      ))}
      {own.map((shift) => (
        <OwnShift key={shift.id} shift={shift} />
      ))}
      {shifts === undefined || own.length > 0 || !mayOpen ? null : (
        <OpenShift counter={before?.counter ?? ""} />
      )}
      {shifts === undefined ? null : (
        <Card title={say("shift.recent")} isFlush>
          <ShiftTable rows={shifts} />
        </Card>
      )}
    </section>
  );
}
