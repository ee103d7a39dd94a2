import { radiologyParts, type RadiologyPart } from "./radiology-list.ts";

/** What stands in the address of radiology's work list. */
export interface RadiologySearch {
  readonly part?: RadiologyPart | undefined;
}

/** Reads an address of the work list; what it cannot mean is left out. */
export function radiologySearch({ part }: Readonly<Record<string, unknown>>): RadiologySearch {
  return { part: radiologyParts.find((known) => known === part) };
}
