import { useEffect, useMemo, useState, type ReactNode } from "react";
import { IntlProvider, useIntl, type IntlShape } from "react-intl";
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

// Each sentence is looked for and read once: `formatMessage` does both whenever it is said.
function sayBy(intl: IntlShape, language: Language): Say {
  const known = new Map<TextId, ReturnType<typeof intl.formatters.getMessageFormat>>();
  const formatOf = (id: TextId, text: string) => {
    const made = intl.formatters.getMessageFormat(text, intl.locale);
    known.set(id, made);
    return made;
  };
  return (id, values = {}) => {
    const text = intl.messages[id];
    const parts = isolated(values, language);
    try {
      if (typeof text === "string")
        return String((known.get(id) ?? formatOf(id, text)).format(parts));
    } catch {
      // Said below.
    }
    // Whatever lacks: it writes that to the console, and says what there is.
    return intl.formatMessage({ id }, parts);
  };
}

function SayByIntl({
  language,
  children,
}: Pick<Spoken, "language"> & { readonly children: ReactNode }) {
  const intl = useIntl();
  const say = useMemo(() => sayBy(intl, language), [intl, language]);
  return <SayProvider value={say}>{children}</SayProvider>;
}

interface SentencesProps {
  readonly spoken: Spoken;
  readonly children: ReactNode;
}

/** Lets its children say the sentences of a catalog. */
export function Sentences({ spoken, children }: SentencesProps) {
  const { language, catalog } = spoken;
  return (
    <IntlProvider locale={locales[language]} messages={catalog}>
      <SayByIntl language={language}>{children}</SayByIntl>
    </IntlProvider>
  );
}

interface LanguageProviderProps {
  readonly initial: Spoken;
  /** What the window is called: one of the sentences that are loaded. */
  readonly title: TextId;
  readonly load: LoadCatalog;
  readonly children: ReactNode;
}

/** Gives its children a language that can be changed. */
export function LanguageProvider({ initial, title, load, children }: LanguageProviderProps) {
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
        <Sentences spoken={spoken}>{children}</Sentences>
      </I18nProvider>
    </LanguageChoiceProvider>
  );
}
