import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { IntlProvider, useIntl } from "react-intl";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { en } from "./en.ts";
import { keepLanguage, keptLanguage, LanguageChoiceProvider } from "./language-choice.ts";
import { locales, type Language } from "./language-names.ts";
import { SayProvider, type Catalog, type Say, type TextId } from "./text.ts";

/** Gives a language's catalog when it is asked for. */
export type LoadCatalog = (language: Language) => Promise<Catalog>;

/** The sentences that the desk and the devices say. */
export const deskCatalog: LoadCatalog = async (language) => {
  if (language === "en") return en;
  const { hi } = await import("./hi.ts");
  return hi;
};

/** The language chosen on this screen, with its catalog, ready before the first picture. */
export async function storedLanguage(
  load = deskCatalog,
): Promise<{ language: Language; catalog: Catalog }> {
  const language = keptLanguage();
  return { language, catalog: await load(language) };
}

function SayByIntl({ children }: { readonly children: ReactNode }) {
  const intl = useIntl();
  const say = useCallback<Say>((id, values) => intl.formatMessage({ id }, values), [intl]);
  return <SayProvider value={say}>{children}</SayProvider>;
}

interface LanguageProviderProps {
  readonly initial: { readonly language: Language; readonly catalog: Catalog };
  readonly timeZone?: string | undefined;
  /** What the window is called. */
  readonly title?: TextId;
  readonly load?: LoadCatalog;
  readonly children: ReactNode;
}

/** Gives its children a language that can be changed. */
export function LanguageProvider({
  initial,
  timeZone,
  title = "desk.title",
  load = deskCatalog,
  children,
}: LanguageProviderProps) {
  const [{ language, catalog }, setChosen] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = catalog[title];
  }, [language, catalog, title]);
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        keepLanguage(next);
        void load(next).then((loaded) => setChosen({ language: next, catalog: loaded }));
      },
    }),
    [language, load],
  );
  const locale = locales[language];
  return (
    <LanguageChoiceProvider value={choice}>
      <I18nProvider locale={locale}>
        <IntlProvider
          locale={locale}
          messages={catalog}
          {...(timeZone === undefined ? {} : { timeZone })}
        >
          <SayByIntl>{children}</SayByIntl>
        </IntlProvider>
      </I18nProvider>
    </LanguageChoiceProvider>
  );
}
