import { enEntry } from "./en-entry.ts";
import type { EntryCatalog } from "./entry-text.ts";
import type { Language } from "./language-names.ts";

/** The sentences of the entry, which are light: all others come with the desk, while somebody types a password. */
export async function entryCatalog(language: Language): Promise<EntryCatalog> {
  if (language === "en") return enEntry;
  const { hiEntry } = await import("./hi-entry.ts");
  return hiEntry;
}
