import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  renderDocument,
  UnreadableDocument,
} from "@edgeward/branch-node/printing/documents/render-document.ts";
import { SlipError } from "@edgeward/devices/text/slip-error.ts";
import { bytesOf, goldenDocuments } from "./golden-documents.ts";

// Pieces that have broken documents: no place to break, joiners alone, both directions, commands, what folds to nothing.
const pieces = [
  "लक्ष्मी",
  "ᜀ",
  "عائشہ خان",
  "(OPD) 12",
  "\u200d\u200c",
  "^FO0,0~JR_",
  "{B{1",
  "\u001b@\u001dV\u0000",
  "W".repeat(70),
  "्ि",
  "   ",
  "₹",
  "é\u0301",
  "1".repeat(12),
];
const words = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(" ").slice(0, 120))
  .filter((text) => text.trim() !== "" && text.isWellFormed());

/** The same data with every text that people write replaced. */
function withWords(data: unknown, text: string): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => withWords(item, text));
  if (typeof data !== "object" || data === null) return data;
  const written = new Set(["name", "drug_name", "description", "diagnosis", "cashier", "ward"]);
  return Object.fromEntries(
    Object.entries(data).map(([key, value]: readonly [string, unknown]) => [
      key,
      written.has(key) && typeof value === "string" ? text : withWords(value, text),
    ]),
  );
}

describe("words that nobody expects", () => {
  test.each(goldenDocuments)(
    "come out on $name, or are refused with a reason",
    async ({ request }) => {
      await fc.assert(
        fc.asyncProperty(words, async (text) => {
          const data = withWords(request.data, text);
          const outcome = await renderDocument({ ...request, data }).then(
            (rendered) => bytesOf(rendered).length > 0,
            // A control character and a card's number are refused by the shape, as they are when a job is made.
            (error: unknown) => error instanceof SlipError || error instanceof UnreadableDocument,
          );
          expect(outcome).toBe(true);
        }),
        { numRuns: 12 },
      );
    },
  );
});
