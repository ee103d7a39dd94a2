import {
  printLanguages,
  printNumerals,
  printPageSizes,
  type TemplateSubject,
} from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { LookField, LookSource, WholeLook } from "./look.ts";

/** What the documents of each type are called. */
export const documentTexts: Readonly<Record<TemplateSubject, TextId>> = {
  all: "look.allDocuments",
  queue_token: "documents.token",
  appointment_slip: "documents.booking",
  prescription: "look.prescription",
  certificate: "look.certificate",
  bill: "look.bill",
  receipt: "look.receipt",
  label: "look.label",
  lab_label: "look.labLabel",
  wristband: "documents.wristband",
  discharge: "look.discharge",
  report: "look.report",
};

/** What the fields of a look are called. */
export const fieldTexts: Readonly<Record<LookField, TextId>> = {
  languages: "look.languages",
  numerals: "look.numerals",
  display_name: "look.name",
  header_lines: "look.headerLines",
  footer_lines: "look.footerLines",
  extra_lines: "look.extraLines",
  logo_png: "look.logo",
  page_size: "look.pageSize",
  label_size: "look.labelSize",
};

/** Whose word it is that stands where nothing is set. */
export const sourceTexts: Readonly<Record<LookSource, TextId>> = {
  all: "look.asAll",
  tenant: "look.asTenant",
  system: "look.asSystem",
};

/** How something is left to whoever says it then. */
export const leaveTexts: Readonly<Record<LookSource, TextId>> = {
  all: "look.leaveToAll",
  tenant: "look.leaveToTenant",
  system: "look.leaveToSystem",
};

type PrintLanguage = (typeof printLanguages)[number];

const languageTexts: Readonly<Record<PrintLanguage, TextId>> = {
  en: "look.english",
  hi: "look.hindi",
};

/** Languages side by side, in the page's language. */
function languagesText(languages: readonly PrintLanguage[], say: Say): string {
  return languages.map((language) => say(languageTexts[language])).join(" + ");
}

/** One choice: its value as it is sent in a form, and its name. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

const numeralTexts = { latn: "look.numeralsLatin", native: "look.numeralsNative" } as const;
const pageTexts = { a4: "look.pageA4", a5: "look.pageA5" } as const;

/** One language alone, or two, of which the first has the dates and the amounts. */
export function languageChoices(say: Say): readonly Choice[] {
  const pairs = printLanguages.flatMap((first) =>
    printLanguages.filter((second) => second !== first).map((second) => [first, second]),
  );
  return [...printLanguages.map((language) => [language]), ...pairs].map((languages) => ({
    value: languages.join(),
    text: languagesText(languages, say),
  }));
}

/** The digits of documents. */
export function numeralChoices(say: Say): readonly Choice[] {
  return printNumerals.map((value) => ({ value, text: say(numeralTexts[value]) }));
}

/** The sheets that documents are set on. */
export function pageChoices(say: Say): readonly Choice[] {
  return printPageSizes.map((value) => ({ value, text: say(pageTexts[value]) }));
}

function linesText(lines: readonly string[], say: Say): string {
  return lines.length === 0 ? say("look.noLines") : lines.join(" · ");
}

/** What a field of a look says, on one line. */
export function valueText(field: LookField, look: WholeLook, say: Say): string {
  switch (field) {
    case "languages":
      return languagesText(look.languages, say);
    case "numerals":
      return say(numeralTexts[look.numerals]);
    case "page_size":
      return say(pageTexts[look.page_size]);
    case "display_name":
      return look.display_name;
    case "header_lines":
    case "footer_lines":
    case "extra_lines":
      return linesText(look[field], say);
    case "logo_png":
      return say(look.logo_png === null ? "look.noLogo" : "look.hasLogo");
    case "label_size":
      return look.label_size === null
        ? say("look.ownSize")
        : `${look.label_size.width_mm} × ${look.label_size.height_mm} mm`;
  }
}
