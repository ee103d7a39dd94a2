import { lazy, Suspense, useEffect, useLayoutEffect } from "react";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { entryCatalog } from "#ui/i18n/entry-catalog.ts";
import type { EntryCatalog } from "#ui/i18n/entry-text.ts";
import type { Language } from "#ui/i18n/language-names.ts";
import { LanguageProvider, type Spoken } from "#ui/i18n/language.tsx";
import type { SessionState } from "#ui/net/session.ts";
import { pagePart, partAhead } from "#ui/net/page-part.ts";
import { BrokenPageBoundary, ComingDesk } from "#ui/desk/shell/broken-page.tsx";
import { LockScreen } from "./lock-screen.tsx";
import { DeskServicesProvider, useSession, type DeskServices } from "./session-context.tsx";
import type { SignedInDesk } from "./signed-in-desk.tsx";
import { SignIn } from "./sign-in.tsx";

let desk: Promise<{ readonly default: typeof SignedInDesk }> | null = null;

function loadDesk(): Promise<{ readonly default: typeof SignedInDesk }> {
  desk ??= pagePart(() => import("./signed-in-desk.tsx")).then((part) => ({
    default: part.SignedInDesk,
  }));
  return desk;
}

const Desk = lazy(loadDesk);

/** The sentences of the entry. Those of a desk that is there already come first, so that all change in one step. */
async function sentencesIn(language: Language): Promise<EntryCatalog> {
  if (desk !== null) {
    const { deskCatalog } = await pagePart(() => import("#ui/i18n/desk-catalog.ts"));
    await deskCatalog(language);
  }
  return entryCatalog(language);
}

const begins = ["keydown", "pointerdown", "input"] as const;

/**
 * Fetches the desk while somebody types a password: the first page stands before that, and is light. Where it does not come,
 * it is fetched again once they have signed in: nothing that is typed goes away with the page.
 */
function useDeskMeanwhile(): void {
  useEffect(() => {
    const load = () => partAhead(() => import("./signed-in-desk.tsx"));
    for (const type of begins) globalThis.addEventListener(type, load, { once: true });
    return () => {
      for (const type of begins) globalThis.removeEventListener(type, load);
    };
  }, []);
}

interface AppProps {
  readonly services: DeskServices;
  readonly queries: QueryClient;
  readonly initialLanguage: Spoken;
}

const endTexts = { refused: "signIn.ended", leftToNext: "signIn.next" } as const;

/** Windows and messages stand outside the desk's own element: they go out of sight with it, and are not reached. */
function useClosed(isClosed: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-closed", isClosed);
  }, [isClosed]);
}

/** When a session ends or is locked, the desk stays behind the sign-in: a half-filled form waits for its owner, unseen. */
function Screen({ session }: { readonly session: SessionState }) {
  const { current, end } = session;
  useDeskMeanwhile();
  const isLocked = current?.isLocked === true && end === null;
  useClosed(end !== null || isLocked);
  return (
    <>
      {/* It is there before a window opens, which takes what comes to stand beside it from keyboard and readers. */}
      <div data-react-aria-top-layer="true">
        {current === null || end !== null ? (
          <SignIn notice={end === null ? null : endTexts[end]} />
        ) : null}
        {isLocked ? <LockScreen staff={current.signedIn.staff} /> : null}
      </div>
      {current === null ? null : (
        <div hidden={end !== null || isLocked} key={current.signedIn.staff.id}>
          <BrokenPageBoundary>
            <Suspense fallback={<ComingDesk />}>
              <Desk signedIn={current.signedIn} hasEnded={end !== null} />
            </Suspense>
          </BrokenPageBoundary>
        </div>
      )}
    </>
  );
}

function Localised({ initialLanguage }: Pick<AppProps, "initialLanguage">) {
  const session = useSession();
  return (
    <LanguageProvider initial={initialLanguage} title="desk.title" load={sentencesIn}>
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
