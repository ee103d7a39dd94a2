import { useState, type FormEvent } from "react";
import { Button } from "#ui/kit/button.tsx";
import { useEntrySay, type EntryTextId } from "#ui/i18n/entry-text.ts";
import type { SignInFault } from "#ui/net/session.ts";
import { testNames } from "#ui/test-names.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { LanguagePicker } from "#ui/desk/shell/language-picker.tsx";
import { useSessionStore } from "./session-context.tsx";

/** Why somebody did not get in, in words. */
export const faultTexts: Readonly<Record<SignInFault, EntryTextId>> = {
  credentials: "signIn.wrong",
  tooMany: "signIn.tooMany",
  unreachable: "signIn.unreachable",
  refused: "signIn.refused",
};

function useSignIn() {
  const store = useSessionStore();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<SignInFault | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const found = await store.signIn(username.trim(), password);
    setFault(found);
    setBusy(false);
    if (found === "credentials") setPassword("");
  }

  return { username, setUsername, password, setPassword, fault, isBusy, submit };
}

function Credentials({ form }: { readonly form: ReturnType<typeof useSignIn> }) {
  const say = useEntrySay();
  return (
    <>
      <LineField
        label={say("signIn.username")}
        value={form.username}
        onChange={form.setUsername}
        autoComplete="username"
        name="username"
        testName={testNames.username}
        takesFocus
      />
      <LineField
        label={say("signIn.password")}
        value={form.password}
        onChange={form.setPassword}
        type="password"
        autoComplete="current-password"
        name="password"
        testName={testNames.password}
      />
    </>
  );
}

interface SignInProps {
  readonly notice: EntryTextId | null;
  /** What is signed in to, and what for, where that is not the desk. */
  readonly title?: string;
  readonly lead?: string;
}

/** The page before anybody has signed in, and over the desk when a session has ended. */
export function SignIn({ notice, title, lead }: SignInProps) {
  const say = useEntrySay();
  const form = useSignIn();
  return (
    <main className="sign-in">
      <form
        className="sign-in-card"
        onSubmit={(event) => void form.submit(event)}
        data-testid={testNames.signIn}
        aria-labelledby="sign-in-title"
      >
        <div className="sign-in-brand">
          <span className="brand-mark" aria-hidden="true">
            E
          </span>
          <h1 id="sign-in-title">{title ?? say("signIn.title")}</h1>
        </div>
        <p className="muted">{notice === null ? (lead ?? say("signIn.lead")) : say(notice)}</p>
        {form.fault === null ? null : (
          <p className="notice notice-danger" role="alert" data-testid={testNames.fault}>
            <Icon name="danger" />
            {say(faultTexts[form.fault])}
          </p>
        )}
        <Credentials form={form} />
        <Button type="submit" look="primary" isWide testName={testNames.signInButton}>
          {say(form.isBusy ? "signIn.busy" : "signIn.submit")}
        </Button>
        <LanguagePicker />
      </form>
    </main>
  );
}
