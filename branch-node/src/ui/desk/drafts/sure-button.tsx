import { useState } from "react";
import { Button, type ButtonLook } from "#ui/kit/button.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";

interface SureButtonProps {
  readonly text: TextId;
  /** What the button asks before the second press. */
  readonly sureText: TextId;
  readonly look?: ButtonLook;
  readonly testName: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A button for what cannot be taken back: it asks once more, and forgets that it asked when the focus goes. */
export function SureButton(props: SureButtonProps) {
  const { text, sureText, look = "plain", testName, isDisabled = false, onPress } = props;
  const say = useSay();
  const [isSure, setSure] = useState(false);
  return (
    <Button
      look={look}
      onPress={() => (isSure ? onPress() : setSure(true))}
      isDisabled={isDisabled}
      onBlur={() => setSure(false)}
      isAnnounced
      testName={testName}
    >
      {say(isSure ? sureText : text)}
    </Button>
  );
}
