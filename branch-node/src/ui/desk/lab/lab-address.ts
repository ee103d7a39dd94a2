import { labParts, type LabPart } from "./lab-list.ts";

/** What stands in the address of the laboratory's work list. */
export interface LabSearch {
  readonly status?: LabPart | undefined;
}

/** Reads an address of the work list; what it cannot mean is left out. */
export function labSearch({ status }: Readonly<Record<string, unknown>>): LabSearch {
  return { status: labParts.find((known) => known === status) };
}
