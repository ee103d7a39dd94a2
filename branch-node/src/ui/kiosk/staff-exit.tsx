import { useState, type FormEvent } from "react";
import { useDeviceStore } from "#ui/device/device-gate.tsx";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { testNames } from "#ui/test-names.ts";
import { BigButton } from "./big-button.tsx";

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

/** Lets staff out of the kiosk's page, by user name and PIN. */
export function StaffExit({ onBack }: { readonly onBack: () => void }) {
  const say = useFloorSay();
  const form = useLeave();
  return (
    <form className="kiosk-step" onSubmit={(event) => void form.leave(event)}>
      <h1>{say("kiosk.staffTitle")}</h1>
      {form.isWrong ? (
        <p className="kiosk-fault" role="alert" data-testid={testNames.fault}>
          {say("kiosk.wrongPin")}
        </p>
      ) : null}
      <label className="kiosk-field">
        <span>{say("kiosk.username")}</span>
        <input
          className="kiosk-input"
          value={form.username}
          onChange={(event) => form.setUsername(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-testid={testNames.kioskUsername}
        />
      </label>
      <label className="kiosk-field">
        <span>{say("kiosk.pin")}</span>
        <input
          className="kiosk-input"
          type="password"
          inputMode="numeric"
          value={form.pin}
          onChange={(event) => form.setPin(event.target.value)}
          // A kiosk keeps nobody's PIN, and offers none.
          autoComplete="off"
          data-testid={testNames.kioskPin}
        />
      </label>
      <div className="kiosk-ways">
        <BigButton look="quiet" onPress={onBack}>
          {say("kiosk.back")}
        </BigButton>
        <BigButton type="submit" look="primary" testName={testNames.kioskLeave}>
          {say("kiosk.leave")}
        </BigButton>
      </div>
    </form>
  );
}
