/** What stands in the address of the wards' page. */
export interface WardSearch {
  /** The id of the one ward that is looked at. */
  readonly ward?: string | undefined;
  /** The id of the bed that is open. */
  readonly bed?: string | undefined;
}

function idOf(value: unknown, prefix: string): string | undefined {
  return typeof value === "string" && value.startsWith(prefix) ? value : undefined;
}

/** Reads an address of the wards' page; what it cannot mean is left out. */
export function wardSearch({ ward, bed }: Readonly<Record<string, unknown>>): WardSearch {
  return { ward: idOf(ward, "wrd_"), bed: idOf(bed, "bed_") };
}
