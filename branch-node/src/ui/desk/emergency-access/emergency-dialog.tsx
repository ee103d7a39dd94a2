import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { EmergencyForm } from "./emergency-form.tsx";

interface EmergencyDialogProps {
  readonly patient: Patient;
  readonly onClose: () => void;
}

/** Opens in an emergency what other branches hold of a patient who has not agreed to it. */
export function EmergencyDialog({ patient, onClose }: EmergencyDialogProps) {
  const say = useSay();
  const clock = useBranchClock();
  return (
    <Dialog
      title={say("breakGlass.title", { name: patient.name })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <EmergencyForm
        patientId={patient.id}
        onOpened={({ expires_at: until }) => {
          notify({ text: say("breakGlass.opened", { time: clock.time(until) }), tone: "good" });
          onClose();
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}
