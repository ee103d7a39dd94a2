import { useEffect, useRef, type ReactNode } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { SearchField } from "react-aria-components/SearchField";
import { Icon, type IconName } from "./icon.tsx";

/** One thing that can be found or done. */
export interface Command {
  readonly id: string;
  readonly text: string;
  readonly icon?: IconName;
  readonly more?: ReactNode;
  readonly onAction: () => void;
}

/** Commands under one name. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

interface CommandListProps {
  readonly label: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly groups: readonly CommandGroup[];
  readonly empty: string;
  readonly testName?: string;
  readonly itemTestName?: string;
}

/** A line to type in and what it finds below; the arrow keys move through it without leaving the line. */
export function CommandList(props: CommandListProps) {
  const { label, typed, onType, groups, empty } = props;
  const line = useRef<HTMLInputElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <Autocomplete inputValue={typed} onInputChange={onType}>
      <SearchField className="command-field" aria-label={label}>
        <Icon name="search" />
        <Input ref={line} placeholder={label} data-testid={props.testName} />
      </SearchField>
      <ListBox
        className="list-box command-results"
        aria-label={label}
        renderEmptyState={() => <p className="table-empty">{empty}</p>}
      >
        {groups.map(({ title, commands }) => (
          <ListBoxSection key={title} id={title} className="menu-section">
            <Header className="menu-title">{title}</Header>
            {commands.map(({ id, text, icon, more, onAction }) => (
              <ListBoxItem
                key={id}
                id={id}
                textValue={text}
                className="menu-item"
                onAction={onAction}
                data-testid={props.itemTestName}
              >
                {icon === undefined ? null : <Icon name={icon} />}
                <span>{text}</span>
                {more === undefined ? null : <span className="list-more">{more}</span>}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}
