import { fieldError } from "#kernel/errors.ts";
import {
  asksPregnancy,
  isObstetric,
  isPaired,
  type AskedPerson,
  type LookedAt,
} from "./radiology-safety.contract.ts";

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

/** What has to be known of a study before it is asked for. */
interface Asked extends LookedAt {
  readonly laterality: string | null;
  readonly pregnancy_status: string | null;
}

/** Refuses a study without its side, or without the question about a pregnancy. @throws AppError validation_error */
export function refuseUnasked(study: Asked, person: AskedPerson, day: string): void {
  const { laterality: side, pregnancy_status: pregnancy } = study;
  if (isPaired(study) && (side === null || side === "na"))
    throw wrong("laterality", "is required: left, right or bilateral");
  if (pregnancy !== null || !asksPregnancy(study.modality, person, day)) return;
  throw wrong("pregnancy_status", "is required: ask before anybody is exposed to radiation");
}

/** What has to be known of a study before it begins. */
interface Prepared extends LookedAt {
  readonly contrast: boolean;
  readonly contrast_allergy_checked: boolean;
  readonly renal_function: string | null;
  readonly pndt_form_f: boolean;
}

/** Refuses to begin without what contrast medium and the law ask for. @throws AppError validation_error */
export function refuseUnprepared(study: Prepared, country: string): void {
  if (study.contrast && !study.contrast_allergy_checked)
    throw wrong("contrast_allergy_checked", "must be true: the patient was asked");
  if (study.contrast && study.renal_function === null)
    throw wrong("renal_function", "is required where contrast medium is given");
  if (country === "IN" && isObstetric(study) && !study.pndt_form_f)
    throw wrong("pndt_form_f", "must be true: form F comes before any such study");
}
