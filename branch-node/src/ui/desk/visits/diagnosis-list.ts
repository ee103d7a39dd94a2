import { useMemo } from "react";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import listText from "./common-diagnoses.txt?raw";
import { readDiagnoses, type ListedDiagnosis } from "./diagnosis-search.ts";

/** The diagnoses that are found by words; every other is given by its code. */
export const commonDiagnoses: readonly ListedDiagnosis[] = readDiagnoses(listText);

const byCode: ReadonlyMap<string, ListedDiagnosis> = new Map(
  commonDiagnoses.map((each) => [each.code, each]),
);

/** The English words of a code, as records keep them beside it; null for a code without. */
export function displayOf(code: string): string | null {
  return byCode.get(code)?.en ?? null;
}

/** A diagnosis as it stands in a record. */
interface KeptDiagnosis {
  readonly code: string;
  readonly display?: string | null | undefined;
}

/** Gives the words of a diagnosis in the page's language; those kept with it, or its code alone, where the list has none. */
export function useDiagnosisText(): (diagnosis: KeptDiagnosis) => string {
  const { language } = useLanguage();
  return useMemo(
    () =>
      ({ code, display }) =>
        byCode.get(code)?.[language] ?? display ?? code,
    [language],
  );
}
