import { Button } from "#ui/kit/button.tsx";
import { faultText } from "#ui/desk/data/faults.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useKeeping } from "./drafts-context.tsx";
import type { DraftKeeper, FormState } from "./draft-keeper.ts";

interface DraftLineProps {
  readonly keeper: DraftKeeper;
  /** The other screen's state was chosen. */
  readonly onTake: (formState: FormState) => void;
}

function Elsewhere({ keeper, onTake }: DraftLineProps) {
  const say = useSay();
  async function take(): Promise<void> {
    const formState = await keeper.takeOther();
    if (formState !== null) onTake(formState);
  }
  return (
    <div className="notice notice-warning draft-elsewhere" role="alert">
      <Icon name="warning" />
      <span>{say("draft.elsewhere")}</span>
      <Button isSmall onPress={() => void keeper.keepThis()} testName={testNames.draftKeepThis}>
        {say("draft.keepThis")}
      </Button>
      <Button isSmall onPress={() => void take()} testName={testNames.draftTakeOther}>
        {say("draft.takeOther")}
      </Button>
    </div>
  );
}

/**
 * Whether what was typed is safe. Only that it is not is said aloud: a screen reader that announced every saving would
 * talk into the typing.
 */
export function DraftLine({ keeper, onTake }: DraftLineProps) {
  const say = useSay();
  const clock = useBranchClock();
  const keeping = useKeeping(keeper);
  switch (keeping.kind) {
    case "idle":
      return <p className="draft-line" data-testid={testNames.draftLine} />;
    case "pending":
      return (
        <p className="draft-line" data-testid={testNames.draftLine}>
          <Icon name="pending" />
          {say("draft.pending")}
        </p>
      );
    case "kept":
      return (
        <p className="draft-line" data-testid={testNames.draftLine}>
          <Icon name="pending" />
          {say("draft.kept", { time: clock.time(keeping.at) })}
        </p>
      );
    case "elsewhere":
      return <Elsewhere keeper={keeper} onTake={onTake} />;
    case "unreachable":
    case "refused":
      return (
        <p className="notice notice-danger" role="alert" data-testid={testNames.draftLine}>
          <Icon name="danger" />
          <span>
            {keeping.kind === "unreachable"
              ? say("draft.unreachable")
              : say("draft.refused", { reason: faultText(keeping.error, say) })}
          </span>
        </p>
      );
  }
}
