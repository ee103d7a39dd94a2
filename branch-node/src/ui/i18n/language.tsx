import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { IntlProvider, useIntl } from "react-intl";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { isolated } from "./isolated.ts";
import { keepLanguage, keptLanguage, LanguageChoiceProvider } from "./language-choice.ts";
import { locales, readAs, type Language } from "./language-names.ts";
import { SayProvider, type Catalog, type Say, type TextId } from "./text.ts";

/** Gives the sentences of a page in a language when it is asked for. */
export type LoadCatalog = (language: Language) => Promise<Partial<Catalog>>;

/** A language, and the sentences of a page in it. */
export interface Spoken {
  readonly language: Language;
  readonly catalog: Partial<Catalog>;
}

/** The language chosen on this screen, with its sentences, ready before the first picture. */
export async function storedLanguage(load: LoadCatalog): Promise<Spoken> {
  const language = keptLanguage();
  return { language, catalog: await load(language) };
}

function SayByIntl({
  language,
  children,
}: Pick<Spoken, "language"> & { readonly children: ReactNode }) {
  const intl = useIntl();
  const say = useCallback<Say>(
    (id, values = {}) => intl.formatMessage({ id }, isolated(values, language)),
    [intl, language],
  );
  return <SayProvider value={say}>{children}</SayProvider>;
}

interface SentencesProps {
  readonly spoken: Spoken;
  readonly timeZone: string | undefined;
  readonly children: ReactNode;
}

/** Lets its children say the sentences of a catalog. */
export function Sentences({ spoken, timeZone, children }: SentencesProps) {
  const { language, catalog } = spoken;
  return (
    <IntlProvider
      locale={locales[language]}
      messages={catalog}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      <SayByIntl language={language}>{children}</SayByIntl>
    </IntlProvider>
  );
}

interface LanguageProviderProps {
  readonly initial: Spoken;
  readonly timeZone?: string | undefined;
  /** What the window is called: one of the sentences that are loaded. */
  readonly title: TextId;
  readonly load: LoadCatalog;
  readonly children: ReactNode;
}

/** Gives its children a language that can be changed. */
export function LanguageProvider({
  initial,
  timeZone,
  title,
  load,
  children,
}: LanguageProviderProps) {
  const [spoken, setSpoken] = useState(initial);
  const { language, catalog } = spoken;
  useEffect(() => {
    readAs(language);
    document.title = catalog[title] ?? "";
  }, [language, catalog, title]);
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        keepLanguage(next);
        void load(next).then((loaded) => setSpoken({ language: next, catalog: loaded }));
      },
    }),
    [language, load],
  );
  return (
    <LanguageChoiceProvider value={choice}>
      <I18nProvider locale={locales[language]}>
        <Sentences spoken={spoken} timeZone={timeZone}>
          {children}
        </Sentences>
      </I18nProvider>
    </LanguageChoiceProvider>
  );
}
