import { useMemo } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useVisitsOfToday } from "#ui/desk/data/day-visits.ts";
import { useAppointmentsOn } from "#ui/desk/data/queries.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { StatusTag } from "#ui/desk/patients/patient-visits.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { CallNext } from "#ui/desk/today/call-next.tsx";
import { Reasons, Waiting, Who } from "#ui/desk/today/queue-cells.tsx";
import { QueueActions } from "#ui/desk/today/queue-entry.tsx";
import { queueOf, tokenText } from "#ui/desk/today/queue.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Badge, Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";

function VitalsFlag({ visit }: { readonly visit: Encounter | undefined }) {
  const say = useSay();
  const { sbp, dbp } = visit?.vitals ?? {};
  const isTaken = visit?.vitals !== null && visit?.vitals !== undefined;
  const pressure = typeof sbp === "number" && typeof dbp === "number" ? `${sbp}/${dbp}` : null;
  return (
    <Badge tone={isTaken ? "good" : "neutral"} testName={testNames.vitalsState}>
      {pressure ?? say(isTaken ? "worklist.taken" : "worklist.notTaken")}
    </Badge>
  );
}

function Turn({ appointment }: { readonly appointment: Appointment }) {
  if (appointment.status !== "checked_in") return <StatusTag status={appointment.status} />;
  return <Waiting appointment={appointment} />;
}

function columnsFor(
  say: Say,
  visitOf: (appointmentId: string) => Encounter | undefined,
): readonly TableColumn<Appointment>[] {
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
      id: "reason",
      width: "3fr",
      title: say("queue.state"),
      cell: (each) => <Reasons appointment={each} />,
    },
    {
      id: "vitals",
      width: 120,
      title: say("worklist.vitals"),
      cell: (each) => <VitalsFlag visit={visitOf(each.id)} />,
    },
    {
      id: "since",
      width: 130,
      title: say("queue.since"),
      cell: (each) => <Turn appointment={each} />,
    },
    {
      id: "actions",
      width: "fit 400",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (each) => <QueueActions appointment={each} />,
    },
  ];
}

/** A doctor's own patients of today: who is in the room, then who waits, in their turn. */
export function MyPatientsPage() {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { staff } = useSignedIn();
  const { showPatient, resume } = useDesk();
  const day = useAppointmentsOn(today);
  const visits = useVisitsOfToday();
  const { waiting, consulting } = queueOf(day.data ?? [], staff.id);
  const columns = useMemo(() => columnsFor(say, (id) => visits.data?.get(id)), [say, visits.data]);
  return (
    <section className="page" aria-label={say("worklist.mine")}>
      <PageHead title={say("worklist.mine")} about={clock.day(`${today}T12:00:00Z`)}>
        <CallNext waiting={waiting} />
      </PageHead>
      <FaultNotice error={day.error} />
      <Card isFlush>
        <div className="table-frame">
          <Table
            label={say("worklist.mine")}
            columns={columns}
            rows={[...consulting, ...waiting]}
            textOf={tokenText}
            empty={say(day.isPending ? "action.loading" : "worklist.nobodyWaits")}
            onOpen={(each) => showPatient(each.patient_id)}
            rowTestName={testNames.worklistRow}
          />
        </div>
      </Card>
      <UnfinishedForms onContinue={resume} />
    </section>
  );
}
