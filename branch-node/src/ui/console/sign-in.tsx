import { useState, type FormEvent } from "react";
import { LanguagePicker } from "#ui/desk/shell/language-picker.tsx";
import { useConsoleSay, type ConsoleTextId } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useConsoleSession } from "./console-context.tsx";
import type { ConsoleFault } from "./console-session.ts";
import { consoleTestNames } from "./console-test-names.ts";

const faultTexts: Readonly<Record<ConsoleFault, ConsoleTextId>> = {
  credentials: "console.wrong",
  tooMany: "signIn.tooMany",
  unreachable: "console.unreachable",
  refused: "signIn.refused",
  notAdmin: "console.notAdmin",
};

const tenantKey = "edgeward.console.tenant";

function useSignInForm() {
  const session = useConsoleSession();
  // The clinic's short name is no secret, and nobody wants to type it each morning.
  const [tenant, setTenant] = useState(() => localStorage.getItem(tenantKey) ?? "");
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<ConsoleFault | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const found = await session.signIn({
      tenant: tenant.trim(),
      username: username.trim(),
      password,
    });
    setBusy(false);
    setFault(found);
    if (found === null) localStorage.setItem(tenantKey, tenant.trim());
    else setPassword("");
  }

  return { tenant, setTenant, username, setUsername, password, setPassword, fault, isBusy, submit };
}

function Fields({ form }: { readonly form: ReturnType<typeof useSignInForm> }) {
  const say = useConsoleSay();
  return (
    <>
      <LineField
        label={say("console.tenant")}
        hint={say("console.tenantHint")}
        value={form.tenant}
        onChange={form.setTenant}
        autoComplete="organization"
        name="tenant"
        testName={consoleTestNames.tenant}
        takesFocus={form.tenant === ""}
      />
      <LineField
        label={say("signIn.username")}
        value={form.username}
        onChange={form.setUsername}
        autoComplete="username"
        name="username"
        testName={testNames.username}
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

/** The page before anybody has signed in. */
export function ConsoleSignIn({ isEnded }: { readonly isEnded: boolean }) {
  const say = useConsoleSay();
  const form = useSignInForm();
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
          <h1 id="sign-in-title">{say("console.name")}</h1>
        </div>
        <p className="muted">{say(isEnded ? "console.ended" : "console.lead")}</p>
        {form.fault === null ? null : (
          <Banner tone="danger" testName={testNames.fault}>
            {say(faultTexts[form.fault])}
          </Banner>
        )}
        <Fields form={form} />
        <Button look="primary" type="submit" testName={testNames.signInButton}>
          {say(form.isBusy ? "signIn.busy" : "signIn.submit")}
        </Button>
        <LanguagePicker />
      </form>
    </main>
  );
}
