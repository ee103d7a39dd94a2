import type { ReactNode } from "react";

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
    <button
      type={props.type === "submit" ? "submit" : "button"}
      className={`kiosk-button kiosk-${look}`}
      disabled={isOff}
      onClick={onPress}
      aria-label={label}
      data-testid={testName}
    >
      {lang === undefined ? (
        children
      ) : (
        <span lang={lang} className="language-name">
          {children}
        </span>
      )}
    </button>
  );
}
