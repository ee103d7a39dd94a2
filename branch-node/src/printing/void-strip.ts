import type { TextStyle } from "@edgeward/devices/printer/escpos/builder.ts";
import { labelFillerAfterBreak } from "@edgeward/devices/label/build-label.ts";
import { mostPictureBytes } from "@edgeward/devices/printer/escpos/bytes.ts";
import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import { createReceiptBuilder } from "@edgeward/devices/printer/receipt-builder.ts";
import {
  unfinishedStarFiller,
  unfinishedStarPrntFiller,
} from "@edgeward/devices/printer/star/builder.ts";
import type { PrintParts } from "@edgeward/devices/printer/token-slip.ts";
import type { PrintMedium } from "#printing/documents/render-document.ts";

const heading: TextStyle = { align: "center", isBold: true, scale: 2 };
const line: TextStyle = { align: "center", isBold: false, scale: 1 };

/** What takes an interrupted print off the paper, marked as void: its half slip would hang together with the next. */
function voidStripOf(profile: PrinterProfile): PrintParts {
  const builder = createReceiptBuilder(profile);
  builder.text("*** VOID ***", heading);
  builder.text("This print was interrupted.", line);
  builder.text("Nothing on this strip is valid.", line);
  const trailer = createReceiptBuilder(profile);
  trailer.cut();
  return { body: builder.bytes(), trailer: trailer.bytes() };
}

/** How a printer is put right whose last print may have broken off in the middle, step by step. */
export interface AfterBreak {
  /**
   * Fills up the picture that may be open, for the printer takes whatever comes next for the rest of it. It is ignored
   * where none is open, and on a printer that acknowledges shows that it listens again before any paper is used.
   */
  readonly filler: Uint8Array;
  /** Null where nothing hangs out. */
  readonly strip: PrintParts | null;
}

function receiptFiller({ language, starPictures }: PrinterProfile): Uint8Array {
  if (language !== "star") return new Uint8Array(mostPictureBytes);
  return starPictures === "starprnt" ? unfinishedStarPrntFiller : unfinishedStarFiller;
}

/** A ZPL label begins anew by itself, and a page printer is given whole documents: null. */
export function afterBreak(medium: PrintMedium | null): AfterBreak | null {
  if (medium?.kind === "receipt") {
    return { filler: receiptFiller(medium.profile), strip: voidStripOf(medium.profile) };
  }
  const filler = medium?.kind === "label" ? labelFillerAfterBreak(medium.language) : null;
  return filler === null ? null : { filler, strip: null };
}
