// Draws a page in all scripts, in a process of its own: `node test/printing/print-page.ts COUNT`. COUNT blocks of memory
// are taken before, so that what follows lies elsewhere than in another run.
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { english, testPage } from "./samples.ts";

const taken = Array.from({ length: Number(process.argv[2] ?? 0) }, (_, place) =>
  Buffer.alloc(9_000 + place * 777),
);
const { parts } = await renderDocument({
  documentType: "report",
  data: testPage,
  settings: english,
  medium: { kind: "page" },
  reprint: null,
  copies: 1,
});
process.stdout.write(`${parts.body.length} bytes of PDF beside ${taken.length} blocks\n`);
