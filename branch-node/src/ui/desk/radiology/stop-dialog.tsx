import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { ReasonForm } from "#ui/desk/ward/reason-form.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { isCancellable } from "./radiology-list.ts";
import { useStudyStep } from "./radiology-queries.ts";

interface StopDialogProps {
  readonly study: RadiologyStudy;
  readonly onClose: () => void;
}

/** Takes a study back with the reason: cancelled as long as nobody has begun, entered in error afterwards. */
export function StopDialog({ study, onClose }: StopDialogProps) {
  const say = useSay();
  const isCancelled = isCancellable(study);
  const action = say(isCancelled ? "radiology.cancel" : "radiology.inError");
  const step = useStudyStep(study.id, ({ accession_no: name }) => {
    const text = say(isCancelled ? "radiology.cancelledNow" : "radiology.inErrorNow", { name });
    notify({ text, tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["status_reason"], say);
  return (
    <Dialog
      title={`${action}: ${study.accession_no}`}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <AboutPatient patientId={study.patient_id} />
      <ReasonForm
        action={action}
        isDanger
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => {
          const status = isCancelled ? "cancelled" : "entered_in_error";
          if (!step.isPending) step.mutate({ status, status_reason: reason });
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}
