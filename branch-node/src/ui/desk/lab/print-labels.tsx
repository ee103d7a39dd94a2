import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { usePrint } from "#ui/desk/data/print-queries.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { labelsOf } from "./specimen-labels.ts";

/** Prints a label for each specimen of an order. */
export function PrintLabels({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  const { data: patient } = usePatient(order.patient_id);
  const { mutateAsync, isPending } = usePrint();
  const hasSpecimen = order.specimens.some(({ rejected }) => !rejected);
  if (!mayPrint || !hasSpecimen || patient === undefined) return null;

  async function printAll(of: Patient): Promise<void> {
    try {
      // One after the other: each label is an intent of its own.
      for (const wish of labelsOf(order, of, new Date().toISOString())) await mutateAsync(wish);
      notify({ text: say("lab.labelsSent"), tone: "good" });
    } catch (error) {
      notify({ text: faultText(error, say), tone: "warning" });
    }
  }

  return (
    <Button
      isSmall
      icon="print"
      onPress={() => {
        if (!isPending) void printAll(patient);
      }}
      testName={testNames.printLabels}
    >
      {say("lab.printLabels")}
    </Button>
  );
}
