import type {
  DoseUnit,
  DrugForm,
  Frequency,
  Route,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";

/** A word, or some, as they are typed, and what they mean. */
type Words<Meaning> = readonly (readonly [words: string, meaning: Meaning])[];

/** How often, as doctors write it. */
export const frequencyTexts: Words<Frequency> = [
  ["once (?:a week|weekly)|weekly|every week", "weekly"],
  ["alt(?:ernate)?\\.? days?|every other day|eod|qod", "alternate_days"],
  ["qid|qds|(?:four|4) times (?:a|per) day", "qid"],
  ["tds|tid|thrice (?:a day|daily)|(?:three|3) times (?:a|per) day", "tds"],
  ["bd|bid|bds|twice (?:a day|daily)|(?:two|2) times (?:a|per) day", "bd"],
  ["od|once (?:a day|daily)|daily|every day", "od"],
  ["q ?4 ?h(?:rly|ourly)?|4 ?(?:hourly|hrly)|every 4 ?(?:h|hours|hrs)", "q4h"],
  ["q ?6 ?h(?:rly|ourly)?|6 ?(?:hourly|hrly)|every 6 ?(?:h|hours|hrs)", "q6h"],
  ["q ?8 ?h(?:rly|ourly)?|8 ?(?:hourly|hrly)|every 8 ?(?:h|hours|hrs)", "q8h"],
  ["q ?12 ?h(?:rly|ourly)?|12 ?(?:hourly|hrly)|every 12 ?(?:h|hours|hrs)", "q12h"],
  ["hs|nocte|(?:at )?bed ?time|at night", "hs"],
  ["stat", "stat"],
];

/** Only when it is needed. */
export const asNeededTexts = "sos|prn|(?:if|as|when) needed";

/** How a medicine is given. */
export const routeTexts: Words<Route> = [
  ["po|oral|orally|by mouth", "oral"],
  ["iv|i\\/v", "iv"],
  ["im|i\\/m", "im"],
  ["sc|s\\/c|subcut", "sc"],
  ["sl|sublingual", "sublingual"],
  ["pr|rectal", "rectal"],
  ["pv|vaginal", "vaginal"],
  ["la|l\\/a|topical|locally", "topical"],
];

/** What a medicine comes as, with how it is given where the words say that as well. */
export const formTexts: Words<{ readonly form: DrugForm; readonly route?: Route }> = [
  ["(?:eye|e\\/d) ?drops?|e\\/d", { form: "drops", route: "ophthalmic" }],
  ["ear ?drops?", { form: "drops", route: "otic" }],
  ["(?:nasal|nose) ?drops?", { form: "drops", route: "nasal" }],
  ["eye oint(?:ment)?", { form: "ointment", route: "ophthalmic" }],
  ["tab(?:let)?s?", { form: "tablet" }],
  ["cap(?:sule)?s?", { form: "capsule" }],
  ["syr(?:up)?|syp|susp(?:ension)?", { form: "syrup" }],
  ["inj(?:ection)?", { form: "injection" }],
  ["drops?", { form: "drops" }],
  ["oint(?:ment)?", { form: "ointment" }],
  ["cream", { form: "cream" }],
  ["inhaler|mdi", { form: "inhaler" }],
  ["patch", { form: "patch" }],
  ["supp(?:ository)?", { form: "suppository" }],
  ["sachets?|powder", { form: "powder" }],
];

/** In what one dose is measured; a spoon is so many millilitres. */
export const doseTexts: Words<{ readonly unit: DoseUnit; readonly times?: number }> = [
  ["tab(?:let)?s?", { unit: "tablet" }],
  ["cap(?:sule)?s?", { unit: "capsule" }],
  ["ml", { unit: "ml" }],
  ["tsp|tsf|teaspoons?", { unit: "ml", times: 5 }],
  ["tbsp|tablespoons?", { unit: "ml", times: 15 }],
  ["drops?|gtt", { unit: "drop" }],
  ["puffs?", { unit: "puff" }],
  ["sachets?", { unit: "sachet" }],
  ["amp(?:oule)?s?|vials?", { unit: "ampoule" }],
  ["units?", { unit: "unit" }],
  ["patch(?:es)?", { unit: "patch" }],
  ["supp(?:ositor(?:y|ies))?", { unit: "suppository" }],
];

/** What stands for an instruction. */
export const noteTexts: Words<string> = [
  ["ac|bbf", "before food"],
  ["pc", "after food"],
];

const unitOfForm: Readonly<Record<DrugForm, DoseUnit>> = {
  tablet: "tablet",
  capsule: "capsule",
  syrup: "ml",
  injection: "ampoule",
  drops: "drop",
  ointment: "application",
  cream: "application",
  inhaler: "puff",
  patch: "patch",
  suppository: "suppository",
  powder: "sachet",
  other: "unit",
};

/** In what a dose of a form is measured where nothing else is said. */
export function doseUnitOf(form: DrugForm): DoseUnit {
  return unitOfForm[form];
}

const routeOfForm: Readonly<Partial<Record<DrugForm, Route>>> = {
  tablet: "oral",
  capsule: "oral",
  syrup: "oral",
  powder: "oral",
  ointment: "topical",
  cream: "topical",
  patch: "topical",
  inhaler: "inhaled",
  suppository: "rectal",
};

/** How a form is given where nothing else is said; "" where nobody should guess it. */
export function routeOf(form: DrugForm): Route | "" {
  return routeOfForm[form] ?? "";
}

/** The form that a unit of doses belongs to, where it belongs to one. */
export function formOfUnit(unit: DoseUnit): DrugForm | null {
  const form: Partial<Record<DoseUnit, DrugForm>> = {
    tablet: "tablet",
    capsule: "capsule",
    ml: "syrup",
    drop: "drops",
    puff: "inhaler",
    sachet: "powder",
    ampoule: "injection",
    patch: "patch",
    suppository: "suppository",
  };
  return form[unit] ?? null;
}
