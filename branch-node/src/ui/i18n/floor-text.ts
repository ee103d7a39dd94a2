import type { enDepartments } from "./floor/en-departments.ts";
import type { enKiosk } from "./floor/en-kiosk.ts";
import { useSay } from "./text.ts";

/** The name of a sentence that the kiosk's own small catalog has. */
export type FloorTextId = keyof typeof enKiosk | keyof typeof enDepartments;

/** The kiosk's sentences in one language. */
export type FloorCatalog = Readonly<Record<FloorTextId, string>>;

/** Says a sentence of the kiosk's catalog in the page's language. */
export type FloorSay = (
  id: FloorTextId,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Gives the function that says sentences where only the kiosk's catalog may have been loaded. */
export const useFloorSay: () => FloorSay = useSay;
