import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useSay } from "#ui/i18n/text.ts";
import { useDeskKey } from "./desk-keys.ts";
import { Icon } from "#ui/kit/icon.tsx";

interface SidePanelProps {
  readonly title: string;
  readonly testName: string;
  /** Wide for what needs a picture beside its form. */
  readonly width?: "usual" | "wide";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel over the right side of the desk; Escape closes it, and the focus returns to where it came from. */
export function SidePanel({ title, testName, width = "usual", onClose, children }: SidePanelProps) {
  const say = useSay();
  // What had the focus may have gone with a line of a list; Escape is then nobody's key, and still closes.
  useDeskKey((event) => {
    if (event.key === "Escape" && document.activeElement === document.body) onClose();
  });
  return (
    <ModalOverlay className="overlay" isOpen onOpenChange={onClose}>
      <Modal className={width === "wide" ? "side-panel side-panel-wide" : "side-panel"}>
        <Dialog className="side-panel-inside" data-testid={testName}>
          <div className="side-panel-head">
            <Heading slot="title">{title}</Heading>
            <Button
              className="button button-quiet button-square"
              onPress={onClose}
              aria-label={say("action.close")}
            >
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
