import type { TextStyle } from "@edgeward/devices/printer/escpos.ts";
import { unfinishedLabelFiller } from "@edgeward/devices/label/picture-pieces.ts";
import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import { createReceiptBuilder } from "@edgeward/devices/printer/receipt-builder.ts";
import { unfinishedStarFiller } from "@edgeward/devices/printer/star.ts";
import type { PrintMedium } from "#printing/documents/render-document.ts";

// More than any picture of a slip holds: a printer whose connection broke in the middle of a picture takes whatever
// comes next for the rest of it, and outside of a picture ignores NUL.
const longestPictureBytes = 32_768;

const heading: TextStyle = { align: "center", isBold: true, scale: 2 };
const line: TextStyle = { align: "center", isBold: false, scale: 1 };

/**
 * Bytes that take an interrupted print off the paper, marked as void: without them its half slip would hang together
 * with the next patient's.
 */
export function voidStripBytes(profile: PrinterProfile): Uint8Array {
  const builder = createReceiptBuilder(profile);
  builder.text("*** VOID ***", heading);
  builder.text("This print was interrupted.", line);
  builder.text("Nothing on this strip is valid.", line);
  builder.cut();
  const filler =
    profile.language === "star" ? unfinishedStarFiller : new Uint8Array(longestPictureBytes);
  return Buffer.concat([filler, builder.bytes()]);
}

/**
 * What goes before the next print when the last one may have broken off in the middle. A ZPL label begins anew by itself,
 * and a page printer is given whole documents.
 */
export function preludeAfterBreak(medium: PrintMedium | null): Uint8Array {
  if (medium?.kind === "receipt") return voidStripBytes(medium.profile);
  const waitsForMore = medium?.kind === "label" && medium.language !== "zpl";
  return waitsForMore ? unfinishedLabelFiller : new Uint8Array();
}
