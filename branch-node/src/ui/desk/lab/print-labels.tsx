import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { usePrint } from "#ui/desk/data/print-queries.ts";
import { PaperButtons } from "#ui/desk/preview/paper-buttons.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";

/** Prints a label for each specimen of an order that is of use. */
export function PrintLabels({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  if (order.specimens.every(({ rejected }) => rejected)) return null;
  return (
    <PaperButtons
      title={say("lab.labelsOf", { name: order.order_no })}
      action={say("lab.printLabels")}
      type="lab_label"
      sourceId={order.id}
      testName={testNames.printLabels}
    />
  );
}

/** Prints the report of an order of which something is verified. */
export function PrintReport({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  const mayRead = useMay("lab_results", "read");
  if (!mayRead || order.tests.every(({ status }) => status !== "final")) return null;
  return (
    <PaperButtons
      title={say("lab.report", { name: order.order_no })}
      action={say("lab.printReport")}
      type="report"
      sourceId={order.id}
      testName={testNames.printReport}
    />
  );
}

/** Prints the labels of what was just collected, so that they are on the tubes before these leave the bedside. */
export function usePrintCollected(before: LabOrder): (after: LabOrder) => void {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  const { mutateAsync } = usePrint();
  const known = new Set(before.specimens.map(({ id }) => id));

  async function printNew({ id, specimens }: LabOrder): Promise<void> {
    try {
      // One after the other: each label is an intent of its own.
      for (const { barcode } of specimens.filter((each) => !known.has(each.id)))
        await mutateAsync({ document_type: "lab_label", source_id: id, specimen_barcode: barcode });
      notify({ text: say("lab.labelsSent"), tone: "good" });
    } catch (error) {
      notify({ text: faultText(error, say), tone: "warning" });
    }
  }

  return (after) => {
    if (mayPrint) void printNew(after);
  };
}
