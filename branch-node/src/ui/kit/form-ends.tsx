import type { ReactNode } from "react";
import { Button, type ButtonLook } from "./button.tsx";

interface FormEndsProps {
  /** What the form or window does, as its button says it; left out where it does nothing more. */
  readonly action?: ReactNode;
  /** Dangerous where what it does cannot be taken back. */
  readonly look?: ButtonLook;
  readonly isDisabled?: boolean;
  /** Seen and heard as disabled, but the focus stays on it. */
  readonly isUnavailable?: boolean;
  /** Where it is no form that is sent. */
  readonly onAct?: () => void;
  readonly testName?: string;
  /** How it is left, as the button says it. */
  readonly leave: ReactNode;
  readonly onLeave: () => void;
  readonly leaveTestName?: string;
  /** What else can be done, between its ends. */
  readonly children?: ReactNode;
}

/** The two ends of a form or a window, in one order on every page: it is done first, and left last. */
export function FormEnds(props: FormEndsProps) {
  const { action, look = "primary", isDisabled = false, isUnavailable, onAct } = props;
  return (
    <div className="form-actions">
      {action === undefined ? null : (
        <Button
          look={look}
          type={onAct === undefined ? "submit" : "button"}
          isDisabled={isDisabled}
          {...(isUnavailable === undefined ? {} : { isUnavailable })}
          {...(onAct === undefined ? {} : { onPress: onAct })}
          testName={props.testName}
        >
          {action}
        </Button>
      )}
      {props.children}
      <Button look="quiet" onPress={props.onLeave} testName={props.leaveTestName}>
        {props.leave}
      </Button>
    </div>
  );
}
