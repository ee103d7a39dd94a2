import { numberFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import type { DocumentState } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import type { fileCategories } from "@edgeward/shared/clinical/files/files.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** How a state is shown. */
interface StateLook {
  readonly text: TextId;
  readonly tone: Tone;
}

/** How the states of a document are shown. */
export const stateLooks: Readonly<Record<DocumentState, StateLook>> = {
  uploaded: { text: "document.uploaded", tone: "info" },
  available: { text: "document.available", tone: "good" },
  superseded: { text: "document.superseded", tone: "neutral" },
  entered_in_error: { text: "document.enteredInError", tone: "danger" },
};

/** What a document is kept for. */
export function categoryText(category: (typeof fileCategories)[number], say: Say): string {
  return say(`documentCategory.${category}`);
}

const kibibyte = 1_024;

/** How large a file is, in a unit that people read. @param locale of the page */
export function sizeText(bytes: number, locale: string): string {
  const units = ["kilobyte", "megabyte"] as const;
  const [place, unit] = [...units.entries()].findLast(
    ([nth]) => bytes >= kibibyte ** (nth + 1),
  ) ?? [0, units[0]];
  // Whatever is there at all is not said to be nothing.
  const value = Math.max(bytes / kibibyte ** (place + 1), 0.1);
  return numberFormat(locale, {
    style: "unit",
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

// What every browser draws by itself; the others are opened by a program of the machine.
const shown: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** Whether the page can show a file of that type. */
export function isShown(contentType: string): boolean {
  return shown.includes(contentType);
}
