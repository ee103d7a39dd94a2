/** The languages of the pages. */
export const languages = ["en", "hi", "ur"] as const;

/** One of the languages of the pages. */
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  hi: "हिन्दी",
  ur: "اردو",
};

/** How each language writes numbers and times in our clinics. */
export const locales: Readonly<Record<Language, string>> = {
  en: "en-IN",
  hi: "hi-IN",
  ur: "ur-PK",
};

/** From which side a language is read. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ur" ? "rtl" : "ltr";
}

/** Has the whole page be read as a language is. */
export function readAs(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
