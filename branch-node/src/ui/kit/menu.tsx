import type { MouseEvent, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Header } from "react-aria-components/Header";
import { Popover } from "react-aria-components/Popover";
import { Icon, type IconName } from "./icon.tsx";

/** One thing that a menu does. */
export interface MenuAction {
  readonly id: string;
  readonly text: string;
  readonly icon?: IconName;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  /** Which of several is the case now. */
  readonly isChosen?: boolean;
  readonly testName?: string;
  readonly onAction: () => void;
}

/** Actions that belong together, under their name. */
export interface MenuGroup {
  readonly title?: string;
  readonly actions: readonly MenuAction[];
}

interface MenuProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Where something else opens it too. */
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: ((isOpen: boolean) => void) | undefined;
  /** The button that opens it. */
  readonly children: ReactNode;
}

interface ActionProps {
  readonly action: MenuAction;
  /** Whether pictures stand before the texts of its menu: the texts begin at one line. */
  readonly hasIcons: boolean;
}

function Action({ action, hasIcons }: ActionProps) {
  return (
    <MenuItem
      id={action.id}
      textValue={action.text}
      className="menu-item"
      isDisabled={action.isDisabled ?? false}
      onAction={action.onAction}
      data-testid={action.testName}
    >
      {action.icon === undefined ? null : <Icon name={action.icon} />}
      {action.icon === undefined && hasIcons ? <span className="icon" /> : null}
      <span>{action.text}</span>
      {action.isChosen === true ? <Icon name="good" /> : null}
      {action.keys === undefined ? null : <kbd>{action.keys}</kbd>}
    </MenuItem>
  );
}

// The second click of a double one was meant for what the menu has come to stand over.
function leaveSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

/** Actions behind a button. */
export function Menu({ label, groups, isOpen, onToggle, children }: MenuProps) {
  const hasIcons = groups.some(({ actions }) => actions.some(({ icon }) => icon !== undefined));
  return (
    <MenuTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onToggle === undefined ? {} : { onOpenChange: onToggle })}
    >
      {children}
      <Popover className="popover" placement="bottom end">
        <div className="menu-frame" onClickCapture={leaveSecondClick}>
          <AriaMenu className="menu" aria-label={label}>
            {groups.map(({ title, actions }) => (
              <MenuSection
                key={actions[0]?.id ?? ""}
                className="menu-section"
                {...(title === undefined ? { "aria-label": label } : {})}
              >
                {title === undefined ? null : <Header className="menu-title">{title}</Header>}
                {actions.map((action) => (
                  <Action key={action.id} action={action} hasIcons={hasIcons} />
                ))}
              </MenuSection>
            ))}
          </AriaMenu>
        </div>
      </Popover>
    </MenuTrigger>
  );
}
