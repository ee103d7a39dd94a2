import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { en } from "./en.ts";
import type { Catalog, TextId } from "./text.ts";

/** The languages of the pages. */
export const languages = ["en", "hi"] as const;

/** One of the languages of the pages. */
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", hi: "हिन्दी" };

const storageKey = "edgeward.language";
const locales: Readonly<Record<Language, string>> = { en: "en-IN", hi: "hi-IN" };

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "en", choose: () => {} });

/** The page's language, and how to change it. */
export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

async function catalogOf(language: Language): Promise<Catalog> {
  if (language === "en") return en;
  const { hi } = await import("./hi.ts");
  return hi;
}

/** The language chosen on this screen, with its catalog, ready before the first picture. */
export async function storedLanguage(): Promise<{ language: Language; catalog: Catalog }> {
  const stored = localStorage.getItem(storageKey);
  const language = languages.find((known) => known === stored) ?? "en";
  return { language, catalog: await catalogOf(language) };
}

interface LanguageProviderProps {
  readonly initial: { readonly language: Language; readonly catalog: Catalog };
  readonly timeZone?: string | undefined;
  /** What the window is called. */
  readonly title?: TextId;
  readonly children: ReactNode;
}

/** Gives its children a language that can be changed. */
export function LanguageProvider({
  initial,
  timeZone,
  title = "desk.title",
  children,
}: LanguageProviderProps) {
  const [{ language, catalog }, setChosen] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = catalog[title];
  }, [language, catalog, title]);
  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      choose: (next) => {
        localStorage.setItem(storageKey, next);
        void catalogOf(next).then((loaded) => setChosen({ language: next, catalog: loaded }));
      },
    }),
    [language],
  );
  const locale = locales[language];
  return (
    <LanguageContext value={choice}>
      <I18nProvider locale={locale}>
        <IntlProvider
          locale={locale}
          messages={catalog}
          {...(timeZone === undefined ? {} : { timeZone })}
        >
          {children}
        </IntlProvider>
      </I18nProvider>
    </LanguageContext>
  );
}
