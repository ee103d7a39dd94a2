import { useEffect, useState, type ReactNode } from "react";
import { deskCatalog, fetchedDeskCatalog } from "./desk-catalog.ts";
import { useLanguage } from "./language-choice.ts";
import type { Language } from "./language-names.ts";
import { Sentences } from "./language.tsx";

/** Lets its children say every sentence of the desk: those of the language before until the chosen one's have come. */
export function DeskSentences({ children }: { readonly children: ReactNode }) {
  const { language } = useLanguage();
  const [before, setBefore] = useState<Language | null>(null);
  useEffect(() => {
    let isWanted = true;
    void deskCatalog(language).then(() => {
      if (isWanted) setBefore(language);
    });
    return () => {
      isWanted = false;
    };
  }, [language]);
  const shown = fetchedDeskCatalog(language) === undefined ? before : language;
  const catalog = shown === null ? undefined : fetchedDeskCatalog(shown);
  if (shown === null || catalog === undefined) return null;
  return <Sentences spoken={{ language: shown, catalog }}>{children}</Sentences>;
}
