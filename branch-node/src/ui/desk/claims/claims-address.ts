import { claimParts, type ClaimPart } from "./claim-list.ts";

/** What stands in the address of the list of claims. */
export interface ClaimsSearch {
  readonly part?: ClaimPart | undefined;
}

/** Reads an address of the list; what it cannot mean is left out. */
export function claimsSearch({ part }: Readonly<Record<string, unknown>>): ClaimsSearch {
  return { part: claimParts.find((known) => known === part) };
}
