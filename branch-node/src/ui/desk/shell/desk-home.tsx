import { useEffect, useState } from "react";
import { RouterProvider } from "@tanstack/react-router";
import { homeOf } from "./home-of.ts";
import { createDeskRouter } from "./router.tsx";
import { useSignedIn } from "./session-context.tsx";

/** The desk: its frame, and the page that the address names. */
export function DeskHome() {
  const { roles } = useSignedIn().staff;
  const [router] = useState(() => createDeskRouter(homeOf(roles)));
  // What a clerk opens a hundred times a day is there before it is asked for.
  useEffect(() => {
    void router.preloadRoute({ to: "/patients/new" });
    void router.preloadRoute({ to: "/patients/$patient/$tab", params: { patient: "-", tab: "-" } });
  }, [router]);
  return <RouterProvider router={router} />;
}
