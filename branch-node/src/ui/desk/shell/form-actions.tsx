import type { ReactNode } from "react";
import { useSay } from "#ui/i18n/text.ts";
import type { ButtonLook } from "#ui/kit/button.tsx";
import { FormEnds } from "#ui/kit/form-ends.tsx";

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
  /**
   * Where nothing is lost, the form is closed; else its change is cancelled. A form that itself cancels or takes back something
   * is left by another word than it is done by.
   */
  readonly leave?: "action.back" | "action.cancel" | "action.close" | "appointment.keep";
}

/** The two ends of a form in a window: it is sent, or left. */
export function FormActions(props: FormActionsProps) {
  const { action, look = "primary", testName, isDisabled = false, onLeave } = props;
  const { leave = look === "danger" ? "action.back" : "action.cancel" } = props;
  const say = useSay();
  return (
    <FormEnds
      action={action}
      look={look}
      isDisabled={isDisabled}
      testName={testName}
      leave={say(leave)}
      onLeave={onLeave}
    >
      {props.children}
    </FormEnds>
  );
}
