import { expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { goldenDocuments } from "./golden-documents.ts";

const labels = goldenDocuments.filter(({ request }) => request.medium.kind === "label");
const languages = [["en"], ["hi"], ["en", "hi"]] as const;
const rows = labels.flatMap((label) =>
  languages.map((spoken) => ({ name: label.name, request: label.request, spoken })),
);

test.each(rows)(
  "$name has room for saying that it is a duplicate, in $spoken",
  async ({ request, spoken }) => {
    const settings = { ...request.settings, languages: spoken };
    const reprint = { at: "2026-11-21T10:30:00.000Z" };
    const again = await renderDocument({ ...request, settings, reprint });
    const first = await renderDocument({ ...request, settings, reprint: null });
    expect(Buffer.from(again.parts.body).equals(Buffer.from(first.parts.body))).toBe(false);
  },
);
