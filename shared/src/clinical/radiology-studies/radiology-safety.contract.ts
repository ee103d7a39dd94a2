import { procedureOf } from "./radiology-procedures.contract.ts";

/** With what patients are exposed to radiation; densitometry's dose is below what is asked about. */
const ionising: readonly string[] = ["CR", "DX", "CT", "MG", "RF", "XA", "NM", "PT"];

/** Whether patients are exposed to radiation by what takes the images. */
export function isIonising(modality: string): boolean {
  return ionising.includes(modality);
}

const youngestAsked = 10;
const eldestAsked = 55;

/** Who is asked, as far as the questions depend on it. */
export interface AskedPerson {
  readonly gender: string;
  /** Null where nobody knows when they were born. */
  readonly dob: string | null;
}

/** The years of somebody's life on a day. */
function ageOn(dob: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4));
  return day.slice(4) < dob.slice(4) ? years - 1 : years;
}

/** Whether somebody is asked about a pregnancy before images are taken. @param day at the branch, YYYY-MM-DD */
export function asksPregnancy(
  modality: string,
  { gender, dob }: AskedPerson,
  day: string,
): boolean {
  if (!isIonising(modality) || gender === "male") return false;
  if (dob === null) return true;
  const age = ageOn(dob, day);
  return age >= youngestAsked && age <= eldestAsked;
}

const pairedParts = new Set(
  [
    "shoulder clavicle scapula humerus arm forearm elbow wrist hand finger thumb",
    "hip thigh femur knee patella leg tibia fibula ankle foot heel toe calcaneus",
    "breast orbit eye ear mastoid kidney testis ovary radius ulna",
  ].flatMap((line) => line.split(" ")),
);

/** What the rules look at of a study. */
export interface LookedAt {
  readonly modality: string;
  readonly body_site: string;
  readonly procedure_code: string | null;
}

/** Whether a side has to be named: the body has two of the part. */
export function isPaired({ body_site: site, procedure_code: code }: Omit<LookedAt, "modality">) {
  const known = procedureOf(code);
  if (known !== undefined) return known.isPaired === true;
  const words = site.toLowerCase().match(/[a-z]+/gu) ?? [];
  return words.some((word) => pairedParts.has(word) || pairedParts.has(word.replace(/s$/u, "")));
}

/** Whether an unborn child is looked at, for which Indian law asks for a form. */
export function isObstetric({ modality, body_site: site, procedure_code: code }: LookedAt) {
  if (modality !== "US") return false;
  return (
    procedureOf(code)?.isObstetric === true || /\b(?:fo?etus|fo?etal|gravid|obstetric)/iu.test(site)
  );
}

/** Whether the images are of a breast, of which a report may give the category. */
export function isOfBreast({ modality, body_site: site }: Omit<LookedAt, "procedure_code">) {
  return modality === "MG" || /\bbreasts?\b/iu.test(site);
}
