import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { enDepartments } from "#ui/i18n/floor/en-departments.ts";
import { useFloorSay, type FloorSay } from "#ui/i18n/floor-text.ts";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { nameIn, type ShownNames } from "#ui/wire/shown-names.ts";

/** A department as the branch names it. */
export interface Department {
  /** What its doctors' records call it. */
  readonly code: string;
  /** What the clinic calls it, where it has said so. */
  readonly names: ShownNames | null;
}

type CommonDepartment = keyof typeof enDepartments;

// Codes and names that people type alike: `General Medicine`, `OBGYN`, and the American spelling.
const otherCodes: Readonly<Record<string, string>> = {
  dentistry: "dental",
  eye: "ophthalmology",
  gynecology: "gynaecology",
  medicine: "general-medicine",
  obgyn: "obstetrics-and-gynaecology",
  "obstetrics-gynaecology": "obstetrics-and-gynaecology",
  orthopedics: "orthopaedics",
  pediatrics: "paediatrics",
  skin: "dermatology",
  surgery: "general-surgery",
};

function isCommon(id: string): id is CommonDepartment {
  return id in enDepartments;
}

function commonName(code: string, say: FloorSay): string | null {
  const words = code.toLowerCase().match(/[a-z]+/gu) ?? [];
  const written = words.join("-");
  const id = `department.${otherCodes[written] ?? written}`;
  return isCommon(id) ? say(id) : null;
}

/**
 * Says a department in the language of whoever stands there: as the clinic calls it, else as such departments are
 * usually called, else its code in words.
 */
export function useDepartmentName(): (department: Department) => string {
  const say = useFloorSay();
  const { language } = useLanguage();
  return ({ code, names }) =>
    nameIn(names, language) ?? commonName(code, say) ?? departmentText(code);
}
