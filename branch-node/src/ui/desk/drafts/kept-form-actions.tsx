import type { ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { DraftKeeper } from "./draft-keeper.ts";
import { LeaveForm } from "./leave-form.tsx";

interface KeptFormActionsProps {
  /** What the form does. */
  readonly action: ReactNode;
  readonly testName: string;
  readonly keeper: DraftKeeper;
  readonly onLeave: () => void;
}

/** The ends of a form that is kept as a draft: it is sent, kept for later, or thrown away. */
export function KeptFormActions({ action, testName, keeper, onLeave }: KeptFormActionsProps) {
  return (
    <div className="form-actions">
      <Button look="primary" type="submit" testName={testName}>
        {action}
      </Button>
      <LeaveForm keeper={keeper} onLeave={onLeave} />
    </div>
  );
}
