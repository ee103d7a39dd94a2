import { useEffect, useRef, type HTMLInputAutoCompleteAttribute } from "react";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";

interface LineFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The focus goes here when the field appears, and what stands in it is replaced by what is typed. */
  readonly takesFocus?: boolean;
  readonly inputMode?: "text" | "numeric" | "decimal" | "tel";
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
  const { label, value, onChange, hint, fault, takesFocus, rows } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus !== true) return;
    input.current?.focus();
    input.current?.select();
  }, [takesFocus]);
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      {...fieldState(props)}
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
      <FieldNotes hint={hint} fault={fault} />
    </TextField>
  );
}
