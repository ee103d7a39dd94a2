import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import {
  Disclosure as AriaDisclosure,
  DisclosurePanel,
  Heading,
} from "react-aria-components/Disclosure";
import { Icon } from "./icon.tsx";

interface DisclosureProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
  readonly testName?: string;
}

/** What is folded away until it is wanted. */
export function Disclosure({ title, isOpen, onToggle, children, testName }: DisclosureProps) {
  return (
    <AriaDisclosure
      className="disclosure"
      {...(isOpen === undefined ? {} : { isExpanded: isOpen })}
      {...(onToggle === undefined ? {} : { onExpandedChange: onToggle })}
    >
      <Heading className="disclosure-title">
        <Button slot="trigger" className="disclosure-button" data-testid={testName}>
          <Icon name="next" />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel className="disclosure-panel">{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
