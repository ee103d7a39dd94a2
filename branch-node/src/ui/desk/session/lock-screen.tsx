import { useState, type FormEvent } from "react";
import { useEntrySay } from "#ui/i18n/entry-text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import type { SignInFault } from "#ui/net/session.ts";
import type { SignedIn } from "#ui/wire/auth.ts";
import { testNames } from "#ui/test-names.ts";
import { useSessionStore } from "./session-context.tsx";
import { faultTexts } from "./sign-in.tsx";

function useUnlock() {
  const session = useSessionStore();
  const [pin, setPin] = useState("");
  const [fault, setFault] = useState<SignInFault | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || pin === "") return;
    setBusy(true);
    const found = await session.unlock(pin);
    setBusy(false);
    setFault(found);
    setPin("");
  }

  return { pin, setPin, fault, submit, leave: () => session.leaveToNext() };
}

function PinForm({ unlock }: { readonly unlock: ReturnType<typeof useUnlock> }) {
  const say = useEntrySay();
  const { pin, setPin, fault, submit } = unlock;
  return (
    <form className="lock-form" onSubmit={(event) => void submit(event)}>
      {fault === null ? null : (
        <p className="notice notice-danger" role="alert" data-testid={testNames.fault}>
          <Icon name="danger" />
          {say(fault === "credentials" ? "lock.wrong" : faultTexts[fault])}
        </p>
      )}
      <LineField
        label={say("lock.pin")}
        value={pin}
        onChange={setPin}
        type="password"
        inputMode="numeric"
        testName={testNames.unlockPin}
        takesFocus
      />
      <Button look="primary" type="submit" testName={testNames.unlockDesk}>
        {say("lock.unlock")}
      </Button>
    </form>
  );
}

/** A locked desk: its owner's PIN opens it as it was left; anybody else signs in instead. */
export function LockScreen({ staff }: { readonly staff: SignedIn["staff"] }) {
  const say = useEntrySay();
  const unlock = useUnlock();
  return (
    <main className="sign-in">
      <section
        className="sign-in-card"
        aria-labelledby="lock-title"
        data-testid={testNames.lockedDesk}
      >
        <h1 id="lock-title">{say("lock.title", { name: staff.name })}</h1>
        <p className="muted">{say(staff.has_pin ? "lock.lead" : "lock.noPin")}</p>
        {staff.has_pin ? <PinForm unlock={unlock} /> : null}
        <Button look="quiet" onPress={unlock.leave} testName={testNames.leaveToNext}>
          {say("lock.leave")}
        </Button>
      </section>
    </main>
  );
}
