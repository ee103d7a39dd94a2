import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";

/** One of the choices of a list. */
export interface Choice {
  readonly value: string;
  readonly text: string;
  /** What tells it from another of the same text. */
  readonly more?: string;
  /** By what typing at a select finds it, where that is not how its text begins. */
  readonly typed?: string;
}

// Where no item is focused yet, Enter must not choose one by chance; the empty value is a choice like others.
function keyOf(value: string): string {
  return value === "" ? "none" : value;
}

/** A choice's value as the library's key, and back. */
export const choiceKeys = {
  from: keyOf,
  back: (key: string): string => (key === "none" ? "" : key),
};

/** Choices as the library's collections want them: each by its key. */
export function keyedChoices(choices: readonly Choice[]) {
  return choices.map((choice) => ({ ...choice, id: keyOf(choice.value) }));
}

/** The choices of a select or a combo box, over the page. */
export function ChoicePopover({
  choices,
  empty,
}: {
  readonly choices?: readonly Choice[];
  /** What stands there while there is nothing to choose. */
  readonly empty?: string;
}) {
  return (
    <Popover className="popover popover-list">
      <ListBox
        className="list-box"
        {...(empty === undefined
          ? {}
          : { renderEmptyState: () => <p className="table-empty">{empty}</p> })}
        {...(choices === undefined ? {} : { items: keyedChoices(choices) })}
      >
        {(choice: Choice) => (
          <ListBoxItem textValue={choice.typed ?? choice.text} className="list-item">
            <span>{choice.text}</span>
            {choice.more === undefined ? null : <span className="list-more">{choice.more}</span>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
