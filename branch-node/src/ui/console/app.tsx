import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { consoleCatalog } from "#ui/i18n/console/console-catalog.ts";
import { LanguageProvider, type Spoken } from "#ui/i18n/language.tsx";
import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import {
  ConsoleSessionProvider,
  useConsoleSession,
  useConsoleState,
  WhoProvider,
} from "./console-context.tsx";
import type { ConsoleSession } from "./console-session.ts";
import { KeepSession } from "./keep-session.tsx";
import { ConsoleShell } from "./shell.tsx";
import { ConsoleSignIn } from "./sign-in.tsx";

interface AppProps {
  readonly session: ConsoleSession;
  readonly queries: QueryClient;
  readonly initialLanguage: Spoken;
}

function Unreachable() {
  const say = useConsoleSay();
  const session = useConsoleSession();
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>{say("console.name")}</h1>
        <Banner tone="danger">{say("console.unreachable")}</Banner>
        <Button look="primary" onPress={() => void session.resume()}>
          {say("console.again")}
        </Button>
      </div>
    </main>
  );
}

function Screen() {
  const state = useConsoleState();
  if (state.kind === "asking") return null;
  if (state.kind === "unreachable") return <Unreachable />;
  if (state.kind === "out") return <ConsoleSignIn isEnded={state.isEnded} />;
  return (
    <WhoProvider value={state.who}>
      <KeepSession />
      <ConsoleShell />
    </WhoProvider>
  );
}

/** The hub's console. */
export function ConsoleApp({ session, queries, initialLanguage }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <ConsoleSessionProvider value={session}>
        <LanguageProvider initial={initialLanguage} title="console.title" load={consoleCatalog}>
          <Screen />
        </LanguageProvider>
      </ConsoleSessionProvider>
    </QueryClientProvider>
  );
}
