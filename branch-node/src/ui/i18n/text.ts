import { createContext, useContext } from "react";
import type { en } from "#ui/i18n/en/en.ts";

/** The name of a sentence in the catalogs. */
export type TextId = keyof typeof en;

/** A whole catalog. */
export type Catalog = Readonly<Record<TextId, string>>;

/** Says a sentence of the catalog in the page's language. */
export type Say = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

const SayContext = createContext<Say | null>(null);

/** Gives its children the function that says sentences. */
export const SayProvider = SayContext.Provider;

/** Gives the function that says sentences in the page's language. */
export function useSay(): Say {
  const say = useContext(SayContext);
  if (say === null) throw new Error("the page was drawn without its language");
  return say;
}
