import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import type { AppointmentDialogProps } from "./cancel-appointment.tsx";
import { FreeTimes } from "./free-times.tsx";

/** Moves what was booked to another day, time or doctor: one press on a free time. */
export function MoveAppointment({ appointment, name, onClose }: AppointmentDialogProps) {
  const say = useSay();
  const clock = useBranchClock();
  const change = useAppointmentChange(appointment.id, ({ slot_time: slotTime }) => {
    const when = `${clock.day(slotTime)}, ${clock.time(slotTime)}`;
    notify({ text: say("appointment.movedNow", { name, when }), tone: "good" });
    onClose();
  });
  return (
    <Dialog
      title={say("appointment.move")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
    >
      <AppointmentFacts appointment={appointment} name={name} />
      <FaultNotice error={change.error} />
      <FreeTimes
        initialProviderId={appointment.provider_id}
        error={change.error}
        onTake={({ providerId, slotTime }) => {
          if (change.isPending) return;
          change.mutate({ slot_time: slotTime, provider_id: providerId });
        }}
      />
    </Dialog>
  );
}
