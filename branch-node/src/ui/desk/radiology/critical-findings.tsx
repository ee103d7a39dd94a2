import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { useOpenFindings } from "./radiology-queries.ts";
import { StudyWhat } from "./study-cells.tsx";
import { AcknowledgeFinding } from "./acknowledge-finding.tsx";

function columnsFor(say: Say): readonly TableColumn<RadiologyStudy>[] {
  return [
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      isRowHeader: true,
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "finding",
      width: "5fr",
      title: say("radiology.reportTitle"),
      cell: (each) => (
        <>
          <StudyWhat study={each} />
          <bdi>{each.report?.impression}</bdi>
        </>
      ),
    },
    {
      id: "actions",
      width: "fit 280",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => (
        <div className="entry-actions">
          <AcknowledgeFinding study={each} />
        </div>
      ),
    },
  ];
}

/** The critical findings of which nobody has been told; nothing where there is none. */
export function CriticalFindings() {
  const say = useSay();
  const go = useNavigate();
  const { data: studies = [] } = useOpenFindings();
  const columns = useMemo(() => columnsFor(say), [say]);
  if (studies.length === 0) return null;
  return (
    <Card isFlush title={say("lab.criticals")} testName={testNames.criticalCard}>
      <div className="table-frame">
        <Table
          label={say("lab.criticals")}
          columns={columns}
          rows={studies}
          textOf={({ accession_no: number }) => number}
          empty=""
          onOpen={({ id }) => void go({ to: "/radiology/studies/$study", params: { study: id } })}
          rowTestName={testNames.criticalRow}
        />
      </div>
    </Card>
  );
}
