import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import type { AppointmentDialogProps } from "./cancel-appointment.tsx";

/** Says of somebody who was booked that they did not come. */
export function MissedAppointment({ appointment, name, onClose }: AppointmentDialogProps) {
  const say = useSay();
  const change = useAppointmentChange(appointment.id, () => {
    notify({ text: say("appointment.missedNow", { name }), tone: "good" });
    onClose();
  });
  return (
    <Dialog title={say("appointment.missed")} closeLabel={say("action.close")} onClose={onClose}>
      <AppointmentFacts appointment={appointment} name={name} />
      <FaultNotice error={change.error} />
      <div className="form-actions">
        <Button
          look="primary"
          onPress={() => {
            if (!change.isPending) change.mutate({ status: "no_show" });
          }}
          testName={testNames.confirmMissed}
        >
          {say("appointment.missed")}
        </Button>
        <Button look="quiet" onPress={onClose}>
          {say("action.close")}
        </Button>
      </div>
    </Dialog>
  );
}
