import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import { textIn } from "#ui/desk/registration/patient-draft.ts";

const kinTexts: Readonly<Record<string, Readonly<Partial<Record<Patient["gender"], TextId>>>>> = {
  parent: { female: "kin.daughterOf", male: "kin.sonOf" },
  spouse: { female: "kin.wifeOf", male: "kin.husbandOf" },
};

const ofParent: Readonly<Partial<Record<Patient["gender"], TextId>>> = {
  female: "kin.daughterOf",
  male: "kin.sonOf",
};

const relativeTexts: Readonly<
  Record<string, Readonly<Partial<Record<Patient["gender"], TextId>>>>
> = {
  father: ofParent,
  mother: ofParent,
  husband: { female: "kin.wifeOf" },
  wife: { male: "kin.husbandOf" },
};

/** Whose child, wife or husband somebody is, as registers in India write it; empty where nobody is named. */
export function kinText(
  patient: Pick<Patient, "relative" | "emergency_contact" | "gender">,
  say: Say,
): string {
  const { relative, emergency_contact: guardian, gender } = patient;
  const own = textIn(relative, "name");
  if (own !== "") {
    const text = relativeTexts[textIn(relative, "relation")]?.[gender];
    return say(text ?? "kin.careOf", { name: own });
  }
  const name = textIn(guardian, "name");
  if (name === "") return "";
  return say(kinTexts[textIn(guardian, "relationship")]?.[gender] ?? "kin.careOf", { name });
}

/** The village or town somebody lives in, and the district where it is another word. */
export function placeText({ address }: Pick<Patient, "address">): string {
  const parts = [textIn(address, "city"), textIn(address, "district")].map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== "").join(", ");
}
