import type { FormEvent, ReactNode } from "react";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";

interface ClaimDialogProps {
  readonly title: string;
  /** What is done, as its button says it. */
  readonly action: string;
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
      <form className="dialog-form" onSubmit={props.onSubmit} noValidate>
        {props.children}
        <FaultNotice error={error} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.confirmClaim}>
            {action}
          </Button>
          <Button look="quiet" onPress={props.onClose}>
            {say("action.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
