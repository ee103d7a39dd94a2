import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";

interface BigButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly testName?: string;
  readonly look?: "plain" | "primary" | "quiet";
  readonly isOff?: boolean;
  readonly label?: string;
  readonly type?: "button" | "submit";
  readonly lang?: string;
}

/** A button for a finger, at arm's length. */
export function BigButton(props: BigButtonProps) {
  const { children, onPress, testName, look = "plain", isOff = false, label, lang } = props;
  return (
    <Button
      type={props.type ?? "button"}
      className={`kiosk-button kiosk-${look}`}
      isDisabled={isOff}
      {...(onPress === undefined ? {} : { onPress })}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(testName === undefined ? {} : { "data-testid": testName })}
    >
      {lang === undefined ? children : <span lang={lang}>{children}</span>}
    </Button>
  );
}
