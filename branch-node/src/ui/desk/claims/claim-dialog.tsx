import type { FormEvent, ReactNode } from "react";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";

interface ClaimDialogProps {
  readonly title: string;
  readonly patientId: string;
  /** What is done, as its button says it. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** What no field of the form shows. */
  readonly error: unknown;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A step of a claim as a form. */
export function ClaimDialog({ title, action, error, ...props }: ClaimDialogProps) {
  const say = useSay();
  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={props.onClose}>
      <AboutPatient patientId={props.patientId} />
      <form className="dialog-form" onSubmit={props.onSubmit} noValidate>
        {props.children}
        <FaultNotice error={error} />
        <FormActions
          action={action}
          look={props.isDanger === true ? "danger" : "primary"}
          testName={testNames.confirmClaim}
          onLeave={props.onClose}
        />
      </form>
    </Dialog>
  );
}
