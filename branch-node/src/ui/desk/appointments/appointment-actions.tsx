import { useState, type ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import type { MenuAction } from "#ui/kit/menu.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useNow, useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { isSetAside, queuePart, tokenText } from "#ui/desk/today/queue.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useAppointmentChange } from "./appointment-change.ts";
import { CancelAppointment } from "./cancel-appointment.tsx";
import { ChangeQueue, useOtherQueues } from "./change-queue.tsx";
import { HandOver } from "./hand-over.tsx";
import { MissedAppointment } from "./missed-appointment.tsx";
import { MoveAppointment } from "./move-appointment.tsx";
import { SetPriority } from "./set-priority.tsx";

/** An appointment, and where its actions stand. */
export interface AppointmentActionsProps {
  readonly appointment: Appointment;
  /** Whose it is. */
  readonly name: string;
  /** With the way to the chart and the arrival, where nothing beside it has them. */
  readonly isWhole?: boolean;
  /** On the appointment's own page, to which no way leads any more. */
  readonly isOwnPage?: boolean;
}

type Opened = "requeue" | "move" | "cancel" | "missed" | "handOver" | "priority";

interface Asked extends AppointmentActionsProps {
  readonly onOpened: (way: Opened) => void;
}

/** What of these is possible with an appointment as it stands. */
function waysOf(
  { status, slot_time: slotTime }: Appointment,
  now: number,
  hasOtherQueues: boolean,
): readonly Opened[] {
  const part = queuePart(status);
  if (part === "waiting") {
    return ["handOver", ...(hasOtherQueues ? ["requeue" as const] : []), "priority", "cancel"];
  }
  if (part !== "booked") return [];
  return Date.parse(slotTime) < now ? ["move", "missed", "cancel"] : ["move", "cancel"];
}

function useChangeActions({ appointment, onOpened }: Asked): readonly MenuAction[] {
  const say = useSay();
  const now = useNow(60_000);
  const hasOtherQueues = useOtherQueues(appointment.queue_code).length > 0;
  const isArrived = queuePart(appointment.status) === "waiting";
  const texts = {
    move: { text: say("appointment.move"), icon: "move" },
    missed: { text: say("appointment.missed"), icon: "warning" },
    handOver: { text: say("appointment.handOver"), icon: "stethoscope" },
    requeue: { text: say("appointment.requeue"), icon: "queues" },
    priority: { text: say("appointment.priority"), icon: "attention" },
    cancel: { text: say(isArrived ? "appointment.takeBack" : "appointment.cancel"), icon: "close" },
  } as const;
  return waysOf(appointment, now, hasOtherQueues).map((way) => ({
    id: way,
    ...texts[way],
    testName: `appointment-${way}`,
    onAction: () => onOpened(way),
  }));
}

function useArrival({ appointment, name }: AppointmentActionsProps): readonly MenuAction[] {
  const say = useSay();
  const today = useToday();
  const { branch } = useSignedIn();
  const change = useAppointmentChange(
    appointment.id,
    (changed) =>
      notify({ text: say("calendar.arrived", { name, token: tokenText(changed) }), tone: "good" }),
    (error) => notify({ text: faultText(error, say), tone: "warning" }),
  );
  const isToday = dayIn(branch.time_zone, Date.parse(appointment.slot_time)) === today;
  if (!isToday || queuePart(appointment.status) !== "booked") return [];
  const onAction = () => {
    if (!change.isPending) change.mutate({ status: "checked_in" });
  };
  return [
    {
      id: "arrive",
      text: say("queue.checkIn"),
      icon: "arrive",
      testName: "appointment-arrive",
      onAction,
    },
  ];
}

/** Sets aside who does not answer, and takes back who has turned up. */
function useTurn({ appointment, name }: AppointmentActionsProps): readonly MenuAction[] {
  const say = useSay();
  const isAside = isSetAside(appointment);
  const change = useAppointmentChange(
    appointment.id,
    () =>
      notify({ text: say(isAside ? "queue.backNow" : "queue.asideNow", { name }), tone: "good" }),
    (error) => notify({ text: faultText(error, say), tone: "warning" }),
  );
  if (queuePart(appointment.status) !== "waiting") return [];
  return [
    {
      id: "aside",
      text: say(isAside ? "queue.back" : "queue.aside"),
      icon: isAside ? "arrive" : "pending",
      testName: "appointment-aside",
      onAction: () => {
        if (!change.isPending) change.mutate({ set_aside: !isAside });
      },
    },
  ];
}

/** The ways to the pages of the appointment and of its patient. */
function useLinks({ appointment, isWhole = false, isOwnPage = false }: Asked) {
  const say = useSay();
  const go = useNavigate();
  const { showPatient } = useDesk();
  const mayRead = useMay("patients", "read");
  const { id, patient_id: patientId } = appointment;
  const page: MenuAction = {
    id: "page",
    text: say("appointment.open"),
    icon: "calendar",
    testName: "appointment-page",
    onAction: () => void go({ to: "/appointments/$appointment", params: { appointment: id } }),
  };
  const chart: MenuAction = {
    id: "chart",
    text: say("today.openChart"),
    icon: "person",
    testName: "appointment-chart",
    onAction: () => showPatient(patientId),
  };
  return [...(isOwnPage ? [] : [page]), ...(isWhole && mayRead ? [chart] : [])];
}

function useActions(asked: Asked): readonly MenuAction[] {
  const mayUpdate = useMay("appointments", "update");
  const changes = useChangeActions(asked);
  const arrival = useArrival(asked);
  const turn = useTurn(asked);
  const links = useLinks(asked);
  return [
    ...(asked.isWhole === true && mayUpdate ? arrival : []),
    ...links,
    ...(mayUpdate ? [...turn, ...changes] : []),
  ];
}

/** What can be done with an appointment as it stands by whoever is signed in, and the dialog of what was begun. */
export function useAppointmentActions(props: AppointmentActionsProps) {
  const { appointment, name } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const actions = useActions({ ...props, onOpened: setOpened });
  const dialog = { appointment, name, onClose: () => setOpened(null) };
  const dialogs: Readonly<Record<Opened, ReactNode>> = {
    move: <MoveAppointment {...dialog} />,
    cancel: <CancelAppointment {...dialog} />,
    handOver: <HandOver {...dialog} />,
    requeue: <ChangeQueue {...dialog} />,
    priority: <SetPriority {...dialog} />,
    missed: <MissedAppointment {...dialog} />,
  };
  return { actions, dialog: opened === null ? null : dialogs[opened] };
}
