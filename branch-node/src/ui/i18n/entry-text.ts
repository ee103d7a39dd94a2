import type { enEntry } from "#ui/i18n/en/entry.ts";
import { useSay } from "./text.ts";

/** The name of a sentence that is said before anybody has signed in. */
export type EntryTextId = keyof typeof enEntry;

/** These sentences in one language. */
export type EntryCatalog = Readonly<Record<EntryTextId, string>>;

/** Says one of these sentences in the page's language. */
export type EntrySay = (
  id: EntryTextId,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Gives the function that says sentences where only those of the entry may have been loaded. */
export const useEntrySay: () => EntrySay = useSay;
