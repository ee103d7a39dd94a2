import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { enDepartments } from "#ui/i18n/floor/en-departments.ts";
import { enKiosk } from "#ui/i18n/floor/en-kiosk.ts";
import type { FloorCatalog } from "#ui/i18n/floor-text.ts";
import { isolated } from "#ui/i18n/isolated.ts";
import { keepLanguage, keptLanguage, LanguageChoiceProvider } from "#ui/i18n/language-choice.ts";
import { locales, readAs, type Language } from "#ui/i18n/language-names.ts";
import { plainSentence } from "#ui/i18n/plain-sentence.ts";
import { SayProvider, type Say } from "#ui/i18n/text.ts";
import { pagePart } from "#ui/net/page-part.ts";

interface Spoken {
  readonly language: Language;
  readonly catalog: FloorCatalog;
}

// Letters that have not come for so long are drawn by a font of the machine's own meanwhile.
const fontPatienceMs = 3_000;

async function lettersOf(letter: string): Promise<void> {
  const fonts = document.fonts.load('600 24px "Noto Sans"', letter);
  await Promise.race([
    fonts.catch(() => []),
    new Promise((resolve) => setTimeout(resolve, fontPatienceMs)),
  ]);
}

/** A language with all that its first sentence needs: whoever chooses Hindi or Urdu must not see boxes until its letters have come. */
async function speak(language: Language): Promise<Spoken> {
  switch (language) {
    case "en":
      return { language, catalog: { ...enKiosk, ...enDepartments } };
    case "hi": {
      const [{ hiKiosk }, { hiDepartments }] = await Promise.all([
        pagePart(() => import("#ui/i18n/floor/hi-kiosk.ts")),
        pagePart(() => import("#ui/i18n/floor/hi-departments.ts")),
        lettersOf("क"),
      ]);
      return { language, catalog: { ...hiKiosk, ...hiDepartments } };
    }
    case "ur": {
      const [{ urKiosk }, { urDepartments }] = await Promise.all([
        pagePart(() => import("#ui/i18n/floor/ur-kiosk.ts")),
        pagePart(() => import("#ui/i18n/floor/ur-departments.ts")),
        lettersOf("ک"),
      ]);
      return { language, catalog: { ...urKiosk, ...urDepartments } };
    }
  }
}

/** The language that was chosen on this kiosk, ready before the first picture. */
export function storedSpeech(): Promise<Spoken> {
  return speak(keptLanguage());
}

function isNamed(id: string, catalog: FloorCatalog): id is keyof FloorCatalog {
  return id in catalog;
}

/** Gives the kiosk a language that can be changed, from a catalog of its own. */
export function KioskLanguage({
  initial,
  children,
}: {
  readonly initial: Spoken;
  readonly children: ReactNode;
}) {
  const [{ language, catalog }, setSpoken] = useState(initial);
  useEffect(() => {
    readAs(language);
    document.title = catalog["kiosk.title"];
  }, [language, catalog]);
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        keepLanguage(next);
        void speak(next).then(setSpoken);
      },
    }),
    [language],
  );
  const say = useCallback<Say>(
    (id, values = {}) => {
      // Whatever is said here is of the kiosk's catalog: its parts can name no other sentence.
      if (!isNamed(id, catalog)) return "";
      return plainSentence(catalog[id], isolated(values, language), locales[language]);
    },
    [catalog, language],
  );
  return (
    <LanguageChoiceProvider value={choice}>
      <SayProvider value={say}>{children}</SayProvider>
    </LanguageChoiceProvider>
  );
}
