import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useSay, type TextId } from "#ui/i18n/text.ts";

interface SureButtonProps {
  readonly text: TextId;
  /** What the button asks before the second press. */
  readonly sureText: TextId;
  readonly className: string;
  readonly testName: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A button for what cannot be taken back: it asks once more, and forgets that it asked when the focus goes. */
export function SureButton(props: SureButtonProps) {
  const { text, sureText, className, testName, isDisabled = false, onPress } = props;
  const say = useSay();
  const [isSure, setSure] = useState(false);
  return (
    <Button
      className={className}
      onPress={() => (isSure ? onPress() : setSure(true))}
      isDisabled={isDisabled}
      onBlur={() => setSure(false)}
      aria-live="polite"
      data-testid={testName}
    >
      {say(isSure ? sureText : text)}
    </Button>
  );
}
