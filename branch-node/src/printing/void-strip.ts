import { createEscposBuilder, type TextStyle } from "@edgeward/devices/printer/escpos.ts";
import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";

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
  const builder = createEscposBuilder(profile);
  builder.text("*** VOID ***", heading);
  builder.text("This print was interrupted.", line);
  builder.text("Nothing on this strip is valid.", line);
  builder.cut();
  return Buffer.concat([new Uint8Array(longestPictureBytes), builder.bytes()]);
}
