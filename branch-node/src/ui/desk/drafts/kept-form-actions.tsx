import type { ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { DraftKeeper } from "./draft-keeper.ts";
import { LeaveForm } from "./leave-form.tsx";

interface KeptFormActionsProps {
  /** What the form does. */
  readonly action: ReactNode;
  readonly testName: string;
  /** The key that does the same from its fields, where people are told. */
  readonly keys?: string;
  readonly keeper: DraftKeeper;
  readonly onLeave: () => void;
}

/** The ends of a form that is kept as a draft: it is sent, kept for later, or thrown away. */
export function KeptFormActions(props: KeptFormActionsProps) {
  const { action, testName, keys, keeper, onLeave } = props;
  return (
    <div className="form-actions">
      <Button
        look="primary"
        type="submit"
        testName={testName}
        {...(keys === undefined ? {} : { keys })}
      >
        {action}
      </Button>
      <LeaveForm keeper={keeper} onLeave={onLeave} />
    </div>
  );
}
