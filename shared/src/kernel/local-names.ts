/** A name as screens are given it: by language, null where nobody has set one. */
export interface LocalNames {
  readonly en: string;
  readonly hi: string | null;
  readonly ur: string | null;
}

/** Names of a record as screens are given them. */
export function localNamesOf(named: {
  readonly name: string;
  readonly name_hi: string | null;
  readonly name_ur: string | null;
}): LocalNames {
  return { en: named.name, hi: named.name_hi, ur: named.name_ur };
}
