import { useEffect } from "react";

// A panel over the desk, and the sign-in, are places where the desk's keys mean nothing.
const elsewhere = "[role=dialog], .sign-in";

function isElsewhere({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(elsewhere) !== null;
}

/** Hears the desk's keys wherever the focus is. The handler takes a key by preventing its default. */
export function useDeskKey(handle: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (!event.defaultPrevented && !event.repeat && !isElsewhere(event)) handle(event);
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [handle]);
}
