import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Icon, type IconName } from "./icon.tsx";

const looks = {
  plain: "",
  primary: " button-primary",
  quiet: " button-quiet",
  danger: " button-danger",
} as const;

interface ButtonProps {
  readonly children?: ReactNode;
  /** What a screen reader hears in place of what is seen. */
  readonly label?: string;
  readonly look?: keyof typeof looks;
  readonly isSmall?: boolean;
  readonly icon?: IconName;
  /** The keys that do the same, as people say them. */
  readonly keys?: string;
  /** What a screen reader hears after the text, where several buttons have one text. */
  readonly about?: string;
  readonly onPress?: () => void;
  readonly type?: "button" | "submit";
  readonly isDisabled?: boolean;
  readonly isExpanded?: boolean;
  readonly testName?: string | undefined;
}

/** A button with a text. An area has one primary button at most. */
export function Button(props: ButtonProps) {
  const { look = "plain", isSmall = false, icon, keys, about } = props;
  return (
    <AriaButton
      className={`button${looks[look]}${isSmall ? " button-small" : ""}`}
      type={props.type ?? "button"}
      isDisabled={props.isDisabled ?? false}
      {...(props.label === undefined ? {} : { "aria-label": props.label })}
      {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
      {...(props.isExpanded === undefined ? {} : { "aria-expanded": props.isExpanded })}
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
