import { KeyboardWedge } from "@edgeward/devices/scanner/keyboard-wedge.ts";
import { readScannedCode } from "@edgeward/devices/scanner/scanned-code.ts";

type TextBox = HTMLInputElement | HTMLTextAreaElement;

const lineTypes: ReadonlySet<string> = new Set([
  "text",
  "search",
  "tel",
  "password",
  "email",
  "url",
]);

function focusedBox(): TextBox | null {
  const element = document.activeElement;
  if (element instanceof HTMLTextAreaElement) return element;
  return element instanceof HTMLInputElement && lineTypes.has(element.type) ? element : null;
}

/** What a text box held before a scanner typed into it. */
interface Before {
  readonly box: TextBox;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

function remember(): Before | null {
  const box = focusedBox();
  if (box === null) return null;
  return { box, value: box.value, start: box.selectionStart, end: box.selectionEnd };
}

/** Puts a box back as it was, and notifies the page's own code, as if somebody had typed it. */
function putBack({ box, value, start, end }: Before): void {
  if (!box.isConnected || box.value === value) return;
  // The component's own setter would keep the change from being noticed.
  const prototype = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(box, value);
  box.dispatchEvent(new Event("input", { bubbles: true }));
  if (document.activeElement === box) box.setSelectionRange(start, end);
}

// A password manager, dictation or a text expander types into a field as quickly as a scanner does, and means the field.
function isMeantForField(text: string): boolean {
  return readScannedCode(text, new Date().getFullYear()).kind === "text";
}

/**
 * Hears scanners that play a keyboard, wherever the focus is. What a person types stays where it is; what a scanner
 * typed into a field is taken out of it again, and its Enter presses no button. In a field a text that is no code of
 * any kind stays, however quickly it came.
 * @returns how to stop hearing
 */
export function hearKeyboardScans(onScan: (text: string) => void): () => void {
  const wedge = new KeyboardWedge();
  let before: Before | null = null;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const step = wedge.press(event);
    if (step.kind === "begins") before = remember();
    // A blank within a scan must not press the button that has the focus.
    if (step.kind === "continues" && event.key === " " && focusedBox() === null) {
      event.preventDefault();
    }
    if (step.kind !== "scan") return;
    if (before !== null && isMeantForField(step.text)) return;
    event.preventDefault();
    event.stopPropagation();
    if (before !== null) putBack(before);
    before = null;
    onScan(step.text);
  }
  globalThis.addEventListener("keydown", onKeyDown, { capture: true });
  return () => globalThis.removeEventListener("keydown", onKeyDown, { capture: true });
}
