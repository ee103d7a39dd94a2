import { useSyncExternalStore } from "react";

/** What is typed into the desk's search, apart from the desk: a letter redraws the search and nothing else. */
export interface SearchText {
  readonly read: () => string;
  readonly write: (text: string) => void;
  /** @returns how to hear nothing more */
  readonly subscribe: (heard: () => void) => () => void;
}

/** A search in which nothing is typed yet. */
export function createSearchText(): SearchText {
  const listeners = new Set<() => void>();
  let typed = "";
  return {
    read: () => typed,
    write: (text) => {
      typed = text;
      for (const heard of listeners) heard();
    },
    subscribe: (heard) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

/** What is typed at this moment. */
export function useSearchText({ subscribe, read }: SearchText): string {
  return useSyncExternalStore(subscribe, read);
}
