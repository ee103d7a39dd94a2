import { SureButton } from "#ui/desk/drafts/sure-button.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
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
    <FormActions
      action={say("searches.keep")}
      testName={testNames.saveProblem}
      onLeave={onClose}
      leave="action.close"
    >
      {onRemove === null ? null : (
        <SureButton
          text="problem.remove"
          sureText="problem.removeSure"
          look="danger"
          testName={testNames.removeProblem}
          onPress={onRemove}
        />
      )}
    </FormActions>
  );
}
