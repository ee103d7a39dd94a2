import type { ReactNode } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { Button, type ButtonLook } from "#ui/kit/button.tsx";

interface FormActionsProps {
  /** What the form does. */
  readonly action: ReactNode;
  /** Dangerous where what it does cannot be taken back. */
  readonly look?: ButtonLook;
  readonly testName: string;
  readonly isDisabled?: boolean;
  /** What else the form can do, between its ends. */
  readonly children?: ReactNode;
  readonly onLeave: () => void;
  /** Where nothing is lost, the form is closed; else its change is cancelled. */
  readonly leave?: "action.cancel" | "action.close" | "appointment.keep";
}

/** The two ends of a form in a window: it is sent, or left. */
export function FormActions(props: FormActionsProps) {
  const { action, look = "primary", testName, isDisabled = false, onLeave } = props;
  const { leave = "action.cancel" } = props;
  const say = useSay();
  return (
    <div className="form-actions">
      <Button look={look} type="submit" isDisabled={isDisabled} testName={testName}>
        {action}
      </Button>
      {props.children}
      <Button look="quiet" onPress={onLeave}>
        {say(leave)}
      </Button>
    </div>
  );
}
