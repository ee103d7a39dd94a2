import { pagePart } from "#ui/net/page-part.ts";
import { en } from "#ui/i18n/en/en.ts";
import type { Language } from "./language-names.ts";
import type { Catalog } from "./text.ts";

const fetched = new Map<Language, Catalog>([["en", en]]);

async function fetchCatalog(language: Language): Promise<Catalog> {
  switch (language) {
    case "en":
      return en;
    case "hi":
      return (await pagePart(() => import("#ui/i18n/hi/hi.ts"))).hi;
    case "ur":
      return (await pagePart(() => import("#ui/i18n/ur/ur.ts"))).ur;
  }
}

/** The sentences that the desk and the devices say. */
export async function deskCatalog(language: Language): Promise<Catalog> {
  const known = fetched.get(language);
  if (known !== undefined) return known;
  const catalog = await fetchCatalog(language);
  fetched.set(language, catalog);
  return catalog;
}

/** The same where they have been fetched already. */
export function fetchedDeskCatalog(language: Language): Catalog | undefined {
  return fetched.get(language);
}
