import type { Reader, Session } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import { soundKey } from "#kernel/sound-key.ts";
import { nameTokens, numberKey, phoneDigits } from "#kernel/text.ts";
import { keptIndex } from "#kernel/value-seal.ts";
import {
  likenessOf,
  mostLikeness,
  probablyAlike,
  type Glimpse,
  type Likely,
} from "./patients.likeness.ts";
import { candidateLimit, patientsByIds, type ListedPatient } from "./patients.queries.ts";
import { survivorsOf } from "./same-person.commands.ts";
import { sealedClass, type PatientRow } from "./patients.table.ts";

// What of a record is compared.
const comparedColumns = [
  "name",
  "gender",
  "dob",
  "dob_estimated",
  "phone",
  "alternate_phone",
  "abha_id",
  "emergency_contact",
  "address",
  "identifiers",
] as const;

/**
 * The ids of those who look like the person about to be registered: one ABHA number, or name, birth date and phone alike. Asked
 * within every registration, so it looks at whole keys only.
 */
export async function registeredAlike(
  session: Session,
  tenantId: string,
  person: Pick<PatientRow, "name_key" | "dob" | "phone" | "abha_id">,
): Promise<readonly string[]> {
  const keys = [
    ...(person.phone === null ? [] : [`p:${phoneDigits(person.phone)}`]),
    ...(person.abha_id === null ? [] : [`a:${numberKey(person.abha_id)}`]),
  ];
  if (keys.length === 0) return [];
  const found = await session.lookUp({
    table: "search_keys",
    columns: ["search_key", "entity_id"],
    tenantId,
    fixed: { entity: "patients" },
    column: "search_key",
    values: keys,
    isLocking: false,
    limit: candidateLimit,
  });
  const ids = new Set(found.map((row) => String(row["entity_id"])));
  const rows = await session.lookUp({
    table: "patients",
    columns: ["id", "name_key", "dob", "abha_id"],
    tenantId,
    fixed: { status: "active" },
    column: "id",
    values: [...ids].slice(0, candidateLimit),
    isLocking: false,
    limit: 1,
  });
  const alike = rows.filter(
    (row) =>
      (person.abha_id !== null && row["abha_id"] === person.abha_id) ||
      (row["name_key"] === person.name_key && row["dob"] === person.dob),
  );
  return alike.map((row) => String(row["id"]));
}

// More than a person compares before saving.
const shownDuplicates = 10;
// Of words that so many people have, each further one is hardly the one that is meant.
const mostOfBlock = 400;

/** The digits of what was typed, as the national number that everybody with it is found under. */
function phoneKeysOf(person: Likely): readonly string[] {
  const typed = [person.phone, person.alternate_phone, person.emergency_contact?.["phone"]];
  return typed.flatMap((phone) => {
    const digits = typeof phone === "string" ? phoneDigits(phone).replace(/^0+/u, "") : "";
    // Of a shorter one it is too early to say.
    return digits.length < 7 ? [] : [`p:${digits.slice(-10)}`];
  });
}

function wholeKeys(person: Likely): readonly string[] {
  const abha = person.abha_id ? [`a:${numberKey(person.abha_id)}`] : [];
  const numbers = (person.identifiers ?? []).map(
    ({ value }) => `${sealedClass}${keptIndex(value)}`,
  );
  return [...phoneKeysOf(person), ...abha, ...numbers];
}

/** The sounds of a name's words, those first that fewer people have: the longer ones. */
function soundsOf({ name }: Likely): readonly string[] {
  const sounds = new Set(nameTokens(name ?? "").map(soundKey));
  return [...sounds].filter((sound) => sound.length > 1).toSorted((a, b) => b.length - a.length);
}

function keysUnder(db: Reader, tenantId: string) {
  return db
    .selectFrom("search_keys")
    .where("search_keys.tenant_id", "=", tenantId)
    .where("search_keys.entity", "=", "patients");
}

/** Who has one of some whole numbers. */
async function byNumber(db: Reader, tenantId: string, person: Likely): Promise<readonly string[]> {
  const keys = wholeKeys(person);
  if (keys.length === 0) return [];
  const rows = await keysUnder(db, tenantId)
    .select("search_keys.entity_id as id")
    .where("search_keys.search_key", "in", inList(keys))
    .limit(mostOfBlock)
    .execute();
  return rows.map(({ id }) => id);
}

// By these it is seen of most that they cannot be the one, before the whole of them is read.
const glimpsed = [
  "patients.id",
  "patients.gender",
  "patients.dob",
  "patients.dob_estimated",
] as const;

type Glimpsed = Glimpse & { readonly id: string };

// The year of an estimated birth date is somebody's guess.
const estimatedYears = 2;

/** Who has a word that sounds so and was born about then: a date has its slips within the year, a guess beside it. */
async function bySoundAndYear(
  db: Reader,
  tenantId: string,
  { dob, dob_estimated: isGuess }: Likely,
  sound: string,
): Promise<readonly Glimpsed[]> {
  if (!dob) return [];
  const year = Number(dob.slice(0, 4));
  const around = isGuess === true ? estimatedYears : 0;
  return keysUnder(db, tenantId)
    .innerJoin("patients", (join) =>
      join
        .onRef("patients.tenant_id", "=", "search_keys.tenant_id")
        .onRef("patients.id", "=", "search_keys.entity_id"),
    )
    .select(glimpsed)
    .where("search_keys.search_key", "=", `s:${sound}`)
    .where("patients.dob", ">=", `${year - around}-01-01`)
    .where("patients.dob", "<", `${year + around + 1}-01-01`)
    .limit(mostOfBlock)
    .execute();
}

/** Who was born on the same day, but for a guessed one: that is of thousands. */
async function byBirth(
  db: Reader,
  tenantId: string,
  { dob, dob_estimated: isGuess }: Likely,
): Promise<readonly Glimpsed[]> {
  if (!dob || isGuess === true) return [];
  return db
    .selectFrom("patients")
    .select(glimpsed)
    .where("tenant_id", "=", tenantId)
    .where("dob", "=", dob)
    .limit(mostOfBlock)
    .execute();
}

/** Who has two words that sound so, whenever they were born. */
async function bySounds(
  db: Reader,
  tenantId: string,
  one: string,
  other: string,
): Promise<readonly Glimpsed[]> {
  return keysUnder(db, tenantId)
    .innerJoin("search_keys as second", (join) =>
      join
        .onRef("second.tenant_id", "=", "search_keys.tenant_id")
        .onRef("second.entity", "=", "search_keys.entity")
        .onRef("second.entity_id", "=", "search_keys.entity_id"),
    )
    .innerJoin("patients", (join) =>
      join
        .onRef("patients.tenant_id", "=", "search_keys.tenant_id")
        .onRef("patients.id", "=", "search_keys.entity_id"),
    )
    .select(glimpsed)
    .where("search_keys.search_key", "=", `s:${one}`)
    .where("second.search_key", "=", `s:${other}`)
    .limit(mostOfBlock)
    .execute();
}

/**
 * Everybody who has something in common with a person that two records of one have, a number, a day, a word and a year, two
 * words, but for those whose birth and gender alone say that they are others.
 */
async function blocksOf(db: Reader, tenantId: string, person: Likely): Promise<readonly string[]> {
  const sounds = soundsOf(person).slice(0, 3);
  const [first, second, third] = sounds;
  const pairs = [
    [first, second],
    [first, third],
    [second, third],
  ] as const;
  const [numbered, found] = await Promise.all([
    byNumber(db, tenantId, person),
    Promise.all([
      byBirth(db, tenantId, person),
      ...sounds.map((sound) => bySoundAndYear(db, tenantId, person, sound)),
      ...pairs.map(([one, other]) =>
        one === undefined || other === undefined ? [] : bySounds(db, tenantId, one, other),
      ),
    ]),
  ]);
  const likely = found.flat().filter((row) => mostLikeness(person, row) >= probablyAlike);
  return [...new Set([...numbered, ...likely.map(({ id }) => id)])];
}

/**
 * Who is probably the person about to be registered, the likeliest first: from whoever shares a number, the day of birth, a
 * word and the year, or two words, those for whom enough speaks. A merged record speaks for its survivor.
 */
export async function probableDuplicates(
  { db, tenantId }: { readonly db: Reader; readonly tenantId: string },
  person: Likely,
): Promise<readonly ListedPatient[]> {
  const ids = await blocksOf(db, tenantId, person);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("patients")
    .select([...comparedColumns, "id", "status", "merged_into_id"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(ids))
    .execute();
  const alike = rows
    .map((row) => ({ row, likeness: likenessOf(person, row) }))
    .filter(({ likeness }) => likeness >= probablyAlike)
    .toSorted((one, other) => other.likeness - one.likeness);
  const survivors = await survivorsOf(
    alike.map(({ row }) => row).filter(({ status }) => status === "merged"),
    (some) => patientsByIds(db, tenantId, some),
  );
  const found = alike.flatMap(({ row }) => survivors.get(row.id) ?? row);
  const active = found.filter(({ status }) => status === "active").map(({ id }) => id);
  return patientsByIds(db, tenantId, [...new Set(active)].slice(0, shownDuplicates));
}
