import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { faultText } from "#ui/desk/data/faults.ts";
import { usePrint } from "#ui/desk/data/print-queries.ts";
import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import { PaperButtons } from "#ui/desk/preview/paper-buttons.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";

/** Whether specimens of an order are still to be taken. */
export function isToCollect({ status }: Pick<LabOrder, "status">): boolean {
  return status === "ordered" || status === "recollect_required";
}

/** Prints a label for each specimen of an order that is of use, or still to be taken. */
export function PrintLabels({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  if (!isToCollect(order) && order.specimens.every(({ rejected }) => rejected)) return null;
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

/** Prints the labels of what is still to be taken, so that they are on the tubes before these are filled. */
export function LabelsAhead({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  const print = usePrintPaper();
  const mayPrint = useMay("print_jobs", "create");
  if (!mayPrint || !isToCollect(order)) return null;
  const wish = { document_type: "lab_label", source_id: order.id } as const;
  return (
    <Button
      isSmall
      icon="print"
      about={order.order_no}
      onPress={() => print(wish, say("lab.labelsOf", { name: order.order_no }))}
      testName={testNames.printLabels}
    >
      {say("lab.printLabels")}
    </Button>
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

/** The codes of an order's labels that were sent to a printer already: a label's job is called by what stands on it. */
function useLabelled(): (orderId: string) => Promise<ReadonlySet<string>> {
  const client = useClient();
  return async (orderId) => {
    const query = { source_id: orderId, document_type: "lab_label", limit: "100" } as const;
    const { body } = await client.call(printJobsContract.list, { query });
    return new Set(body.data.flatMap(({ title }) => title ?? []));
  };
}

/** Prints the labels of what was just collected, so that they are on the tubes before these leave the bedside. */
export function usePrintCollected(before: LabOrder): (after: LabOrder) => void {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  const { mutateAsync } = usePrint();
  const labelledOf = useLabelled();
  const known = new Set(before.specimens.map(({ id }) => id));

  async function printNew({ id, specimens }: LabOrder): Promise<void> {
    try {
      const labelled = await labelledOf(id);
      const missing = specimens.filter(
        ({ id: specimen, barcode }) => !known.has(specimen) && !labelled.has(barcode),
      );
      if (missing.length === 0) return;
      // One after the other: each label is an intent of its own.
      for (const { barcode } of missing)
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
