import { emergencyParts, type EmergencyPart } from "./triage-list.ts";

/** What stands in the address of the emergency's page. */
export interface EmergencySearch {
  readonly part?: EmergencyPart | undefined;
}

/** Reads an address of the emergency's page; what it cannot mean is left out. */
export function emergencySearch({ part }: Readonly<Record<string, unknown>>): EmergencySearch {
  return { part: emergencyParts.find((known) => known === part) };
}
