import { CommandFailure, usageExit } from "../failure.ts";

/** What a column can be imported as. */
export const importFields = [
  "mrn",
  "name",
  "gender",
  "dob",
  "age_years",
  "phone",
  "alternate_phone",
  "email",
  "abha_id",
  "abha_address",
  "address.line1",
  "address.line2",
  "address.city",
  "address.district",
  "address.state",
  "address.postal_code",
  "blood_group",
  "marital_status",
  "preferred_language",
  "deceased_at",
  "guardian.name",
  "guardian.phone",
  "passport",
  "driving_licence",
  "voter_id",
  "pmjay",
  "insurance_member",
] as const;

/** One of them. */
export type ImportField = (typeof importFields)[number];

/** The columns of each field, by their place in the row; several are joined by a space. */
export type ColumnMap = ReadonlyMap<ImportField, readonly number[]>;

// Titles as registers write them, the likeliest first. A field takes the first that the file has.
const guesses: Readonly<Record<ImportField, readonly string[]>> = {
  mrn: [
    "mrn",
    "medical record number",
    "record number",
    "record no",
    "uhid",
    "hospital no",
    "patient id",
    "patient no",
    "op no",
    "ip no",
    "file no",
    "reg no",
    "registration no",
    "chart number",
    "id",
  ],
  name: ["name", "patient name", "full name", "patient", "name of patient", "name of the patient"],
  gender: ["gender", "sex", "gender sex", "administrative gender"],
  dob: ["dob", "date of birth", "birth date", "birthdate", "birthday", "d o b"],
  age_years: ["age", "age years", "age in years", "age yrs"],
  phone: [
    "mobile",
    "phone",
    "mobile no",
    "mobile number",
    "phone no",
    "phone number",
    "contact no",
    "contact number",
    "telephone",
    "cell",
    "contact",
    "tel",
  ],
  alternate_phone: [
    "alternate phone",
    "alternate mobile",
    "alternate no",
    "phone 2",
    "mobile 2",
    "landline",
    "home phone",
  ],
  email: ["email", "e mail", "email id", "email address", "mail"],
  abha_id: ["abha", "abha id", "abha number", "abha no", "health id number"],
  abha_address: ["abha address", "phr address", "health id"],
  "address.line1": [
    "address line 1",
    "address 1",
    "line1",
    "line",
    "address",
    "street",
    "street address",
    "residential address",
  ],
  "address.line2": ["address line 2", "address 2", "line2", "area", "locality", "landmark"],
  "address.city": ["city", "town", "village", "city town village", "place"],
  "address.district": ["district", "county", "taluk", "taluka", "tehsil"],
  "address.state": ["state", "province", "state ut"],
  "address.postal_code": [
    "pincode",
    "pin code",
    "pin",
    "postal code",
    "postcode",
    "zip",
    "zip code",
    "postal",
  ],
  blood_group: ["blood group", "blood type", "bloodgroup"],
  marital_status: ["marital status", "marital", "civil status"],
  preferred_language: ["preferred language", "language"],
  deceased_at: ["deceased at", "date of death", "death date", "deathdate", "deceased", "died"],
  "guardian.name": [
    "guardian",
    "guardian name",
    "father name",
    "fathers name",
    "father husband name",
    "mother name",
    "next of kin",
    "emergency contact",
    "emergency contact name",
  ],
  "guardian.phone": [
    "guardian phone",
    "guardian mobile",
    "guardian contact",
    "emergency phone",
    "emergency contact phone",
    "emergency contact number",
  ],
  passport: ["passport", "passport no", "passport number"],
  driving_licence: ["driving licence", "driving license", "dl no"],
  voter_id: ["voter id", "epic no", "voter card"],
  pmjay: ["pmjay", "pmjay id", "ayushman card"],
  insurance_member: ["insurance id", "member id", "policy no", "insurance member id"],
};

// A name in parts, as it is spoken.
const nameParts: readonly (readonly string[])[] = [
  ["given", "given name", "first name", "firstname", "first", "forename", "fname"],
  ["middle", "middle name", "middlename", "mname"],
  ["family", "family name", "last name", "lastname", "last", "surname", "lname"],
];

/** A column's title as it is compared: small letters and digits, words apart by one space. */
export function titleKey(title: string): string {
  return title
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/['’]/gu, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

function placeOf(keys: readonly string[], titles: readonly string[]): number | undefined {
  return titles.map((title) => keys.indexOf(title)).find((place) => place !== -1);
}

function guessPlace(keys: readonly string[], titles: readonly string[]): readonly number[] {
  const place = placeOf(keys, titles);
  return place === undefined ? [] : [place];
}

function guessName(keys: readonly string[]): readonly number[] {
  const whole = guessPlace(keys, guesses.name);
  if (whole.length > 0) return whole;
  return nameParts.flatMap((titles) => guessPlace(keys, titles));
}

/** What the columns seem to be, from their titles in English. */
export function guessColumns(header: readonly string[]): ColumnMap {
  const keys = header.map(titleKey);
  const found = new Map<ImportField, readonly number[]>();
  for (const field of importFields) {
    const places = field === "name" ? guessName(keys) : guessPlace(keys, guesses[field]);
    if (places.length > 0) found.set(field, places);
  }
  return found;
}

function isImportField(text: string): text is ImportField {
  return importFields.some((field) => field === text);
}

function columnPlace(header: readonly string[], title: string): number | undefined {
  const exact = header.indexOf(title);
  if (exact !== -1) return exact;
  const near = header.map(titleKey).indexOf(titleKey(title));
  return near === -1 ? undefined : near;
}

// A title that holds a plus sign itself is taken whole.
function columnsNamed(header: readonly string[], text: string): readonly number[] {
  const whole = columnPlace(header, text);
  if (whole !== undefined) return [whole];
  return text.split("+").map((title) => {
    const place = columnPlace(header, title.trim());
    if (place !== undefined) return place;
    const known = header.join(", ");
    throw new CommandFailure(
      `--map: there is no column "${title.trim()}"; the file has ${known}`,
      usageExit,
    );
  });
}

function explicitColumns(
  header: readonly string[],
  mapping: string,
): readonly [ImportField, readonly number[]] {
  const [, field = "", columns = ""] = /^([^=]+)=(.*)$/u.exec(mapping) ?? [];
  if (!isImportField(field)) {
    const known = importFields.join(", ");
    throw new CommandFailure(`--map wants field=column, the field one of ${known}`, usageExit);
  }
  return [field, columns === "" ? [] : columnsNamed(header, columns)];
}

/**
 * The columns of every field: guessed from the titles, then as `--map field=column[+column…]` says; `--map field=`
 * leaves a field out. @throws CommandFailure for an unknown field or column, and where nothing names the patient
 */
export function mapColumns(header: readonly string[], mappings: readonly string[]): ColumnMap {
  const map = new Map(guessColumns(header));
  for (const mapping of mappings) {
    const [field, places] = explicitColumns(header, mapping);
    if (places.length === 0) map.delete(field);
    else map.set(field, places);
  }
  if (map.has("name")) return map;
  throw new CommandFailure(
    `no column seems to be the name; say which with --map name=COLUMN (the file has ${header.join(", ")})`,
    usageExit,
  );
}

/** The columns that go nowhere, by their titles. */
export function unusedColumns(header: readonly string[], map: ColumnMap): readonly string[] {
  const used = new Set([...map.values()].flat());
  return header.filter((_, place) => !used.has(place));
}

/** A row's text for a field: its columns joined by a space, "" where there is none. */
export function cellOf(map: ColumnMap, cells: readonly string[], field: ImportField): string {
  const places = map.get(field) ?? [];
  return places
    .map((place) => cells[place]?.trim() ?? "")
    .filter((text) => text !== "")
    .join(" ");
}
