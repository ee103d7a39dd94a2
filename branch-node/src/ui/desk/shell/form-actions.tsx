import type { ReactNode } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";

interface FormActionsProps {
  /** What the form does. */
  readonly action: ReactNode;
  readonly testName: string;
  readonly onLeave: () => void;
  /** Where nothing is lost, the form is closed; else its change is cancelled. */
  readonly leave?: "action.cancel" | "action.close";
}

/** The two ends of a form in a window: it is sent, or left. */
export function FormActions(props: FormActionsProps) {
  const { action, testName, onLeave, leave = "action.cancel" } = props;
  const say = useSay();
  return (
    <div className="form-actions">
      <Button look="primary" type="submit" testName={testName}>
        {action}
      </Button>
      <Button look="quiet" onPress={onLeave}>
        {say(leave)}
      </Button>
    </div>
  );
}
