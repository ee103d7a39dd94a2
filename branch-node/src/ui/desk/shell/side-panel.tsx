import { useEffect, type ReactNode } from "react";
import { useRouter } from "@tanstack/react-router";
import { PageHead } from "#ui/kit/surfaces.tsx";

interface SidePanelProps {
  readonly title: string;
  readonly testName: string;
  /** Wide for what needs a picture beside its form. */
  readonly width?: "usual" | "wide";
  readonly children: ReactNode;
}

/** Escape leads back to today's work, unless something on the page has taken it. */
export function useEscape(): void {
  const { history } = useRouter();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest("[role=dialog], [role=listbox], [role=menu], .search") !== null;
      if (event.key !== "Escape" || event.defaultPrevented || isElsewhere) return;
      // Not a step back in the browser's history, which comes late: it would undo where the next key has led.
      history.push("/today");
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [history]);
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
