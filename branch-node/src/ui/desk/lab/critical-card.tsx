import { useMemo, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { useOpenCriticals } from "./lab-queries.ts";
import { Observations } from "./observations.tsx";
import { useLabRights } from "./order-actions.tsx";

function columnsFor(
  say: Say,
  onTell: ((result: LabResult) => void) | null,
): readonly TableColumn<LabResult>[] {
  const shown: readonly TableColumn<LabResult>[] = [
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      isRowHeader: true,
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "value",
      width: "5fr",
      title: say("lab.value"),
      cell: (each) => <Observations of={each.observations} />,
    },
  ];
  if (onTell === null) return shown;
  return [
    ...shown,
    {
      id: "actions",
      width: "fit 280",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => (
        <div className="entry-actions">
          <Button isSmall onPress={() => onTell(each)} testName={testNames.acknowledge}>
            {say("lab.acknowledge")}
          </Button>
        </div>
      ),
    },
  ];
}

/** The critical results of which nobody has been told; nothing where there is none. */
export function CriticalCard() {
  const say = useSay();
  const go = useNavigate();
  const { mayTell } = useLabRights();
  const { data: results } = useOpenCriticals();
  const [told, setTold] = useState<LabResult | null>(null);
  const columns = useMemo(() => columnsFor(say, mayTell ? setTold : null), [say, mayTell]);
  // The dialog stays where it is when the list empties meanwhile: what is typed in it is not lost.
  return (
    <>
      {results === undefined || results.length === 0 ? null : (
        <Card isFlush title={say("lab.criticals")} testName={testNames.criticalCard}>
          <div className="table-frame">
            <Table
              label={say("lab.criticals")}
              columns={columns}
              rows={results}
              textOf={({ observations: [first] }) => first?.name ?? ""}
              empty=""
              onOpen={({ order_id: order }) =>
                void go({ to: "/lab/orders/$order", params: { order } })
              }
              rowTestName={testNames.criticalRow}
            />
          </div>
        </Card>
      )}
      {told === null ? null : <AcknowledgeDialog result={told} onClose={() => setTold(null)} />}
    </>
  );
}
