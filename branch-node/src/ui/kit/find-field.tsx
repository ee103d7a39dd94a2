import { useEffect, useRef, type KeyboardEvent } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";
import { ChoicePopover, keyedChoices, type Choice } from "./list-items.tsx";

interface FindFieldProps extends FieldProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** What fits what is typed, the best first: Enter takes it. */
  readonly found: readonly Choice[];
  readonly onChoose: (value: string) => void;
  /** What is said while nothing fits. */
  readonly empty: string;
  /** The focus goes here when the field appears with one, and when it is another one. */
  readonly focusTurn?: number;
}

/** A labelled line to find something by typing; each choice is handed on, and the line is there for the next. */
export function FindField(props: FindFieldProps) {
  const { label, typed, onType, found, onChoose, empty, focusTurn } = props;
  const [best] = found;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusTurn !== undefined) input.current?.focus();
  }, [focusTurn]);

  function takeBest(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== "Enter" || typed.trim() === "") return;
    // The form around it is not sent by the key that takes a choice.
    event.preventDefault();
    const isOnChoice = event.currentTarget.hasAttribute("aria-activedescendant");
    if (!isOnChoice && best !== undefined) onChoose(best.value);
  }

  return (
    <ComboBox
      className="field find"
      items={keyedChoices(found)}
      inputValue={typed}
      onInputChange={onType}
      selectedKey={null}
      onSelectionChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
      {...fieldState(props)}
    >
      <Label className="field-label">{label}</Label>
      <Input ref={input} data-testid={props.testName} autoComplete="off" onKeyDown={takeBest} />
      <FieldNotes hint={props.hint} fault={props.fault} />
      {/* The list is still open when its choice was taken by the key, and would lie over what comes next. */}
      {typed === "" ? null : <ChoicePopover empty={empty} />}
    </ComboBox>
  );
}
