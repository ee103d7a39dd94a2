import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { PriorityMark } from "#ui/desk/lab/lab-cells.tsx";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import type { RadiologyPart } from "./radiology-list.ts";
import { StudyActions } from "./study-actions.tsx";
import { CriticalMark, StudyAge, StudyState, StudyWhat } from "./study-cells.tsx";

interface StudyTableProps {
  readonly part: RadiologyPart;
  readonly rows: readonly RadiologyStudy[];
  readonly isReading: boolean;
}

function studyColumn(say: Say): TableColumn<RadiologyStudy> {
  return {
    id: "study",
    width: 210,
    title: say("radiology.study"),
    isRowHeader: true,
    cell: (each) => (
      <>
        <strong className="lab-number">{each.accession_no}</strong> <PriorityMark order={each} />
      </>
    ),
  };
}

function columnsFor(say: Say, part: RadiologyPart): readonly TableColumn<RadiologyStudy>[] {
  return [
    studyColumn(say),
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "what",
      width: "4fr",
      title: say("radiology.images"),
      cell: (each) => <StudyWhat study={each} />,
    },
    {
      id: "age",
      width: part === "acquire" ? 130 : 100,
      title: say(part === "acquire" ? "radiology.planned" : "radiology.age"),
      cell: (each) => <StudyAge study={each} />,
    },
    {
      id: "state",
      width: 170,
      title: say("radiology.state"),
      cell: (each) => (
        <>
          <StudyState study={each} /> <CriticalMark study={each} />
        </>
      ),
    },
    {
      id: "actions",
      width: "fit 300",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => (
        <div className="entry-actions">
          <StudyActions study={each} />
        </div>
      ),
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

/** One part of the work list: arrow keys from line to line, Enter opens the study. */
export function StudyTable({ part, rows, isReading }: StudyTableProps) {
  const say = useSay();
  const go = useNavigate();
  const columns = useMemo(() => columnsFor(say, part), [say, part]);
  const isLong = rows.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        hasTwoLines
        label={say(`radiology.${part}`)}
        columns={columns}
        rows={rows}
        textOf={({ accession_no: number }) => number}
        empty={say(isReading ? "action.loading" : "radiology.none")}
        onOpen={({ id }) => void go({ to: "/radiology/studies/$study", params: { study: id } })}
        rowTestName={testNames.studyRow}
      />
    </div>
  );
}
