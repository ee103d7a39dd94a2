import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";
import { Icon } from "./icon.tsx";
import { ChoicePopover, keyedChoices, type Choice } from "./list-items.tsx";

interface ComboFieldProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly options: readonly Choice[];
  /** What the button that opens the list is called. */
  readonly openLabel: string;
}

/** A labelled choice that is found by typing a part of it. */
export function ComboField(props: ComboFieldProps) {
  const { label, value, onChange, options, openLabel } = props;
  return (
    <ComboBox
      className="field combo"
      selectedKey={value}
      onSelectionChange={(key) => onChange(key === null ? null : String(key))}
      defaultItems={keyedChoices(options)}
      menuTrigger="input"
      {...fieldState(props)}
    >
      <Label className="field-label">{label}</Label>
      <div className="input-group">
        <Input data-testid={props.testName} />
        <Button className="input-group-button" aria-label={openLabel}>
          <Icon name="down" />
        </Button>
      </div>
      <FieldNotes hint={props.hint} fault={props.fault} />
      <ChoicePopover />
    </ComboBox>
  );
}
