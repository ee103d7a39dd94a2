// A page that is fetched takes a moment on a slow machine, and nobody waits with typing.

/** Puts what was typed meanwhile in place of what is selected there, as typing does. */
function type(text: string, field: HTMLInputElement | HTMLTextAreaElement): void {
  const end = field.value.length;
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
}

/**
 * Takes the focus until the form that was asked for has one: what is typed before it stands goes to the field
 * with which the form opens, and not to where somebody was before.
 * @param label what a screen reader says of the field meanwhile
 */
export function keepTyping(label: string): void {
  const main = document.querySelector("main");
  if (main === null) return;
  const kept = document.createElement("input");
  kept.className = "kept-typing";
  kept.tabIndex = -1;
  kept.autocomplete = "off";
  kept.setAttribute("aria-label", label);
  kept.addEventListener("blur", ({ relatedTarget: next }) => {
    const isText = next instanceof HTMLInputElement || next instanceof HTMLTextAreaElement;
    // The form selects what stands in its field after it has given it the focus.
    queueMicrotask(() => {
      const { value } = kept;
      kept.remove();
      if (value !== "" && isText && main.contains(next)) type(value, next);
    });
  });
  main.append(kept);
  kept.focus({ preventScroll: true });
}
