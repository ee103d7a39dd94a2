import { Link } from "@tanstack/react-router";
import { useOpenShift } from "#ui/desk/shift/shift-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** That no money is taken without a shift, and the way to open one; nothing where one is open. */
export function ShiftNeeded() {
  const say = useSay();
  if (useOpenShift() !== null) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Link to="/shift" className="button" data-testid={testNames.toShift}>
          {say("shift.open")}
        </Link>
      }
      testName={testNames.shiftNeeded}
    >
      {say("bills.noShift")}
    </Banner>
  );
}
