import type { FormEvent, ReactNode } from "react";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";

interface StudyDialogProps {
  readonly title: string;
  /** What the study is of, where it is ordered already. */
  readonly what?: string;
  /** What is done, as its button says it. */
  readonly action: string;
  /** What no field of the form shows. */
  readonly error: unknown;
  readonly isWide?: boolean;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A step of a study as a form: its fields, what is wrong with them, and the button that does it. */
export function StudyDialog(props: StudyDialogProps) {
  const { title, what, action, error, isWide = false, children } = props;
  const say = useSay();
  return (
    <Dialog
      title={title}
      closeLabel={say("action.close")}
      {...(isWide ? { shape: "wide" } : {})}
      onClose={props.onClose}
      testName={testNames.studyDialog}
    >
      <form className="dialog-form" onSubmit={props.onSubmit} noValidate>
        {what === undefined ? null : (
          <strong>
            <bdi>{what}</bdi>
          </strong>
        )}
        {children}
        <FaultNotice error={error} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.confirmStudy}>
            {action}
          </Button>
          <Button look="quiet" onPress={props.onClose}>
            {say("action.close")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
