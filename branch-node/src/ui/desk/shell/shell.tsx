import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { DraftsProvider } from "#ui/desk/drafts/drafts-context.tsx";
import { ScanOutcome } from "#ui/desk/scans/scan-choice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { forgetNotices, forgetOffers, Toasts } from "#ui/kit/toast.tsx";
import { pagePart } from "#ui/net/page-part.ts";
import { DeskProvider, type Desk } from "./desk-actions.tsx";
import { useDeskKey } from "./desk-keys.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { RefusedPage } from "#ui/desk/pages/lost-page.tsx";
import { Navigation } from "./navigation.tsx";
import { createSearchText } from "./search-text.ts";
import { useSession, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { mayRead } from "./ways.ts";
import { TopBar } from "./top-bar.tsx";
import { useDeskState } from "./use-desk-state.ts";

// What is seldom opened is fetched when it is.
const CameraPanel = lazy(async () => ({
  default: (await pagePart(() => import("#ui/desk/scans/camera-panel.tsx"))).CameraPanel,
}));

const formAddress = "/patients/new";

// Where patients are called, F9 calls the next.
const callers: ReadonlySet<string> = new Set(["/today", "/my-patients"]);

/** F2, F4, F9 and Ctrl+K from anywhere on the desk. Bare letters stay what they are: text. */
function useShortcuts(desk: Desk, search: RefObject<HTMLInputElement | null>): void {
  const address = useLocation({ select: ({ pathname }) => pathname });
  const isRegistering = address === formAddress && desk.begun !== null;
  const go = useNavigate();
  const mayHaveDrawer = useMay("cashier_shifts", "read");
  const mayBill = useMay("invoices", "read");
  const ofPatient = /^\/patients\/(?!new(?:\/|$))([^/]+)/u.exec(address)?.[1];
  useDeskKey((event) => {
    if (event.key === "F4" && !event.altKey && mayBill) {
      event.preventDefault();
      // Of whom somebody looks at the chart, the bills; else those of the day.
      if (ofPatient === undefined) void go({ to: "/billing" });
      else void go({ to: "/patients/$patient/$tab", params: { patient: ofPatient, tab: "bills" } });
      return;
    }
    const isSearch = event.key.toLowerCase() === "k" && event.ctrlKey;
    if (event.key === "F9" && mayHaveDrawer && !callers.has(address)) {
      event.preventDefault();
      void go({ to: "/shift" });
      return;
    }
    if (event.key !== "F2" && !isSearch) return;
    event.preventDefault();
    if (isSearch) {
      search.current?.focus();
      search.current?.select();
      // As a click does: what can be found without a word is shown.
      search.current?.click();
    } else if (!isRegistering) desk.register();
  });
}

/** What was said to one person is not said to the next, nor over a locked desk. */
function useOwnNotices(): void {
  const { current, end } = useSession();
  const isOpen = current !== null && !current.isLocked && end === null;
  useEffect(() => {
    // An answer that came late has said something while nobody was there.
    if (isOpen) forgetNotices();
    return forgetNotices;
  }, [isOpen]);
}

/** What can be taken back of one patient's is not offered over another's chart. */
function useOwnOffers(): void {
  const ofPatient = useLocation({
    select: ({ pathname }) => /^\/patients\/([^/]+)/u.exec(pathname)?.[1],
  });
  const before = useRef(ofPatient);
  useEffect(() => {
    if (before.current !== ofPatient) forgetOffers();
    before.current = ofPatient;
  }, [ofPatient]);
}

/** The page of the address; in its place, where whoever is signed in may not read it, that they may not. */
function Page() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { roles } = useSignedIn().staff;
  return mayRead(roles, pathname) ? <Outlet /> : <RefusedPage />;
}

function Frame() {
  const say = useSay();
  const [text] = useState(createSearchText);
  const [hasCamera, setCamera] = useState(false);
  const { desk, search } = useDeskState(text);
  const isToday = useLocation({ select: ({ pathname }) => pathname === "/today" });
  // Whoever comes to the desk is looked up first; a form that its address has opened has a focus of its own.
  useEffect(() => {
    if (location.pathname !== formAddress) search.current?.focus();
  }, [search]);
  useEffect(() => {
    if (isToday) search.current?.focus();
  }, [search, isToday]);
  // Also where it is open already: the press has taken the focus, and nothing would give it back.
  const onPress = (to: string) => {
    if (!isToday || to !== location.pathname) return;
    search.current?.focus();
    // The next name takes the place of the last.
    search.current?.select();
  };
  useShortcuts(desk, search);
  useOwnNotices();
  useOwnOffers();
  return (
    <DeskProvider value={desk}>
      <div className="shell">
        <TopBar text={text} ref={search} onCamera={() => setCamera(true)} />
        <Navigation onPress={onPress} />
        <main className="shell-main">
          <ScanOutcome scans={desk.scans} />
          <Suspense>
            <Page />
          </Suspense>
        </main>
        <Suspense>{hasCamera ? <CameraPanel onClose={() => setCamera(false)} /> : null}</Suspense>
        <Toasts label={say("toast.label")} closeLabel={say("action.close")} />
      </div>
    </DeskProvider>
  );
}

/** What stands around every page: the bar with the search above, the navigation beside it. */
export function Shell() {
  return (
    <DraftsProvider>
      <Frame />
    </DraftsProvider>
  );
}
