import { SureButton } from "#ui/desk/drafts/sure-button.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";

interface ProblemButtonsProps {
  /** Takes away what is changed; null for something new. */
  readonly onRemove: (() => void) | null;
  readonly onClose: () => void;
}

/** What ends a dialog about one entry: saved, taken away, or left as it is. */
export function ProblemButtons({ onRemove, onClose }: ProblemButtonsProps) {
  const say = useSay();
  return (
    <div className="form-actions">
      <Button look="primary" type="submit" testName={testNames.saveProblem}>
        {say("searches.keep")}
      </Button>
      {onRemove === null ? null : (
        <SureButton
          text="problem.remove"
          sureText="problem.removeSure"
          look="danger"
          testName={testNames.removeProblem}
          onPress={onRemove}
        />
      )}
      <Button look="quiet" onPress={onClose}>
        {say("action.close")}
      </Button>
    </div>
  );
}
