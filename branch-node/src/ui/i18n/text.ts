import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { en } from "./en.ts";

/** The name of a sentence in the catalogs. */
export type TextId = keyof typeof en;

/** A whole catalog. */
export type Catalog = Readonly<Record<TextId, string>>;

/** Says a sentence of the catalog in the page's language. */
export type Say = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

/** Gives the function that says sentences in the page's language. */
export function useSay(): Say {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl]);
}
