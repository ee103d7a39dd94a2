import { useEffect, useRef, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Icon, type IconName } from "./icon.tsx";

const looks = {
  plain: "",
  primary: " button-primary",
  quiet: " button-quiet",
  danger: " button-danger",
} as const;

/** How much weight a button has in its area. */
export type ButtonLook = keyof typeof looks;

interface ButtonProps {
  readonly children?: ReactNode;
  /** What a screen reader hears in place of what is seen. */
  readonly label?: string;
  readonly look?: ButtonLook;
  readonly isSmall?: boolean;
  /** As wide as the place it stands in. */
  readonly isWide?: boolean;
  readonly icon?: IconName;
  /** The keys that do the same, as people say them. */
  readonly keys?: string;
  /** What a screen reader hears after the text, where several buttons have one text. */
  readonly about?: string;
  readonly onPress?: () => void;
  readonly type?: "button" | "submit";
  readonly onBlur?: () => void;
  readonly isDisabled?: boolean;
  /** Seen and heard as disabled, but the focus stays on it. */
  readonly isUnavailable?: boolean;
  readonly isExpanded?: boolean;
  /** The focus goes here when the button appears. */
  readonly takesFocus?: boolean;
  /** Whether a screen reader says its text again when that changes. */
  readonly isAnnounced?: boolean;
  readonly testName?: string | undefined;
}

function ariaOf({ label, isExpanded, isUnavailable, isAnnounced = false }: ButtonProps) {
  return {
    ...(label === undefined ? {} : { "aria-label": label }),
    ...(isExpanded === undefined ? {} : { "aria-expanded": isExpanded }),
    ...(isUnavailable === undefined ? {} : { "aria-disabled": isUnavailable }),
    ...(isAnnounced ? ({ "aria-live": "polite" } as const) : {}),
  };
}

/** A button with a text. An area has one primary button at most. */
export function Button(props: ButtonProps) {
  const { look = "plain", isSmall = false, isWide = false, takesFocus = false } = props;
  const { icon, keys, about } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <AriaButton
      ref={button}
      className={`button${looks[look]}${isSmall ? " button-small" : ""}${isWide ? " button-wide" : ""}`}
      type={props.type ?? "button"}
      isDisabled={props.isDisabled ?? false}
      {...ariaOf(props)}
      {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
      {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
      data-testid={props.testName}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {props.children}
      {about === undefined ? null : <span className="visually-hidden"> {about}</span>}
      {keys === undefined ? null : <kbd>{keys}</kbd>}
    </AriaButton>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress?: () => void;
  readonly isDisabled?: boolean;
  readonly testName?: string;
}

/** A button whose picture says all; its label is heard, and seen in a tooltip where it stands in one. */
export function IconButton({
  icon,
  label,
  onPress,
  isDisabled = false,
  testName,
}: IconButtonProps) {
  return (
    <AriaButton
      className="button button-quiet button-square"
      aria-label={label}
      isDisabled={isDisabled}
      {...(onPress === undefined ? {} : { onPress })}
      data-testid={testName}
    >
      <Icon name={icon} />
    </AriaButton>
  );
}

interface PlainButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly testName: string;
}

/** One of several values, such as a free time, that is taken by a press. */
export function ValueButton({ children, isDisabled = false, ...props }: PlainButtonProps) {
  return (
    <AriaButton
      className="value-button"
      isDisabled={isDisabled}
      onPress={props.onPress}
      data-testid={props.testName}
    >
      {children}
    </AriaButton>
  );
}

/** A line of a strip that leads somewhere; the area that it stands in gives it its look. */
export function LineButton(props: PlainButtonProps & { readonly className: string }) {
  return (
    <AriaButton className={props.className} onPress={props.onPress} data-testid={props.testName}>
      {props.children}
    </AriaButton>
  );
}
