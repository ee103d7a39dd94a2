import { useEffect } from "react";

// A panel over the desk is a place where the desk's keys mean nothing.
const elsewhere = "[role=dialog], [role=alertdialog]";

function isElsewhere({ target }: KeyboardEvent): boolean {
  // Behind a sign-in the desk hears nothing, wherever the focus is.
  if (document.querySelector(".sign-in") !== null) return true;
  return target instanceof Element && target.closest(elsewhere) !== null;
}

/**
 * Hears the desk's keys wherever the focus is, before what has the focus hears them: a pressed radio or button would keep
 * Ctrl+Enter for itself. The handler takes a key by preventing its default; nobody else hears it then.
 */
export function useDeskKey(handle: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.repeat || isElsewhere(event)) return;
      handle(event);
      if (event.defaultPrevented) event.stopImmediatePropagation();
    }
    globalThis.addEventListener("keydown", onKeyDown, true);
    return () => globalThis.removeEventListener("keydown", onKeyDown, true);
  }, [handle]);
}
