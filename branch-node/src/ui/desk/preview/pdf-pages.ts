import type { PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import { pagePart } from "#ui/net/page-part.ts";

// Of a sheet of A4 that is 128 dots an inch: small print can be read, and a page takes a browser some 6 MB.
const pageWidth = 1_060;

let worker: PDFWorker | null = null;

/** Draws the pages of a PDF as pictures, in their order: each is handed over when it is there, as a `data:` address. */
export async function drawPdfPages(
  pdf: Uint8Array,
  onPage: (picture: string) => void,
  signal: AbortSignal,
): Promise<void> {
  // Half a megabyte that most desks never need, and its worker: fetched with the first page that is looked at.
  const { getDocument, PDFWorker: Worker } = await pagePart(() => import("pdfjs-dist"));
  const { default: PdfPort } = await pagePart(
    () => import("pdfjs-dist/build/pdf.worker.min.mjs?worker"),
  );
  if (signal.aborted) return;
  // One for all documents: it has to be read anew each time that it begins.
  worker ??= Worker.create({ port: new PdfPort() });
  // Our documents bring their fonts along; one from elsewhere may need the machine's. Nothing is fetched.
  const task = getDocument({ data: pdf, worker, useWasm: false, useSystemFonts: true });
  try {
    const document = await task.promise;
    for (let number = 1; number <= document.numPages && !signal.aborted; number += 1) {
      // A bill may have 20 pages: one in the memory at a time.
      const picture = await drawPage(document, number);
      if (!signal.aborted) onPage(picture);
    }
  } finally {
    await task.destroy();
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: pageWidth / width });
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas.toDataURL("image/png");
}
