import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Switch as AriaSwitch } from "react-aria-components/Switch";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";
import { Icon } from "./icon.tsx";

interface SegmentsProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly {
    readonly value: string;
    readonly text: string;
    readonly testName?: string;
  }[];
}

/** A labelled choice of few, all of them in sight. */
export function Segments(props: SegmentsProps) {
  return (
    <RadioGroup
      className="field segments-field"
      value={props.value}
      onChange={props.onChange}
      orientation="horizontal"
      validationBehavior="aria"
      {...fieldState(props)}
      data-testid={props.testName}
    >
      <Label className="field-label">{props.label}</Label>
      <div className="segments">
        {props.options.map(({ value, text, testName }) => (
          <Radio key={value} value={value} className="segment" data-testid={testName}>
            {text}
          </Radio>
        ))}
      </div>
      <FieldNotes hint={props.hint} fault={props.fault} />
    </RadioGroup>
  );
}

interface TickProps {
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly testName?: string;
}

/** A yes or no that is sent with a form. */
export function Checkbox({ children, isOn, onChange, isDisabled = false, testName }: TickProps) {
  return (
    <AriaCheckbox
      className="tick"
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
      data-testid={testName}
    >
      <span className="tick-box" aria-hidden="true">
        <Icon name="good" />
      </span>
      {children}
    </AriaCheckbox>
  );
}

/** A yes or no that counts at once. */
export function Switch({ children, isOn, onChange, isDisabled = false, testName }: TickProps) {
  return (
    <AriaSwitch
      className="switch"
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
      data-testid={testName}
    >
      <span className="switch-track" aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}
