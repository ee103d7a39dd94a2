import { claimsPageParts, type ClaimsPagePart } from "./claim-list.ts";

/** What stands in the address of the list of claims. */
export interface ClaimsSearch {
  readonly part?: ClaimsPagePart | undefined;
}

type Address = Readonly<Record<string, unknown>>;

/** Reads an address of the list; what it cannot mean is left out. */
export function claimsSearch({ part }: Address): ClaimsSearch {
  return { part: claimsPageParts.find((known) => known === part) };
}

function idIn(value: unknown, prefix: string): string | undefined {
  return typeof value === "string" && value.startsWith(`${prefix}_`) ? value : undefined;
}

/** What stands in the address of a new claim: the bill that it begins with. */
export interface NewClaimSearch {
  readonly bill?: string | undefined;
}

/** Reads an address of a new claim. */
export function newClaimSearch({ bill }: Address): NewClaimSearch {
  return { bill: idIn(bill, "inv") };
}

/** What stands in the address of a new request: of whom, or from which authorisation it goes on. */
export interface NewPreauthSearch {
  readonly patient?: string | undefined;
  readonly parent?: string | undefined;
}

/** Reads an address of a new request. */
export function newPreauthSearch({ patient, parent }: Address): NewPreauthSearch {
  return { patient: idIn(patient, "pat"), parent: idIn(parent, "pre") };
}
