import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { NumberField as AriaNumberField } from "react-aria-components/NumberField";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";

interface NumberFieldProps extends FieldProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly least?: number;
  readonly most?: number;
  readonly step?: number;
  readonly fewerLabel: string;
  readonly moreLabel: string;
}

/** A labelled number with its steps; empty is null. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, least, most, step } = props;
  return (
    <AriaNumberField
      className="field number"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      {...(least === undefined ? {} : { minValue: least })}
      {...(most === undefined ? {} : { maxValue: most })}
      {...(step === undefined ? {} : { step })}
      decrementAriaLabel={props.fewerLabel}
      incrementAriaLabel={props.moreLabel}
      {...fieldState(props)}
    >
      <Label className="field-label">{label}</Label>
      <div className="input-group">
        <Button slot="decrement" className="input-group-button">
          −
        </Button>
        <Input data-testid={props.testName} />
        <Button slot="increment" className="input-group-button">
          +
        </Button>
      </div>
      <FieldNotes hint={props.hint} fault={props.fault} />
    </AriaNumberField>
  );
}
