import { useId, type FormEvent } from "react";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { BigButton } from "./big-button.tsx";

interface NumberEntryProps {
  readonly title: string;
  readonly hint?: string;
  readonly value: string;
  readonly longest: number;
  readonly isWhole: boolean;
  readonly isBusy: boolean;
  readonly onChange: (value: string) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface NumberKeysProps {
  readonly value: string;
  readonly onPut: (value: string) => void;
}

/** Large keys for digits. */
export function NumberKeys({ value, onPut }: NumberKeysProps) {
  const say = useFloorSay();
  return (
    <div className="kiosk-keys">
      {digits.map((digit) => (
        <BigButton key={digit} onPress={() => onPut(value + digit)}>
          {digit}
        </BigButton>
      ))}
      <BigButton onPress={() => onPut("")}>{say("kiosk.clear")}</BigButton>
      <BigButton onPress={() => onPut(`${value}0`)}>0</BigButton>
      <BigButton label={say("kiosk.delete")} onPress={() => onPut(value.slice(0, -1))}>
        ⌫
      </BigButton>
    </div>
  );
}

/** Asks for a number by large keys on the screen; a keyboard works as well. */
export function NumberEntry(props: NumberEntryProps) {
  const say = useFloorSay();
  const hintId = useId();
  const { value, longest, onChange } = props;
  const put = (text: string) => onChange(foldDigits(text).replaceAll(/\D/gu, "").slice(0, longest));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (props.isWhole) props.onNext();
  }
  return (
    <form className="kiosk-entry" onSubmit={submit}>
      <div className="kiosk-question">
        <h1>{props.title}</h1>
        <input
          className="kiosk-input"
          value={value}
          onChange={(event) => put(event.target.value)}
          inputMode="none"
          autoComplete="off"
          aria-label={props.title}
          {...(props.hint === undefined ? {} : { "aria-describedby": hintId })}
          data-testid={screenNames.kioskNumber}
        />
        {props.hint === undefined ? null : <p id={hintId}>{props.hint}</p>}
      </div>
      <NumberKeys value={value} onPut={put} />
      <div className="kiosk-ways">
        <BigButton onPress={props.onBack} look="quiet">
          {say("kiosk.back")}
        </BigButton>
        <BigButton
          type="submit"
          look="primary"
          isOff={!props.isWhole || props.isBusy}
          testName={screenNames.kioskNext}
        >
          {say("kiosk.next")}
        </BigButton>
      </div>
    </form>
  );
}
