import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useDeskKey } from "#ui/desk/shell/desk-keys.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { tokenText } from "#ui/desk/today/queue.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentChange } from "./appointment-change.ts";

interface CheckInProps {
  readonly appointment: Appointment;
  /** Whose it is. */
  readonly name: string;
}

/** Whoever was expected has come, and gets the token of the appointment. */
export function CheckIn({ appointment, name }: CheckInProps) {
  const say = useSay();
  const clock = useBranchClock();
  const mayUpdate = useMay("appointments", "update");
  const change = useAppointmentChange(appointment.id, (changed) =>
    notify({ text: say("calendar.arrived", { name, token: tokenText(changed) }), tone: "good" }),
  );
  const checkIn = () => {
    if (mayUpdate && !change.isPending) change.mutate({ status: "checked_in" });
  };
  useDeskKey((event) => {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    checkIn();
  });
  if (!mayUpdate) return null;
  return (
    <>
      <FaultNotice error={change.error} />
      <Button
        look="primary"
        icon="arrive"
        keys="Ctrl Enter"
        onPress={checkIn}
        testName={testNames.checkInNow}
      >
        {say("chart.checkIn", { time: clock.time(appointment.slot_time) })}
      </Button>
    </>
  );
}
