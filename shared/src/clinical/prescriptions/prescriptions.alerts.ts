import { normaliseName } from "#kernel/text.ts";
import { drugClasses } from "./drug-classes.ts";
import type { Alert, PrescribedItem } from "./prescription-parts.contract.ts";

type Medicine = Pick<PrescribedItem, "drug_name" | "generic_name">;

/** What somebody is allergic to, as the patient's record says it. */
export interface Allergy {
  readonly substance: string;
  readonly criticality: string;
}

// Shorter words are of every name: "mg", "and", "acid".
const shortestWord = 5;

function wordsOf(text: string): readonly string[] {
  const words = normaliseName(text).split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length >= shortestWord || word === "sulfa");
}

function medicineWords({ drug_name: name, generic_name: generic }: Medicine): readonly string[] {
  return [...new Set([...wordsOf(name), ...wordsOf(generic)])];
}

/** The families of drugs to which some words lead: a member's, or the family's own. */
function familiesOf(words: readonly string[]): readonly (typeof drugClasses)[number][] {
  return drugClasses.filter(({ names, members }) =>
    words.some((word) => names.includes(word) || members.includes(word)),
  );
}

function named({ drug_name: name, generic_name: generic }: Medicine): string {
  return normaliseName(name) === normaliseName(generic) ? name : `${name} (${generic})`;
}

function allergyAlert(medicine: Medicine, allergy: Allergy): Alert | null {
  const [drug, against] = [medicineWords(medicine), wordsOf(allergy.substance)];
  const pair = `${allergy.substance} / ${named(medicine)}`.slice(0, 420);
  if (drug.some((word) => against.includes(word))) {
    const severity = allergy.criticality === "low" ? "major" : "contraindicated";
    const text = `The patient is allergic to ${allergy.substance}.`;
    return { severity, source: "allergy", pair, text };
  }
  const family = familiesOf(against).find((one) => familiesOf(drug).includes(one));
  if (family === undefined) return null;
  const text = `The patient is allergic to ${allergy.substance}, which is of the same family (${family.names[0] ?? ""}).`;
  return { severity: "major", source: "allergy", pair, text };
}

function duplicateAlerts(medicines: readonly Medicine[]): readonly Alert[] {
  return medicines.flatMap((medicine, index): readonly Alert[] => {
    const same = medicines
      .slice(0, index)
      .find((one) => normaliseName(one.generic_name) === normaliseName(medicine.generic_name));
    if (same === undefined) return [];
    const pair = `${named(same)} / ${named(medicine)}`.slice(0, 420);
    const text = "The same medicine is prescribed twice.";
    return [{ severity: "moderate", source: "duplicate", pair, text }];
  });
}

/** What stands against some medicines for a patient with some allergies. */
export function alertsOf(
  medicines: readonly Medicine[],
  allergies: readonly Allergy[],
): readonly Alert[] {
  const against = medicines.flatMap((medicine) =>
    allergies.flatMap((allergy) => allergyAlert(medicine, allergy) ?? []),
  );
  return [...against, ...duplicateAlerts(medicines)];
}

/** Whether a reason has to be given to prescribe in spite of it. */
export function needsReason({ severity, source }: Alert): boolean {
  return source === "allergy" || severity === "contraindicated";
}
