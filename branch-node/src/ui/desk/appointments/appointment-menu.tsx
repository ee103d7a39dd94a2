import { useState } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import { queuePart } from "#ui/desk/today/queue.ts";
import { CancelAppointment } from "./cancel-appointment.tsx";
import { MissedAppointment } from "./missed-appointment.tsx";
import { MoveAppointment } from "./move-appointment.tsx";

interface AppointmentMenuProps {
  readonly appointment: Appointment;
  /** Whose it is. */
  readonly name: string;
}

type Opened = "move" | "cancel" | "missed";

/** What of these is possible with an appointment as it stands. */
function waysOf({ status, slot_time: slotTime }: Appointment, now: number): readonly Opened[] {
  const part = queuePart(status);
  if (part === "waiting") return ["cancel"];
  if (part !== "booked") return [];
  return Date.parse(slotTime) < now ? ["move", "missed", "cancel"] : ["move", "cancel"];
}

/** Moves, cancels and marks as missed what was booked; takes back who was put into the queue by mistake. */
export function AppointmentMenu({ appointment, name }: AppointmentMenuProps) {
  const say = useSay();
  const now = useNow(60_000);
  const mayUpdate = useMay("appointments", "update");
  const [opened, setOpened] = useState<Opened | null>(null);
  const ways = waysOf(appointment, now);
  const close = () => setOpened(null);
  if (!mayUpdate || ways.length === 0) return null;
  const isArrived = queuePart(appointment.status) === "waiting";
  const words = {
    move: { text: say("appointment.move"), icon: "move" },
    missed: { text: say("appointment.missed"), icon: "warning" },
    cancel: { text: say(isArrived ? "appointment.takeBack" : "appointment.cancel"), icon: "close" },
  } as const;
  const actions: readonly MenuAction[] = ways.map((way) => ({
    id: way,
    ...words[way],
    testName: `appointment-${way}`,
    onAction: () => setOpened(way),
  }));
  const dialog = { appointment, name, onClose: close };
  return (
    <>
      <Menu label={say("appointment.more", { name })} groups={[{ actions }]}>
        <IconButton
          icon="more"
          label={say("appointment.more", { name })}
          testName={testNames.appointmentMenu}
        />
      </Menu>
      {opened === "move" ? <MoveAppointment {...dialog} /> : null}
      {opened === "cancel" ? <CancelAppointment {...dialog} /> : null}
      {opened === "missed" ? <MissedAppointment {...dialog} /> : null}
    </>
  );
}
