import { normaliseName } from "#kernel/text.ts";
import { drugClasses } from "./drug-classes.ts";
import { interactionOf, interactingNames } from "./drug-interactions.ts";
import {
  mostAlerts,
  type Alert,
  type InteractionEffect,
  type PrescribedItem,
} from "./prescription-parts.contract.ts";

type Medicine = Pick<PrescribedItem, "drug_name" | "generic_name">;

/** A medicine that somebody takes already, by which prescription and until when. */
export interface CurrentMedicine extends Medicine {
  readonly rx_no: string;
  readonly until: string;
}

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

/** Each medicine under its generic name, by which two are the same one. */
function byGeneric<M extends Medicine>(medicines: readonly M[]): readonly (readonly [string, M])[] {
  return medicines.map((one) => [normaliseName(one.generic_name), one]);
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
  const first = new Map<string, Medicine>();
  return byGeneric(medicines).flatMap(([generic, medicine]): readonly Alert[] => {
    const same = first.get(generic);
    if (same === undefined) {
      first.set(generic, medicine);
      return [];
    }
    const pair = `${named(same)} / ${named(medicine)}`.slice(0, 420);
    const text = "The same medicine is prescribed twice.";
    return [{ severity: "moderate", source: "duplicate", pair, text }];
  });
}

function takenDuplicates(
  medicines: readonly Medicine[],
  current: readonly CurrentMedicine[],
): readonly Alert[] {
  const taken = new Map(byGeneric(current));
  return byGeneric(medicines).flatMap(([generic, medicine]): readonly Alert[] => {
    const same = taken.get(generic);
    if (same === undefined) return [];
    const pair = `${named(same)} (${same.rx_no}) / ${named(medicine)}`.slice(0, 420);
    const text = `The patient has the same medicine until ${same.until}.`;
    return [{ severity: "moderate", source: "duplicate", pair, text }];
  });
}

const effectTexts: Readonly<Record<InteractionEffect, string>> = {
  blood_pressure_crisis: "Together they can drive the blood pressure to a crisis.",
  serotonin_excess: "Together they can bring on a serotonin syndrome.",
  loses_effect: "One of them loses its effect by the other.",
  bone_marrow: "Together they can damage the bone marrow.",
  toxicity: "One of them reaches poisonous levels by the other.",
  heart_rhythm: "Each of them prolongs the QT interval.",
  muscle_damage: "Together they can dissolve muscle.",
  vessel_spasm: "Together they can close the vessels of limbs or brain.",
  deep_sedation: "One of them reaches levels that sedate deeply by the other.",
};

/** A medicine with the words of its names that the list of interactions knows. */
interface Read {
  readonly medicine: Medicine;
  readonly words: readonly string[];
  /** By what it is taken, where it is taken already. */
  readonly by: string;
}

function readOf(medicine: Medicine, by = ""): Read {
  return { medicine, by, words: interactingNames(wordsOf(medicine.generic_name)) };
}

function interactionAlert(one: Read, other: Read): readonly Alert[] {
  const found = interactionOf(one.words, other.words);
  if (found === null) return [];
  const { severity, effect } = found;
  const pair = `${named(one.medicine)}${one.by} / ${named(other.medicine)}`.slice(0, 420);
  return [{ severity, source: "interaction", pair, text: effectTexts[effect], effect }];
}

/** What medicines do to each other: those that are prescribed together, and each with what is taken already. */
function interactionAlerts(
  medicines: readonly Medicine[],
  current: readonly CurrentMedicine[],
): readonly Alert[] {
  const prescribed = medicines.map((one) => readOf(one));
  const taken = current.map((one) => readOf(one, ` (${one.rx_no})`));
  return prescribed.flatMap((medicine, index) =>
    [...prescribed.slice(0, index), ...taken].flatMap((one) => interactionAlert(one, medicine)),
  );
}

/** What stands against some medicines for a patient with some allergies, who takes others already. */
export function alertsOf(
  medicines: readonly Medicine[],
  allergies: readonly Allergy[],
  current: readonly CurrentMedicine[] = [],
): readonly Alert[] {
  const against = medicines.flatMap((medicine) =>
    allergies.flatMap((allergy) => allergyAlert(medicine, allergy) ?? []),
  );
  return [
    ...against,
    ...interactionAlerts(medicines, current),
    ...duplicateAlerts(medicines),
    ...takenDuplicates(medicines, current),
  ].slice(0, mostAlerts);
}

/** Whether a reason has to be given to prescribe in spite of it. */
export function needsReason({ severity, source }: Alert): boolean {
  return source !== "duplicate" || severity === "contraindicated";
}
