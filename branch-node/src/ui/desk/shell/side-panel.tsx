import { useEffect, type ReactNode } from "react";
import { PageHead } from "#ui/kit/surfaces.tsx";
import { useDesk } from "./desk-actions.tsx";

interface SidePanelProps {
  readonly title: string;
  readonly testName: string;
  /** Wide for what needs a picture beside its form. */
  readonly width?: "usual" | "wide";
  readonly children: ReactNode;
}

/** Escape leads back to the work that the page was opened beside, unless something on the page has taken it. */
export function useEscape(): void {
  const { toWork } = useDesk();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest("[role=dialog], [role=listbox], [role=menu], .search") !== null;
      if (event.key !== "Escape" || event.defaultPrevented || isElsewhere) return;
      toWork();
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [toWork]);
}

/** A page that somebody opens beside the work, and leaves by Escape. */
export function SidePanel({ title, testName, width = "usual", children }: SidePanelProps) {
  useEscape();
  return (
    <section className={`page page-${width}`} data-testid={testName} aria-label={title}>
      <PageHead title={title} />
      {children}
    </section>
  );
}
