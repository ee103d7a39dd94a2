import { en } from "@edgeward/branch-node/ui/i18n/en/en.ts";

// Written the same in every language; by its own name English is also chosen where a page speaks another.
const alike = ["patient.none", "patient.uhid", "look.english"];

/** The English catalog, but for what is written the same in every language. */
export const englishSentences: ReadonlySet<string> = new Set(
  Object.entries(en)
    .filter(([name]) => !alike.includes(name))
    .map(([, text]) => text),
);
