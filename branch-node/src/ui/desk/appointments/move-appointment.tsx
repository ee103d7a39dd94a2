import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import type { AppointmentDialogProps } from "./cancel-appointment.tsx";
import { MonthAndTimes } from "#ui/desk/calendar/free-times.tsx";
import { useMoved } from "./moving.ts";

/** Moves what was booked to another day, time or doctor: one press on a free time. It begins on the appointment's own day. */
export function MoveAppointment({ appointment, name, onClose }: AppointmentDialogProps) {
  const say = useSay();
  const { branch } = useSignedIn();
  const moved = useMoved();
  const change = useAppointmentChange(appointment.id, (now) => {
    moved(now, appointment, name);
    onClose();
  });
  const day = dayIn(branch.time_zone, Date.parse(appointment.slot_time));
  return (
    <Dialog
      title={say("appointment.move")}
      closeLabel={say("action.close")}
      shape="times"
      onClose={onClose}
    >
      <AppointmentFacts appointment={appointment} name={name} />
      <FaultNotice error={change.error} />
      <MonthAndTimes
        texts={{ day: "appointment.newDay", time: "appointment.newTime" }}
        initialProviderId={appointment.provider_id}
        initialDay={day}
        markedDay={day}
        own={{ providerId: appointment.provider_id, slotTime: appointment.slot_time }}
        error={change.error}
        onTake={({ providerId, slotTime }) => {
          if (change.isPending) return;
          change.mutate({ slot_time: slotTime, provider_id: providerId });
        }}
      />
    </Dialog>
  );
}
