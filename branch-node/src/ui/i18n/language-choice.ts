import { createContext, useContext } from "react";
import { languages, type Language } from "./language-names.ts";

const storageKey = "edgeward.language";

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "en", choose: () => {} });

/** Gives its children the page's language. */
export const LanguageChoiceProvider = LanguageContext.Provider;

/** The page's language, and how to change it. */
export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** The language that was chosen on this screen, English where none was. */
export function keptLanguage(): Language {
  const kept = localStorage.getItem(storageKey);
  return languages.find((known) => known === kept) ?? "en";
}

/** Keeps the choice for the next time that this screen opens a page. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}
