import type { ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

interface TooltipProps {
  readonly text: string;
  /** The button that it explains. */
  readonly children: ReactNode;
}

/** Says what a button without a text does, to whoever points at it or reaches it by keyboard. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500}>
      {children}
      <AriaTooltip className="tooltip" offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
