import { lazy, Suspense, useMemo } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { pagePart } from "#ui/net/page-part.ts";
import { StatusTag } from "#ui/desk/patients/patient-visits.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, type BranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { QueueActions } from "./queue-entry.tsx";
import { Reasons, Waiting, Who } from "./queue-cells.tsx";
import { isSetAside, queuePart, tokenText, type QueuePart } from "./queue.ts";
import { useRoomText } from "./use-room-text.ts";

// Bills are for those who take money, and come after the queue.
const QueueBill = lazy(async () => ({
  default: (await pagePart(() => import("./queue-bill.tsx"))).QueueBill,
}));

interface QueueTableProps {
  readonly part: QueuePart;
  readonly appointments: readonly Appointment[];
  readonly isReading: boolean;
  readonly nameOf: (providerId: string) => string;
  /** Whether all of them wait for one doctor, whom the page names. */
  readonly isOfOne: boolean;
  readonly chosen: string | null;
  readonly onChoose: (appointmentId: string | null) => void;
}

function State({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const clock = useBranchClock();
  const { priority, called_at: calledAt, set_aside_at: asideAt, status } = appointment;
  const part = queuePart(status);
  const mayTake = useMay("payments", "create");
  const isAside = isSetAside(appointment);
  return (
    <>
      {priority === "routine" ? null : (
        <Badge tone={priority === "vip" ? "info" : "danger"}>{say(`priority.${priority}`)}</Badge>
      )}
      {isAside ? (
        <Badge tone="warning">{say("queue.asideAt", { time: clock.time(asideAt ?? "") })}</Badge>
      ) : null}
      {calledAt !== null && part === "waiting" && !isAside ? (
        <Badge tone="info">{say("queue.called", { time: clock.time(calledAt) })}</Badge>
      ) : null}
      {part === "done" ? <StatusTag status={status} /> : null}
      <span className="queue-reason">
        <Reasons appointment={appointment} />
      </span>
      {mayTake && part !== "booked" ? (
        <Suspense fallback={null}>
          <QueueBill patientId={appointment.patient_id} />
        </Suspense>
      ) : null}
    </>
  );
}

function Where({ name, room }: { readonly name: string; readonly room: string | null }) {
  const roomText = useRoomText();
  // One line each, so that a row has two and no third; what is too long for its line is read whole when pointed at.
  if (room === null)
    return (
      <span className="queue-doctor-alone" title={name}>
        {name}
      </span>
    );
  const where = roomText(room);
  return (
    <>
      <span className="queue-doctor" title={name}>
        {name}
      </span>{" "}
      <span className="queue-room" title={where}>
        {where}
      </span>
    </>
  );
}

function sinceColumn(say: Say): TableColumn<Appointment> {
  return {
    id: "since",
    width: 100,
    title: say("queue.since"),
    cell: (each) => <Waiting appointment={each} />,
  };
}

function doctorColumn(nameOf: (providerId: string) => string, say: Say): TableColumn<Appointment> {
  return {
    id: "doctor",
    width: "3fr",
    title: say("queue.provider"),
    cell: (each) => <Where name={nameOf(each.provider_id)} room={each.room} />,
  };
}

interface Shown extends Pick<QueueTableProps, "part" | "nameOf" | "isOfOne"> {
  /** Whether visits are started from the lines. */
  readonly mayTreat: boolean;
}

function columnsFor(
  { part, nameOf, isOfOne, mayTreat }: Shown,
  say: Say,
  clock: BranchClock,
): readonly TableColumn<Appointment>[] {
  return [
    {
      id: "token",
      width: 92,
      title: say(part === "booked" ? "queue.time" : "queue.token"),
      isRowHeader: true,
      cell: (each) => (
        <strong>{each.queue_no === null ? clock.time(each.slot_time) : tokenText(each)}</strong>
      ),
    },
    {
      id: "patient",
      width: "5fr",
      title: say("queue.patient"),
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    // Whoever treats them has more to press in a line, and knows whose they are.
    ...(isOfOne && mayTreat ? [] : [doctorColumn(nameOf, say)]),
    ...(part === "waiting" ? [sinceColumn(say)] : []),
    {
      id: "state",
      title: say("queue.state"),
      width: "3fr",
      cell: (each) => <State appointment={each} />,
    },
    {
      id: "actions",
      title: say("queue.actions"),
      isUntitled: true,
      width: mayTreat ? "fit 332" : "fit 184",
      cell: (each) => <QueueActions appointment={each} />,
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

/** One part of the day's queue: arrow keys from line to line, Enter opens the patient. */
export function QueueTable(props: QueueTableProps) {
  const { part, appointments, isReading, nameOf, isOfOne, chosen, onChoose } = props;
  const say = useSay();
  const clock = useBranchClock();
  const { showPatient } = useDesk();
  const mayTreat = useMay("encounters", "update");
  const columns = useMemo(
    () => columnsFor({ part, nameOf, isOfOne, mayTreat }, say, clock),
    [part, nameOf, isOfOne, mayTreat, say, clock],
  );
  const isLong = appointments.length > mostDrawn;
  return (
    <div
      className={`queue-lines ${mayTreat ? "queue-treated " : ""}${isLong ? "list-frame queue-frame" : "table-frame"}`}
    >
      <Table
        isVirtual={isLong}
        label={say(`queue.${part}`)}
        columns={columns}
        rows={appointments}
        textOf={(each) => tokenText(each)}
        empty={say(isReading ? "action.loading" : "queue.empty")}
        chosen={chosen}
        onChoose={onChoose}
        onOpen={(each) => showPatient(each.patient_id)}
        rowTestName={testNames.queueEntry}
      />
    </div>
  );
}
