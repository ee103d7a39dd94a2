import { useEffect, useRef, type ReactNode } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button.tsx";
import { makeRoom } from "./toast.tsx";

const shapes = {
  box: "dialog-box",
  wide: "dialog-box dialog-wide",
  times: "dialog-box dialog-times",
  paper: "dialog-box dialog-paper",
  drawer: "dialog-drawer",
} as const;

const fields = "input:not([hidden]), textarea, .select-button, [role=spinbutton]";

/** Where somebody begins to fill a form in: the chosen one of several answers, else its first field. */
function firstField(form: Element): HTMLElement | null {
  const first = [...form.querySelectorAll<HTMLElement>(fields)].find(
    (field) => field.closest("[aria-hidden=true], [hidden]") === null,
  );
  const group = first?.matches("[type=radio]") === true ? first.closest("[role=radiogroup]") : null;
  return group?.querySelector<HTMLElement>("input:checked") ?? first ?? null;
}

const wrong = "[aria-invalid=true], [data-invalid] :is(input, button)";

/** The first field of a window with which something is wrong. */
function firstWrong(box: Element): HTMLElement | undefined {
  return [...box.querySelectorAll<HTMLElement>(wrong)].find(
    (field) => field.closest("[aria-hidden=true], [hidden]") === null,
  );
}

// So long after a form is sent its marks have been drawn.
const markedMs = 50;

// What closes over a window gives the focus back within a picture or two.
const settleMs = 150;

/**
 * Begins at the first field of a window's form, as soon as it is there, leads to the first wrong one when it is sent, and keeps
 * the focus in the window. @returns stops that
 */
function keepFocusIn(box: HTMLElement): () => void {
  let hasBegun = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    const form = box.querySelector(".dialog-form");
    if (form === null) return;
    hasBegun = true;
    const at = document.activeElement;
    // A field that takes the focus by itself keeps it.
    if (at === box || !box.contains(at)) firstField(form)?.focus();
  }

  // Where what had the focus is gone, no key would close the window.
  function giveBack(): void {
    const isOnTop = [...document.querySelectorAll(".overlay")].at(-1)?.contains(box) === true;
    if (isOnTop && document.activeElement === document.body) box.focus();
  }

  // Whoever sends a form in which something is missing goes on there; not who has gone to another field meanwhile, for what
  // is typed there would come into this one.
  function leadToWrong(): void {
    const from = document.activeElement;
    setTimeout(() => {
      const at = document.activeElement;
      const hasStayed = at === from && box.contains(at);
      if (hasStayed && at?.matches(wrong) !== true) firstWrong(box)?.focus();
    }, markedMs);
  }

  const watch = new MutationObserver(() => {
    if (!hasBegun) begin();
    clearTimeout(timer);
    timer = setTimeout(giveBack, settleMs);
  });
  watch.observe(box, { childList: true, subtree: true });
  box.addEventListener("submit", leadToWrong);
  begin();
  return () => {
    watch.disconnect();
    box.removeEventListener("submit", leadToWrong);
    clearTimeout(timer);
  };
}

/** Stands at the end of a window, whose focus it looks after. */
function FocusKeeper() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const box = place.current?.parentElement ?? null;
    return box === null ? undefined : keepFocusIn(box);
  }, []);
  return <span ref={place} hidden />;
}

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly shape?: keyof typeof shapes;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly testName?: string;
}

/** A question or a quick edit over the page; Escape and a press beside it close it, and the focus goes back. */
export function Dialog({ title, closeLabel, shape = "box", ...props }: DialogProps) {
  // What was said before lies where windows stand.
  useEffect(makeRoom, []);
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal className={shapes[shape]}>
        <AriaDialog className="dialog" data-testid={props.testName}>
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon="close" label={closeLabel} onPress={props.onClose} />
          </header>
          {props.children}
          <FocusKeeper />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface QuestionProps {
  readonly title: string;
  /** Escape leaves all as it is; a press beside the question does not answer it. */
  readonly onEscape: () => void;
  readonly children: ReactNode;
  readonly testName?: string;
}

/** A question that has to be answered before anything else goes on. */
export function Question({ title, onEscape, children, testName }: QuestionProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onEscape();
      }}
    >
      <Modal className="dialog-box">
        <AriaDialog role="alertdialog" className="dialog" data-testid={testName}>
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
