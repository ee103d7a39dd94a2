import { useEffect, useState } from "react";
import { RouterProvider } from "@tanstack/react-router";
import { createDeskRouter } from "./router.tsx";

/** The desk: its frame, and the page that the address names. */
export function DeskHome() {
  const [router] = useState(createDeskRouter);
  // What a clerk opens a hundred times a day is there before it is asked for.
  useEffect(() => {
    void router.preloadRoute({ to: "/patients/new" });
    void router.preloadRoute({ to: "/patients/$patient/$tab", params: { patient: "-", tab: "-" } });
  }, [router]);
  return <RouterProvider router={router} />;
}
