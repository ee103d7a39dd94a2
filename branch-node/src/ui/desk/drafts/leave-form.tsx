import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { useKeeping } from "./drafts-context.tsx";
import { SureButton } from "./sure-button.tsx";

interface LeaveFormProps {
  readonly keeper: DraftKeeper;
  readonly onLeave: () => void;
}

/** The way out: of an empty form at once, of one with something in it by keeping it or by throwing it away. */
export function LeaveForm({ keeper, onLeave }: LeaveFormProps) {
  const say = useSay();
  const isEmpty = useKeeping(keeper).kind === "idle";
  if (isEmpty) {
    return (
      <Button look="quiet" onPress={onLeave} testName={testNames.leaveForm}>
        {say("action.cancel")}
      </Button>
    );
  }
  return (
    <>
      <Button look="quiet" onPress={onLeave} testName={testNames.leaveForm}>
        {say("drafts.later")}
      </Button>
      <SureButton
        text="drafts.discard"
        sureText="drafts.discardSure"
        look="quiet"
        testName={testNames.discardForm}
        onPress={() => {
          void keeper.end("discarded");
          onLeave();
        }}
      />
    </>
  );
}
