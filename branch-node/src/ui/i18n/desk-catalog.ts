import { en } from "./en.ts";
import type { Language } from "./language-names.ts";
import type { Catalog } from "./text.ts";

const fetched = new Map<Language, Catalog>([["en", en]]);

/** The sentences that the desk and the devices say. */
export async function deskCatalog(language: Language): Promise<Catalog> {
  const known = fetched.get(language);
  if (known !== undefined) return known;
  const { hi } = await import("./hi.ts");
  fetched.set(language, hi);
  return hi;
}

/** The same where they have been fetched already. */
export function fetchedDeskCatalog(language: Language): Catalog | undefined {
  return fetched.get(language);
}
