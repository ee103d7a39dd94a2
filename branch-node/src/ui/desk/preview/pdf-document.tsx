import { useCallback, useEffect, useState } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { drawPdfPages } from "./pdf-pages.ts";

/** The pages that are drawn so far, and whether there will be no more, because all are there or the browser cannot. */
interface DrawnPages {
  readonly pictures: readonly string[];
  readonly state: "drawing" | "done" | "failed";
}

const none: DrawnPages = { pictures: [], state: "drawing" };

/** Reads a file. */
type Reading = (signal: AbortSignal) => Promise<Uint8Array>;

function usePdfPages(read: Reading): DrawnPages {
  const [drawn, setDrawn] = useState(none);
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const end = (state: "done" | "failed") => {
      if (!signal.aborted) setDrawn(({ pictures }) => ({ pictures, state }));
    };
    const onPage = (picture: string) =>
      setDrawn(({ pictures, state }) => ({ pictures: [...pictures, picture], state }));
    const draw = async () => drawPdfPages(await read(signal), onPage, signal);
    draw().then(
      () => end("done"),
      () => end("failed"),
    );
    return () => leave.abort();
  }, [read]);
  return drawn;
}

interface PdfPagesProps {
  /** What the document is called. */
  readonly title: string;
  /** The same function for as long as it is the same file. */
  readonly read: Reading;
}

/** The pages of a PDF as pictures, one below the other. */
export function PdfPages({ title, read }: PdfPagesProps) {
  const say = useSay();
  const { pictures, state } = usePdfPages(read);
  return (
    <>
      {pictures.map((picture, index) => (
        <img
          // Two pages may look alike.
          key={index}
          src={picture}
          alt={say("preview.picture", { name: title, count: index + 1 })}
          data-testid={testNames.previewPicture}
        />
      ))}
      {state === "drawing" ? <output className="muted">{say("preview.drawing")}</output> : null}
      {state === "failed" ? (
        <p className="advice" role="alert">
          {say("preview.cannotBeShown")}
        </p>
      ) : null}
    </>
  );
}

interface PdfDocumentProps {
  /** What the document is called, in the page's language. */
  readonly title: string;
  /** What its file is called, without ending. */
  readonly name: string;
  /** Base64. */
  readonly content: string;
  readonly pages: number;
}

/** A document of pages: the pages as pictures, from the very file that is printed, and the file to save. */
export function PdfDocument({ title, name, content, pages }: PdfDocumentProps) {
  const say = useSay();
  const read = useCallback(
    () => Promise.resolve(Uint8Array.from(atob(content), (character) => character.charCodeAt(0))),
    [content],
  );
  return (
    <>
      <PdfPages title={title} read={read} />
      <a
        className="button"
        href={`data:application/pdf;base64,${content}`}
        download={`${name}.pdf`}
        data-testid={testNames.savePdf}
      >
        {say("preview.savePdf", { count: pages })}
      </a>
    </>
  );
}
