import { useCallback } from "react";
import { useIntl } from "react-intl";
import { isolated } from "#ui/i18n/isolated.ts";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { enConsole } from "./en-console.ts";

/** The name of a sentence that the console can say: its own, or one of those that all pages share. */
export type ConsoleTextId = TextId | keyof typeof enConsole;

/** Says a sentence of the console's catalog in the page's language. */
export type ConsoleSay = (
  id: ConsoleTextId,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Gives the function that says sentences where the console's catalog has been loaded. */
export function useConsoleSay(): ConsoleSay {
  const intl = useIntl();
  const { language } = useLanguage();
  return useCallback<ConsoleSay>(
    (id, values = {}) => intl.formatMessage({ id }, isolated(values, language)),
    [intl, language],
  );
}
