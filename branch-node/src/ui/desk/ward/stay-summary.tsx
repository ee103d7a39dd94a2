import { PaperButtons } from "#ui/desk/preview/paper-buttons.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useAdmission } from "./ward-queries.ts";

interface StaySummaryProps {
  readonly stayId: string;
  readonly takesFocus?: boolean;
}

/** Prints the summary of a stay, for who may read all that it says. */
export function PrintSummary({ stayId, takesFocus = false }: StaySummaryProps) {
  const say = useSay();
  const mayRead = [
    useMay("admissions", "read"),
    useMay("encounters", "read"),
    useMay("prescriptions", "read"),
    useMay("lab_results", "read"),
  ].every((may) => may);
  if (!mayRead) return null;
  return (
    <PaperButtons
      title={say("discharge.paper")}
      action={say("discharge.print")}
      type="discharge"
      sourceId={stayId}
      takesFocus={takesFocus}
      testName={testNames.printSummary}
    />
  );
}

/** The same, once the stay has ended with the patient's discharge. */
export function StaySummary({ stayId }: Pick<StaySummaryProps, "stayId">) {
  const { data: stay } = useAdmission(stayId);
  return stay?.status === "discharged" ? <PrintSummary stayId={stayId} /> : null;
}
