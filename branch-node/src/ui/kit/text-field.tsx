import { useEffect, useRef, type HTMLInputAutoCompleteAttribute, type Ref } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";

interface LineFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly testName?: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  /** The focus goes here when the field appears. */
  readonly takesFocus?: boolean;
  readonly inputMode?: "text" | "numeric" | "tel";
  readonly type?: "text" | "password";
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly name?: string;
  readonly rows?: number;
  readonly onBlur?: () => void;
}

function nativeProps(props: LineFieldProps) {
  return {
    "data-testid": props.testName,
    inputMode: props.inputMode ?? "text",
    autoComplete: props.autoComplete ?? "off",
  } as const;
}

/** A labelled line or, with `rows`, a labelled text, with its hint and what is wrong with it. */
export function LineField(props: LineFieldProps) {
  const { label, value, onChange, hint, fault, isRequired = false, takesFocus, rows } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus === true) input.current?.focus();
  }, [takesFocus]);
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      type={props.type ?? "text"}
      {...(props.name === undefined ? {} : { name: props.name })}
      {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
    >
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input {...nativeProps(props)} ref={input} />
      ) : (
        <TextArea data-testid={props.testName} rows={rows} />
      )}
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-fault">{fault}</FieldError>
    </TextField>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** The entry that means nothing was chosen; without it the first option is the choice. */
  readonly empty?: string;
  readonly testName?: string;
  readonly fault?: string | undefined;
  readonly ref?: Ref<HTMLSelectElement> | undefined;
}

/** A labelled choice from a list, by the platform's own list: quick by keyboard, at home on a touch screen. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, value, onChange, options, empty, fault, ref } = props;
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        data-testid={props.testName}
        aria-invalid={fault !== undefined}
        ref={ref}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {fault === undefined ? null : <span className="field-fault">{fault}</span>}
    </label>
  );
}
