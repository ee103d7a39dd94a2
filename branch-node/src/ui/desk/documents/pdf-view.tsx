import { useCallback } from "react";
import { PdfPages } from "#ui/desk/preview/pdf-document.tsx";

interface PdfViewProps {
  readonly address: string;
  readonly title: string;
}

/** A PDF that somebody has brought, page by page. */
export function PdfView({ address, title }: PdfViewProps) {
  const read = useCallback(
    async (signal: AbortSignal) => {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error(`the file is answered with ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    [address],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus
    <section className="preview-documents pdf-view" aria-label={title} tabIndex={0}>
      <PdfPages title={title} read={read} />
    </section>
  );
}
