import { useState } from "react";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import type { WardOfBoard } from "./bed-board.ts";
import { GiveBedDialog } from "./give-bed-dialog.tsx";
import { useWardName } from "./use-ward-name.ts";
import { useBedRequests } from "./ward-queries.ts";

interface BedRequestsProps {
  readonly board: readonly WardOfBoard[];
  readonly nameOf: (staffId: string) => string;
}

function Since({ at }: { readonly at: string }) {
  const say = useSay();
  const { text, count } = elapsed(at, useNow(60_000));
  return <>{say(text, { count })}</>;
}

function GiveBed({ stay, onPress }: { readonly stay: Admission; readonly onPress: () => void }) {
  const say = useSay();
  const name = usePatient(stay.patient_id).data?.name ?? "…";
  if (!useMay("admissions", "update")) return null;
  return (
    <Button isSmall about={name} onPress={onPress} testName={testNames.giveBed}>
      {say("ward.giveBed")}
    </Button>
  );
}

function useColumns(
  { board, nameOf }: BedRequestsProps,
  onGive: (stay: Admission) => void,
): readonly TableColumn<Admission>[] {
  const say = useSay();
  const wardName = useWardName();
  const wishOf = ({ ward_id: id, bed_class: bedClass }: Admission) => {
    const ward = board.find((each) => each.ward.id === id)?.ward;
    const wished = ward === undefined ? say("ward.any") : wardName(ward);
    return `${wished} · ${say(`bedClass.${bedClass}`)}`;
  };
  return [
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      isRowHeader: true,
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    { id: "wish", width: "3fr", title: say("ward.wished"), cell: wishOf },
    {
      id: "doctor",
      width: "3fr",
      title: say("calendar.doctor"),
      cell: (each) => nameOf(each.attending_doctor_id ?? each.admitting_doctor_id),
    },
    {
      id: "since",
      width: 120,
      title: say("queue.since"),
      cell: (each) => <Since at={each.created_at} />,
    },
    {
      id: "actions",
      width: "fit 220",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => <GiveBed stay={each} onPress={() => onGive(each)} />,
    },
  ];
}

/** Who waits for a bed, the longest first; nothing where nobody does. */
export function BedRequests(props: BedRequestsProps) {
  const say = useSay();
  const { showPatient } = useDesk();
  const { data: requests } = useBedRequests();
  const [given, setGiven] = useState<Admission | null>(null);
  const columns = useColumns(props, setGiven);
  // The dialog stays where it is when the list empties meanwhile: what is typed in it is not lost.
  return (
    <>
      {requests === undefined || requests.length === 0 ? null : (
        <Card isFlush title={say("ward.waiting")} testName={testNames.bedRequests}>
          <div className="table-frame">
            <Table
              label={say("ward.waiting")}
              columns={columns}
              rows={requests}
              textOf={(each) => props.nameOf(each.attending_doctor_id ?? each.admitting_doctor_id)}
              empty=""
              onOpen={(each) => showPatient(each.patient_id)}
              rowTestName={testNames.bedRequest}
            />
          </div>
        </Card>
      )}
      {given === null ? null : (
        <GiveBedDialog stay={given} board={props.board} onClose={() => setGiven(null)} />
      )}
    </>
  );
}
