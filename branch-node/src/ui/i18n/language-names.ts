/** The languages of the pages. */
export const languages = ["en", "hi"] as const;

/** One of the languages of the pages. */
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", hi: "हिन्दी" };

/** How each language writes numbers and times in our clinics. */
export const locales: Readonly<Record<Language, string>> = { en: "en-IN", hi: "hi-IN" };
