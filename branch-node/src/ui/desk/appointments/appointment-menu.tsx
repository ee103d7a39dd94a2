import { useState } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useNow, useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
import { isSetAside, queuePart, tokenText } from "#ui/desk/today/queue.ts";
import { tell } from "#ui/kit/toast.tsx";
import { useAppointmentChange } from "./appointment-change.ts";
import { CancelAppointment } from "./cancel-appointment.tsx";
import { HandOver } from "./hand-over.tsx";
import { MissedAppointment } from "./missed-appointment.tsx";
import { MoveAppointment } from "./move-appointment.tsx";
import { SetPriority } from "./set-priority.tsx";

interface AppointmentMenuProps {
  readonly appointment: Appointment;
  /** Whose it is. */
  readonly name: string;
  /** With the way to the chart and the arrival, where nothing beside it has them. */
  readonly isWhole?: boolean;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
}

type Opened = "move" | "cancel" | "missed" | "handOver" | "priority";

interface Asked extends AppointmentMenuProps {
  readonly onOpened: (way: Opened) => void;
}

/** What of these is possible with an appointment as it stands. */
function waysOf({ status, slot_time: slotTime }: Appointment, now: number): readonly Opened[] {
  const part = queuePart(status);
  if (part === "waiting") return ["handOver", "priority", "cancel"];
  if (part !== "booked") return [];
  return Date.parse(slotTime) < now ? ["move", "missed", "cancel"] : ["move", "cancel"];
}

function useChangeActions({ appointment, onOpened }: Asked): readonly MenuAction[] {
  const say = useSay();
  const now = useNow(60_000);
  const isArrived = queuePart(appointment.status) === "waiting";
  const words = {
    move: { text: say("appointment.move"), icon: "move" },
    missed: { text: say("appointment.missed"), icon: "warning" },
    handOver: { text: say("appointment.handOver"), icon: "stethoscope" },
    priority: { text: say("appointment.priority"), icon: "attention" },
    cancel: { text: say(isArrived ? "appointment.takeBack" : "appointment.cancel"), icon: "close" },
  } as const;
  return waysOf(appointment, now).map((way) => ({
    id: way,
    ...words[way],
    testName: `appointment-${way}`,
    onAction: () => onOpened(way),
  }));
}

function useArrival({ appointment, name }: AppointmentMenuProps): readonly MenuAction[] {
  const say = useSay();
  const today = useToday();
  const { branch } = useSignedIn();
  const change = useAppointmentChange(
    appointment.id,
    (changed) =>
      tell({ text: say("calendar.arrived", { name, token: tokenText(changed) }), tone: "good" }),
    (error) => tell({ text: faultText(error, say), tone: "warning" }),
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
function useTurn({ appointment, name }: AppointmentMenuProps): readonly MenuAction[] {
  const say = useSay();
  const isAside = isSetAside(appointment);
  const change = useAppointmentChange(
    appointment.id,
    () => tell({ text: say(isAside ? "queue.backNow" : "queue.asideNow", { name }), tone: "good" }),
    (error) => tell({ text: faultText(error, say), tone: "warning" }),
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

function useMenuActions(asked: Asked): readonly MenuAction[] {
  const say = useSay();
  const { showPatient } = useDesk();
  const mayUpdate = useMay("appointments", "update");
  const mayRead = useMay("patients", "read");
  const { appointment, isWhole = false } = asked;
  const changes = useChangeActions(asked);
  const arrival = useArrival(asked);
  const turn = useTurn(asked);
  const chart: MenuAction = {
    id: "chart",
    text: say("today.openChart"),
    icon: "person",
    testName: "appointment-chart",
    onAction: () => showPatient(appointment.patient_id),
  };
  return [
    ...(isWhole && mayUpdate ? arrival : []),
    ...(isWhole && mayRead ? [chart] : []),
    ...(mayUpdate ? [...turn, ...changes] : []),
  ];
}

/**
 * Moves, cancels and marks as missed what was booked; of who waits: not there, another doctor, another priority, or a token
 * that was given by mistake.
 */
export function AppointmentMenu(props: AppointmentMenuProps) {
  const { appointment, name } = props;
  const say = useSay();
  const [opened, setOpened] = useState<Opened | null>(null);
  const actions = useMenuActions({ ...props, onOpened: setOpened });
  const dialog = { appointment, name, onClose: () => setOpened(null) };
  if (actions.length === 0) return null;
  const label = say("appointment.more", { name });
  return (
    <>
      <Menu label={label} groups={[{ actions }]} isOpen={props.isOpen} onToggle={props.onToggle}>
        <IconButton icon="more" label={label} testName={testNames.appointmentMenu} />
      </Menu>
      {opened === "move" ? <MoveAppointment {...dialog} /> : null}
      {opened === "cancel" ? <CancelAppointment {...dialog} /> : null}
      {opened === "handOver" ? <HandOver {...dialog} /> : null}
      {opened === "priority" ? <SetPriority {...dialog} /> : null}
      {opened === "missed" ? <MissedAppointment {...dialog} /> : null}
    </>
  );
}
