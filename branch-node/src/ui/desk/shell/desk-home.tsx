import { useEffect, useState } from "react";
import { RouterProvider } from "@tanstack/react-router";
import { homeOf } from "./home-of.ts";
import { createDeskRouter } from "./router.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";

// By then the page that the day began with stands, and nobody waits for it.
const chartAfterMs = 3_000;

// Who was at this window before: the page at which they left it is theirs.
let lastHere: string | null = null;

/** The desk: its frame, and the page that the address names. */
export function DeskHome() {
  const { id, roles, department } = useSignedIn().staff;
  const [router] = useState(() => {
    const home = homeOf({ roles, department });
    if (lastHere !== null && lastHere !== id) globalThis.history.replaceState(null, "", home);
    return createDeskRouter(home);
  });
  useEffect(() => {
    lastHere = id;
  }, [id]);
  // What a clerk opens a hundred times a day is there before it is asked for: the form at once, for whoever presses F2 and types.
  useEffect(() => {
    void router.preloadRoute({ to: "/patients/new" });
    const timer = setTimeout(() => {
      const anybody = { patient: "-", tab: "-" };
      void router.preloadRoute({ to: "/patients/$patient/$tab", params: anybody });
    }, chartAfterMs);
    return () => clearTimeout(timer);
  }, [router]);
  return <RouterProvider router={router} />;
}
