import { useMemo } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useLastPressures, useVisitsOfToday, type Pressure } from "#ui/desk/data/day-visits.ts";
import { useAppointmentsOn, usePatient } from "#ui/desk/data/queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { Waiting, Who } from "#ui/desk/today/queue-cells.tsx";
import { queueOf, tokenText } from "#ui/desk/today/queue.ts";
import { useOpenEncounter } from "#ui/desk/visits/open-encounter.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";

function Record({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const { showEncounter } = useDesk();
  const open = useOpenEncounter(showEncounter);
  const { patient_id: patientId, provider_id: providerId } = appointment;
  const name = usePatient(patientId).data?.name ?? "…";
  return (
    <>
      <Button
        isSmall
        icon="vitals"
        about={name}
        onPress={() => {
          if (!open.isPending) open.mutate({ patientId, appointment, providerId });
        }}
        testName={testNames.recordVitals}
      >
        {say("worklist.record")}
      </Button>
      <FaultNotice error={open.error} />
    </>
  );
}

function columnsFor(
  say: Say,
  clock: BranchClock,
  pressures: ReadonlyMap<string, Pressure>,
): readonly TableColumn<Appointment>[] {
  const pressureText = (patientId: string) => {
    const last = pressures.get(patientId);
    return last === undefined ? "" : `${last.sbp}/${last.dbp} · ${clock.date(last.at)}`;
  };
  return [
    {
      id: "token",
      width: 100,
      title: say("queue.token"),
      isRowHeader: true,
      cell: (each) => <strong>{tokenText(each)}</strong>,
    },
    {
      id: "patient",
      width: "4fr",
      title: say("queue.patient"),
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "due",
      width: 140,
      title: say("worklist.due"),
      cell: (each) => <Waiting appointment={each} />,
    },
    {
      id: "pressure",
      width: "3fr",
      title: say("worklist.lastPressure"),
      cell: (each) => pressureText(each.patient_id),
    },
    {
      id: "actions",
      width: "fit 240",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => <Record appointment={each} />,
    },
  ];
}

/** Nobody is listed before both are read, so that nobody comes and goes again. */
function dueOf(
  day: readonly Appointment[] = [],
  visits?: ReadonlyMap<string, Encounter>,
): readonly Appointment[] {
  if (visits === undefined) return [];
  return queueOf(day, null).waiting.filter(({ id }) => (visits.get(id)?.vitals ?? null) === null);
}

/** Who waits and whose vital signs nobody has taken today, in their turn. */
export function VitalsPage() {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { showPatient } = useDesk();
  const day = useAppointmentsOn(today);
  const visits = useVisitsOfToday();
  const due = dueOf(day.data, visits.data);
  const pressures = useLastPressures(due.map((each) => each.patient_id).toSorted());
  const columns = useMemo(() => columnsFor(say, clock, pressures), [say, clock, pressures]);
  return (
    <section className="page" aria-label={say("worklist.vitals")}>
      <PageHead title={say("worklist.vitals")} about={clock.day(`${today}T12:00:00Z`)} />
      <FaultNotice error={day.error ?? visits.error} />
      <Card isFlush>
        <div className="table-frame">
          <Table
            label={say("worklist.vitals")}
            columns={columns}
            rows={due}
            textOf={tokenText}
            empty={say(day.isPending || visits.isPending ? "action.loading" : "worklist.allTaken")}
            onOpen={(each) => showPatient(each.patient_id)}
            rowTestName={testNames.worklistRow}
          />
        </div>
      </Card>
    </section>
  );
}
