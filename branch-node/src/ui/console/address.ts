import { useSyncExternalStore } from "react";

/** The console's pages. */
export const consolePages = ["/console", "/console/webhooks", "/console/holidays"] as const;

/** One of the console's pages. */
export type ConsoleAddress = (typeof consolePages)[number];

const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("popstate", listener);
  };
}

/** Opens a page of the console; Back leads to the one before. */
export function openAddress(to: ConsoleAddress): void {
  if (location.pathname !== to) history.pushState(null, "", to);
  for (const listener of listeners) listener();
}

/** The page that is open. An address that the console does not know is its first page. */
export function useAddress(): ConsoleAddress {
  const path = useSyncExternalStore(listen, () => location.pathname);
  return consolePages.find((known) => known === path) ?? "/console";
}
