import { useMemo, useState } from "react";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useNow } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { TriageDialog } from "./triage-dialog.tsx";
import { useUntriaged } from "./triage-queries.ts";

function Since({ at }: { readonly at: string }) {
  const say = useSay();
  const { text, count } = elapsed(at, useNow(20_000));
  return <Badge tone="warning">{say(text, { count })}</Badge>;
}

interface BeginProps {
  readonly visit: Encounter;
  readonly onPress: () => void;
}

function Begin({ visit, onPress }: BeginProps) {
  const say = useSay();
  const name = usePatient(visit.patient_id).data?.name ?? "…";
  if (!useMay("triage", "create")) return null;
  return (
    <Button isSmall about={name} onPress={onPress} testName={testNames.triageFirst}>
      {say("triage.first")}
    </Button>
  );
}

function columnsFor(
  say: Say,
  onTriage: (visit: Encounter) => void,
): readonly TableColumn<Encounter>[] {
  return [
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
      cell: (each) => <bdi>{each.chief_complaint ?? ""}</bdi>,
    },
    {
      id: "since",
      width: 150,
      title: say("queue.since"),
      cell: (each) => <Since at={each.started_at ?? each.created_at} />,
    },
    {
      id: "actions",
      width: "fit 220",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => <Begin visit={each} onPress={() => onTriage(each)} />,
    },
  ];
}

/** Who has come and whose urgency nobody has judged, the longest first; nothing where there is nobody. */
export function Untriaged() {
  const say = useSay();
  const { showPatient } = useDesk();
  const { data: visits, error } = useUntriaged();
  const [chosen, setChosen] = useState<Encounter | null>(null);
  const columns = useMemo(() => columnsFor(say, setChosen), [say]);
  // The dialog stays where it is when the list empties meanwhile: what is typed in it is not lost.
  return (
    <>
      <FaultNotice error={error} />
      {visits === undefined || visits.length === 0 ? null : (
        <Card isFlush title={say("emergency.untriaged")} testName={testNames.untriaged}>
          <div className="table-frame">
            <Table
              label={say("emergency.untriaged")}
              columns={columns}
              rows={visits}
              textOf={(each) => each.chief_complaint ?? say("emergency.untriaged")}
              empty=""
              onOpen={(each) => showPatient(each.patient_id)}
              rowTestName={testNames.untriagedRow}
            />
          </div>
        </Card>
      )}
      {chosen === null ? null : (
        <TriageDialog key={chosen.id} visit={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
