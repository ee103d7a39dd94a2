import type * as z from "zod";
import type { CountryCode } from "libphonenumber-js/min";
import type { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { phone as phoneSchema } from "@edgeward/shared/contract/fields.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";
import type { ImportField } from "./import-columns.ts";
import { readDay, type DateOrder } from "./import-dates.ts";

/** What `POST /v1/patients` takes. */
export type PatientBody = z.input<typeof createPatientBody>;

/** What is wrong with a row. */
export interface RowFault {
  readonly field: string;
  readonly reason: string;
}

/** How the file is to be understood. */
export interface ReadingRules {
  readonly country: CountryCode;
  readonly dates: DateOrder;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** A row as a patient, or what keeps it from being one; `notes` are remarks that keep nobody out. */
export interface PatientReading {
  readonly body: PatientBody;
  readonly faults: readonly RowFault[];
  readonly notes: readonly string[];
}

type Cell = (field: ImportField) => string;

interface Notebook {
  readonly faults: RowFault[];
  readonly notes: string[];
}

const genderWords: Readonly<Record<string, PatientBody["gender"]>> = {
  m: "male",
  male: "male",
  man: "male",
  boy: "male",
  पुरुष: "male",
  f: "female",
  female: "female",
  woman: "female",
  girl: "female",
  महिला: "female",
  स्त्री: "female",
  o: "other",
  other: "other",
  t: "other",
  tg: "other",
  transgender: "other",
  "third gender": "other",
  u: "unknown",
  unknown: "unknown",
};

// What registers write where they know nothing.
const placeholder = /^(?:-+|\.+|n\/?a|nil|null|none|not known|not available|unknown)$/iu;

function known(text: string): string {
  return placeholder.test(text) ? "" : text;
}

function readGender(text: string, notebook: Notebook): PatientBody["gender"] {
  const gender = genderWords[text.toLowerCase()];
  if (gender !== undefined) return gender;
  if (known(text) === "") notebook.notes.push("gender_missing");
  else notebook.faults.push({ field: "gender", reason: "is not a word for a gender" });
  return "unknown";
}

function readAge(text: string, notebook: Notebook): Pick<PatientBody, "age_years"> {
  const age = /^(\d{1,3})(?:\.0)?(?: ?y(?:ea)?(?:rs?)?\.?)?$/iu.exec(foldDigits(text))?.[1];
  if (age !== undefined) return { age_years: Number(age) };
  notebook.faults.push({ field: "age_years", reason: "is not a number of years" });
  return {};
}

function readBirth(
  cell: Cell,
  rules: ReadingRules,
  notebook: Notebook,
): Pick<PatientBody, "dob" | "age_years"> {
  const [dob, age] = [known(cell("dob")), known(cell("age_years"))];
  if (dob !== "") {
    const reading = readDay(dob, rules.dates, rules.today);
    if (reading.day === null) {
      notebook.faults.push({ field: "dob", reason: reading.reason });
      return {};
    }
    if (reading.hasShortYear) notebook.notes.push("two_digit_year");
    return { dob: reading.day };
  }
  if (age !== "") return readAge(age, notebook);
  notebook.faults.push({ field: "dob", reason: "is missing, and so is the age" });
  return {};
}

function readPhone(
  field: string,
  text: string,
  rules: ReadingRules,
  notebook: Notebook,
): string | undefined {
  if (known(text) === "") return undefined;
  // Spreadsheets keep a long number as 9.19E+11 or add ".0"; the former has lost its digits for good.
  const read = phoneSchema(rules.country).safeParse(text.replace(/\.0$/u, ""));
  if (read.success) return read.data;
  notebook.faults.push({ field, reason: "is not a telephone number, national or +country" });
  return undefined;
}

// Registers write a second number into the same cell.
function phonesOf(cell: Cell, rules: ReadingRules, notebook: Notebook) {
  const [first = "", second = ""] = known(cell("phone")).split(/[/;,]/u);
  const other = cell("alternate_phone");
  return {
    phone: readPhone("phone", first.trim(), rules, notebook),
    alternate_phone: readPhone(
      "alternate_phone",
      other === "" ? second.trim() : other,
      rules,
      notebook,
    ),
  };
}

function readAddress(cell: Cell, rules: ReadingRules): PatientBody["address"] {
  const part = (field: ImportField) => known(cell(field)) || undefined;
  const postalCode = part("address.postal_code")?.replace(/\.0$/u, "");
  const isIndian = rules.country === "IN";
  // "560 001" is how Indian PIN codes are printed; zeros stand for one that nobody knew.
  const pin = postalCode?.replaceAll(/\s/gu, "").replace(/^0+$/u, "") || undefined;
  const parts = {
    line1: part("address.line1"),
    line2: part("address.line2"),
    city: part("address.city"),
    district: part("address.district"),
    state: part("address.state"),
    postal_code: isIndian ? pin : postalCode,
  };
  const isEmpty = Object.values(parts).every((value) => value === undefined);
  return isEmpty ? undefined : { ...parts, country: rules.country };
}

const yes = /^(?:y|yes|true|1|deceased|dead|expired)$/iu;
const no = /^(?:|n|no|false|0|alive|living)$/iu;
const instantForm = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/u;

function readDeath(
  cell: Cell,
  rules: ReadingRules,
  notebook: Notebook,
): Pick<PatientBody, "is_deceased" | "deceased_at"> {
  const text = known(cell("deceased_at"));
  if (no.test(text)) return {};
  if (yes.test(text)) return { is_deceased: true };
  if (instantForm.test(text)) return { is_deceased: true, deceased_at: text };
  const reading = readDay(text, rules.dates, rules.today);
  if (reading.day === null) {
    notebook.faults.push({ field: "deceased_at", reason: reading.reason });
    return {};
  }
  // Only the day is known: noon UTC falls on it in nearly every zone.
  return { is_deceased: true, deceased_at: `${reading.day}T12:00:00Z` };
}

const otherIdentifiers = [
  "passport",
  "driving_licence",
  "voter_id",
  "pmjay",
  "insurance_member",
] as const;

// The record number comes first: a repeated one then always bears the path identifiers.0.
function readIdentifiers(cell: Cell): PatientBody["identifiers"] {
  const found = (["mrn", ...otherIdentifiers] as const).flatMap((type) => {
    const value = known(cell(type));
    return value === "" ? [] : [{ type, value }];
  });
  return found.length === 0 ? undefined : found;
}

const maritalWords = ["single", "married", "divorced", "widowed", "unknown"] as const;

function readMarital(text: string): PatientBody["marital_status"] {
  const word = text
    .toLowerCase()
    .replace("unmarried", "single")
    .replace(/^widow(?:er)?$/u, "widowed");
  return maritalWords.find((status) => status === word);
}

const bloodGroups = ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"] as const;

function readBlood(text: string): PatientBody["blood_group"] {
  const short = text
    .toUpperCase()
    .replaceAll(/\s|RH|\(|\)/gu, "")
    .replace(/POS(?:ITIVE)?|\+VE/u, "+")
    .replace(/NEG(?:ATIVE)?|-VE/u, "-");
  return bloodGroups.find((group) => group === short);
}

const adultAge = 18;

function isChild(
  { dob, age_years: age }: Pick<PatientBody, "dob" | "age_years">,
  today: string,
): boolean {
  if (typeof dob !== "string") return age !== undefined && age < adultAge;
  return dob > `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;
}

type Known = Pick<PatientBody, "dob" | "age_years" | "phone">;

/**
 * Who answers for the patient. The number in a child's row is its family's; a grown-up whose father's name the
 * register holds is reached at no number of his, so there is nobody to note.
 */
function readGuardian(
  cell: Cell,
  rules: ReadingRules,
  notebook: Notebook,
  patient: Known,
): PatientBody["emergency_contact"] {
  const name = known(cell("guardian.name"));
  if (name === "") return undefined;
  const child = isChild(patient, rules.today);
  const own = readPhone("guardian.phone", cell("guardian.phone"), rules, { faults: [], notes: [] });
  const phone = own ?? (child ? patient.phone : undefined);
  if (typeof phone === "string") {
    return { name, relationship: child ? "guardian" : "other", phone };
  }
  if (child) notebook.notes.push("guardian_without_phone");
  return undefined;
}

/** Reads one row. Every field that cannot be understood is a fault; what is merely missing is not. */
export function readPatient(cell: Cell, rules: ReadingRules): PatientReading {
  const notebook: Notebook = { faults: [], notes: [] };
  const optional = (field: ImportField) => known(cell(field)) || undefined;
  const name = cell("name");
  if (name === "") notebook.faults.push({ field: "name", reason: "is missing" });
  const gender = readGender(cell("gender"), notebook);
  const birth = readBirth(cell, rules, notebook);
  const phones = phonesOf(cell, rules, notebook);
  const all = {
    name,
    gender,
    ...birth,
    ...phones,
    ...readDeath(cell, rules, notebook),
    email: optional("email"),
    abha_id: optional("abha_id")?.replaceAll(/[\s-]/gu, ""),
    abha_address: optional("abha_address"),
    preferred_language: optional("preferred_language"),
    address: readAddress(cell, rules),
    blood_group: readBlood(cell("blood_group")),
    marital_status: readMarital(cell("marital_status")),
    emergency_contact: readGuardian(cell, rules, notebook, { ...birth, ...phones }),
    identifiers: readIdentifiers(cell),
  } satisfies PatientBody;
  return { body: all, ...notebook };
}
