import { useState, type FormEvent } from "react";
import { useDeviceStore } from "#ui/device/device-gate.tsx";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { BigButton } from "./big-button.tsx";
import { Keyboard } from "./keyboard.tsx";
import { NumberKeys } from "./number-entry.tsx";

function useLeave() {
  const device = useDeviceStore();
  const [username, setUsername] = useState("");
  const [pin, setPin] = useState("");
  const [isWrong, setWrong] = useState(false);
  async function leave(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      await device.ask("/v1/check-ins/exits", { body: { username: username.trim(), pin } });
      globalThis.location.assign("/desk");
    } catch {
      setPin("");
      setWrong(true);
    }
  }
  return { username, setUsername, pin, setPin, isWrong, leave };
}

type Field = "username" | "pin";

function FieldInput({
  form,
  field,
  onActive,
}: {
  readonly form: ReturnType<typeof useLeave>;
  readonly field: Field;
  readonly onActive: (field: Field) => void;
}) {
  const say = useFloorSay();
  const isPin = field === "pin";
  return (
    <label className="kiosk-field">
      <span>{say(isPin ? "kiosk.pin" : "kiosk.username")}</span>
      <input
        className="kiosk-input"
        type={isPin ? "password" : "text"}
        inputMode="none"
        value={isPin ? form.pin : form.username}
        onChange={(event) => (isPin ? form.setPin : form.setUsername)(event.target.value)}
        onFocus={() => onActive(field)}
        // A kiosk keeps nobody's PIN, and offers none.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-testid={isPin ? screenNames.kioskPin : screenNames.kioskUsername}
      />
    </label>
  );
}

/** Lets staff out of the kiosk's page, by username and PIN. */
export function StaffExit({ onBack }: { readonly onBack: () => void }) {
  const say = useFloorSay();
  const form = useLeave();
  const [active, setActive] = useState<Field>("username");
  return (
    <form className="kiosk-entry" onSubmit={(event) => void form.leave(event)}>
      <div className="kiosk-question">
        <h1>{say("kiosk.staffTitle")}</h1>
        {form.isWrong ? (
          <p className="kiosk-fault" role="alert" data-testid={screenNames.fault}>
            {say("kiosk.wrongPin")}
          </p>
        ) : null}
        <div className="kiosk-fields">
          <FieldInput form={form} field="username" onActive={setActive} />
          <FieldInput form={form} field="pin" onActive={setActive} />
        </div>
      </div>
      {active === "username" ? (
        <Keyboard layout="account" value={form.username} onChange={form.setUsername} />
      ) : (
        <NumberKeys value={form.pin} onPut={form.setPin} />
      )}
      <div className="kiosk-ways">
        <BigButton look="quiet" onPress={onBack}>
          {say("kiosk.back")}
        </BigButton>
        <BigButton type="submit" look="primary" testName={screenNames.kioskLeave}>
          {say("kiosk.leave")}
        </BigButton>
      </div>
    </form>
  );
}
