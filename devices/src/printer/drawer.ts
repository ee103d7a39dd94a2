import type { PrinterProfile } from "./profile.ts";
import { starDrawerKick } from "#printer/star/builder.ts";

/**
 * `ESC p`: a pulse of 50 ms on pin 2, where nearly every drawer hangs, then 500 ms of rest, so that a second kick never
 * finds the coil still warm.
 */
const escposDrawerKick: Uint8Array = Uint8Array.of(0x1b, 0x70, 0, 25, 250);

/** What opens the drawer at a printer of that profile. */
export function drawerKickOf({ language }: Pick<PrinterProfile, "language">): Uint8Array {
  return language === "star" ? starDrawerKick : escposDrawerKick;
}
