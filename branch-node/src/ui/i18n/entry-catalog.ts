import { pagePart } from "#ui/net/page-part.ts";
import { enEntry } from "#ui/i18n/en/entry.ts";
import type { EntryCatalog } from "./entry-text.ts";
import type { Language } from "./language-names.ts";

/** The sentences of the entry, which are light: all others come with the desk, while somebody types a password. */
export async function entryCatalog(language: Language): Promise<EntryCatalog> {
  switch (language) {
    case "en":
      return enEntry;
    case "hi":
      return (await pagePart(() => import("#ui/i18n/hi/entry.ts"))).hiEntry;
    case "ur":
      return (await pagePart(() => import("#ui/i18n/ur/entry.ts"))).urEntry;
  }
}
