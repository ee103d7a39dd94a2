import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { Select, SelectValue } from "react-aria-components/Select";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";
import { Icon } from "./icon.tsx";
import { choiceKeys, ChoicePopover, type Choice } from "./list-items.tsx";

interface ChoiceFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Choice[];
  /** The entry that means nothing was chosen; without it the first option is the choice. */
  readonly empty?: string;
  /** The label is heard and not seen, where the place says what is chosen. */
  readonly isBare?: boolean;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A labelled choice from a list. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, value, onChange, options, empty, isBare = false, ref } = props;
  const choices = empty === undefined ? options : [{ value: "", text: empty }, ...options];
  return (
    <Select
      className="field select"
      selectedKey={choiceKeys.from(value)}
      onSelectionChange={(key) => onChange(choiceKeys.back(String(key)))}
      {...fieldState(props)}
    >
      <Label className={isBare ? "visually-hidden" : "field-label"}>{label}</Label>
      <Button
        className="select-button"
        data-testid={props.testName}
        data-value={value}
        {...(ref === undefined ? {} : { ref })}
      >
        <SelectValue className="select-value">
          {({ isPlaceholder }) =>
            isPlaceholder ? (empty ?? "") : choices.find((each) => each.value === value)?.text
          }
        </SelectValue>
        <Icon name="down" />
      </Button>
      <FieldNotes hint={props.hint} fault={props.fault} />
      <ChoicePopover choices={choices} />
    </Select>
  );
}
