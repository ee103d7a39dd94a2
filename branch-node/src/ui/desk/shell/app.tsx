import { lazy, Suspense } from "react";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { LanguageProvider, type Language } from "#ui/i18n/language.tsx";
import type { Catalog } from "#ui/i18n/text.ts";
import type { SessionState } from "#ui/net/session.ts";
import { ScansProvider } from "#ui/scan/scans.tsx";
import { IdleLock } from "./idle-lock.tsx";
import { LiveProvider } from "./live.tsx";
import { LockScreen } from "./lock-screen.tsx";
import {
  DeskServicesProvider,
  SignedInProvider,
  useSession,
  type DeskServices,
} from "./session-context.tsx";
import { SignIn } from "./sign-in.tsx";

// Fetched while somebody types a password, so that the first page is light.
const loadDesk = import("./desk-home.tsx");
const DeskHome = lazy(async () => ({ default: (await loadDesk).DeskHome }));

interface AppProps {
  readonly services: DeskServices;
  readonly queries: QueryClient;
  readonly initialLanguage: { readonly language: Language; readonly catalog: Catalog };
}

const endTexts = { refused: "signIn.ended", leftToNext: "signIn.next" } as const;

/** When a session ends or is locked, the desk stays behind the sign-in: a half-filled form waits for its owner, unseen. */
function Screen({ session }: { readonly session: SessionState }) {
  const { current, end } = session;
  const isLocked = current?.isLocked === true && end === null;
  return (
    <>
      {current === null || end !== null ? (
        <SignIn notice={end === null ? null : endTexts[end]} />
      ) : null}
      {isLocked ? <LockScreen staff={current.signedIn.staff} /> : null}
      {current === null ? null : (
        <div hidden={end !== null || isLocked} key={current.signedIn.staff.id}>
          <SignedInProvider value={current.signedIn}>
            <ScansProvider>
              <LiveProvider isPaused={end !== null}>
                <IdleLock />
                <Suspense>
                  <DeskHome />
                </Suspense>
              </LiveProvider>
            </ScansProvider>
          </SignedInProvider>
        </div>
      )}
    </>
  );
}

function Localised({ initialLanguage }: Pick<AppProps, "initialLanguage">) {
  const session = useSession();
  return (
    <LanguageProvider
      initial={initialLanguage}
      timeZone={session.current?.signedIn.branch.time_zone}
    >
      <Screen session={session} />
    </LanguageProvider>
  );
}

/** The staff's pages. */
export function App({ services, queries, initialLanguage }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <DeskServicesProvider value={services}>
        <Localised initialLanguage={initialLanguage} />
      </DeskServicesProvider>
    </QueryClientProvider>
  );
}
