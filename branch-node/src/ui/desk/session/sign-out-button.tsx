import { useState, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Question } from "#ui/kit/dialog.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDraftDesk } from "#ui/desk/drafts/drafts-context.tsx";
import { useSessionStore } from "./session-context.tsx";

// Nobody waits longer for a branch that may be gone.
const patienceMs = 2_000;

interface QuestionProps {
  readonly onStay: () => void;
  readonly onSignOut: () => void;
}

function UnsavedQuestion({ onStay, onSignOut }: QuestionProps) {
  const say = useSay();
  return (
    <Question
      title={say("signOut.unsavedTitle")}
      onEscape={onStay}
      testName={testNames.unsavedQuestion}
    >
      <p>{say("signOut.unsaved")}</p>
      <div className="form-actions">
        <Button look="primary" onPress={onStay} testName={testNames.stayHere}>
          {say("signOut.stay")}
        </Button>
        <Button onPress={onSignOut} testName={testNames.signOutAnyway}>
          {say("signOut.anyway")}
        </Button>
      </div>
    </Question>
  );
}

/** The ways out: what was typed is sent first, and where it cannot be, the person decides. */
export function useWaysOut(): {
  readonly signOut: () => void;
  readonly leaveToNext: () => void;
  readonly question: ReactNode;
} {
  const session = useSessionStore();
  const desk = useDraftDesk();
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const leaveBy = (way: () => void) => async () => {
    if (await desk.awaitSaved(patienceMs)) way();
    else setAsked(() => way);
  };
  const signOut = leaveBy(() => void session.signOut());
  const leaveToNext = leaveBy(() => session.leaveToNext());
  return {
    signOut: () => void signOut(),
    leaveToNext: () => void leaveToNext(),
    question:
      asked === null ? null : <UnsavedQuestion onStay={() => setAsked(null)} onSignOut={asked} />,
  };
}
