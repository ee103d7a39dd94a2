import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button.tsx";

const shapes = {
  box: "dialog-box",
  wide: "dialog-box dialog-wide",
  drawer: "dialog-drawer",
} as const;

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
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
