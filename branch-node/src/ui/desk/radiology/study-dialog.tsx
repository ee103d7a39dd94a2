import type { FormEvent, ReactNode } from "react";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";

interface StudyDialogProps {
  readonly title: string;
  readonly patientId: string;
  /** What the study is of. */
  readonly what: string;
  /** What is done, as its button says it. */
  readonly action: string;
  /** What no field of the form shows. */
  readonly error: unknown;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface StudyFormProps extends Pick<
  StudyDialogProps,
  "patientId" | "what" | "action" | "error" | "onSubmit"
> {
  /** The button by which the form is left. */
  readonly leave: ReactNode;
  readonly children: ReactNode;
}

/** A step of a study within its dialog: its fields, what is wrong with them, and the button that does it. */
export function StudyForm(props: StudyFormProps) {
  const { patientId, what, action, error, onSubmit, leave, children } = props;
  return (
    <form className="dialog-form" onSubmit={onSubmit} noValidate>
      <AboutPatient patientId={patientId}>
        <span>
          <bdi>{what}</bdi>
        </span>
      </AboutPatient>
      {children}
      <FaultNotice error={error} />
      <div className="form-actions">
        <Button look="primary" type="submit" testName={testNames.confirmStudy}>
          {action}
        </Button>
        {leave}
      </div>
    </form>
  );
}

/** A step of a study as a form that is answered at once. */
export function StudyDialog({ title, onClose, ...form }: StudyDialogProps) {
  const say = useSay();
  const leave = (
    <Button look="quiet" onPress={onClose}>
      {say("action.close")}
    </Button>
  );
  return (
    <Dialog
      title={title}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.studyDialog}
    >
      <StudyForm {...form} leave={leave} />
    </Dialog>
  );
}
