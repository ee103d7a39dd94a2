import { useMemo } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { ageText, genderText } from "#ui/desk/patients/patient-facts.tsx";
import { StatusTag } from "#ui/desk/patients/patient-visits.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useNow, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { QueueActions } from "./queue-entry.tsx";
import { isSetAside, queuePart, tokenText, waitingSince, type QueuePart } from "./queue.ts";
import { useRoomText } from "./use-room-text.ts";

interface QueueTableProps {
  readonly part: QueuePart;
  readonly appointments: readonly Appointment[];
  readonly nameOf: (providerId: string) => string;
  readonly chosen: string | null;
  readonly onChoose: (appointmentId: string | null) => void;
}

function Who({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const today = useToday();
  const patient: Patient | undefined = usePatient(patientId).data;
  if (patient === undefined) return "…";
  return (
    <>
      <span className="queue-name">{patient.name}</span>{" "}
      <span className="queue-facts">
        {ageText(patient, today, say)} {genderText(patient.gender, say)} · {patient.uhid}
      </span>
    </>
  );
}

// From here on somebody has waited long enough for the desk to look.
const longMs = 30 * 60_000;

function Waiting({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const now = useNow(20_000);
  const since = waitingSince(appointment);
  if (since === null) return null;
  const { text, count } = elapsed(since, now);
  const words = say(text, { count });
  return now - Date.parse(since) < longMs ? words : <Badge tone="warning">{words}</Badge>;
}

/** Why they go first, why they come, and who sent them. */
function reasonText(appointment: Appointment, say: Say): string {
  const { priority_reason: first, reason, referred_by: name } = appointment;
  const sent = name === null ? null : say("queue.referredBy", { name });
  return [first, reason, sent].filter((text) => text !== null && text !== "").join(" · ");
}

function State({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const clock = useBranchClock();
  const { priority, called_at: calledAt, set_aside_at: asideAt, status } = appointment;
  const part = queuePart(status);
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
      <span className="queue-reason">{reasonText(appointment, say)}</span>
    </>
  );
}

function Where({ name, room }: { readonly name: string; readonly room: string | null }) {
  const roomText = useRoomText();
  if (room === null) return name;
  return (
    <>
      <span className="queue-doctor">{name}</span>{" "}
      <span className="queue-room">{roomText(room)}</span>
    </>
  );
}

function columnsFor(
  { part, nameOf }: Pick<QueueTableProps, "part" | "nameOf">,
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
      width: "4fr",
      title: say("queue.patient"),
      cell: (each) => <Who patientId={each.patient_id} />,
    },
    {
      id: "doctor",
      width: "3fr",
      title: say("queue.provider"),
      cell: (each) => <Where name={nameOf(each.provider_id)} room={each.room} />,
    },
    ...(part === "waiting"
      ? [
          {
            id: "since",
            width: 104,
            title: say("queue.since"),
            cell: (each: Appointment) => <Waiting appointment={each} />,
          },
        ]
      : []),
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
      width: 292,
      cell: (each) => <QueueActions appointment={each} />,
    },
  ];
}

// As many as a screen shows twice over are drawn as they are, with as many lines as their words need.
const mostDrawn = 40;

/** One part of the day's queue: arrow keys from line to line, Enter opens the patient. */
export function QueueTable(props: QueueTableProps) {
  const { part, appointments, nameOf, chosen, onChoose } = props;
  const say = useSay();
  const clock = useBranchClock();
  const { showPatient } = useDesk();
  const columns = useMemo(
    () => columnsFor({ part, nameOf }, say, clock),
    [part, nameOf, say, clock],
  );
  const isLong = appointments.length > mostDrawn;
  return (
    <div className={isLong ? "list-frame queue-frame" : "table-frame"}>
      <Table
        isVirtual={isLong}
        label={say(`queue.${part}`)}
        columns={columns}
        rows={appointments}
        textOf={(each) => tokenText(each)}
        empty={say("queue.empty")}
        chosen={chosen}
        onChoose={onChoose}
        onOpen={(each) => showPatient(each.patient_id)}
        rowTestName={testNames.queueEntry}
      />
    </div>
  );
}
