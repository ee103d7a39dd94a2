import { useMemo } from "react";
import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { TriageActions } from "./triage-actions.tsx";
import { Complaint, LevelMark, TimeLeftMark } from "./triage-cells.tsx";
import type { EmergencyPart } from "./triage-list.ts";

interface TriageTableProps {
  readonly part: EmergencyPart;
  readonly rows: readonly Triage[];
  readonly isReading: boolean;
}

const noneTexts = {
  waiting: "emergency.nobodyWaits",
  in_treatment: "emergency.nobodyTreated",
} as const;

function columnsFor(part: EmergencyPart, say: Say): readonly TableColumn<Triage>[] {
  const left: TableColumn<Triage> = {
    id: "since",
    width: 150,
    title: say("triage.due"),
    cell: (each) => <TimeLeftMark triage={each} />,
  };
  return [
    {
      id: "level",
      width: 150,
      title: say("triage.level"),
      cell: (each) => <LevelMark triage={each} />,
    },
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      isRowHeader: true,
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "complaint",
      width: "5fr",
      title: say("triage.complaint"),
      cell: (each) => <Complaint triage={each} />,
    },
    ...(part === "waiting" ? [left] : []),
    {
      id: "actions",
      width: "fit 320",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => <TriageActions triage={each} />,
    },
  ];
}

/** One part of the emergencies: arrow keys from line to line, Enter opens the patient. */
export function TriageTable({ part, rows, isReading }: TriageTableProps) {
  const say = useSay();
  const { showPatient } = useDesk();
  const columns = useMemo(() => columnsFor(part, say), [part, say]);
  return (
    <div className="table-frame">
      <Table
        label={say(`emergency.${part}`)}
        columns={columns}
        rows={rows}
        textOf={(each) => `${each.level} ${each.chief_complaint}`}
        empty={say(isReading ? "action.loading" : noneTexts[part])}
        onOpen={(each) => showPatient(each.patient_id)}
        rowTestName={testNames.triageRow}
      />
    </div>
  );
}
