import type { PrinterProfile } from "./profile.ts";
import { starDrawerKicks } from "#printer/star/builder.ts";

/** The pins of the drawer's socket that a printer can pulse. */
export type DrawerPin = 2 | 5;

/** `ESC p`: a pulse of 50 ms, then 500 ms of rest, so that a second kick never finds the coil still warm. */
const escposDrawerKicks: Readonly<Record<DrawerPin, Uint8Array>> = {
  2: Uint8Array.of(0x1b, 0x70, 0, 25, 250),
  5: Uint8Array.of(0x1b, 0x70, 1, 25, 250),
};

/** What opens the drawer at a printer of that profile; nearly every drawer hangs on pin 2. */
export function drawerKickOf(
  { language }: Pick<PrinterProfile, "language">,
  pin: DrawerPin = 2,
): Uint8Array {
  return (language === "star" ? starDrawerKicks : escposDrawerKicks)[pin];
}
