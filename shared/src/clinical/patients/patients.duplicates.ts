import { sql } from "kysely";
import { question } from "#db/question.ts";
import type { Reader, Session } from "#db/session.ts";
import { soundKey } from "#kernel/sound-key.ts";
import { nameTokens, numberKey, phoneDigits } from "#kernel/text.ts";
import { likenessOf, mostLikeness, probablyAlike, type Likely } from "./patients.likeness.ts";
import type { ReadContext } from "#resource/context.ts";
import { candidateLimit, patientsByIds, type ListedPatient } from "./patients.queries.ts";
import { survivorsOf } from "./same-person.commands.ts";
import { identifierKeys, type PatientRow } from "./patients.table.ts";

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
  const numbers = (person.identifiers ?? []).flatMap(({ value }) => identifierKeys(value));
  return [...phoneKeysOf(person), ...abha, ...numbers];
}

/** The sounds of a name's words, those first that fewer people have: the longer ones. */
function soundsOf({ name }: Likely): readonly string[] {
  const sounds = new Set(nameTokens(name ?? "").map(soundKey));
  return [...sounds].filter((sound) => sound.length > 1).toSorted((a, b) => b.length - a.length);
}

interface Keyed {
  readonly tenantId: string;
  readonly keys: readonly string[];
}

const underNumbers = question((db, { tenantId, keys }: Keyed) =>
  db
    .selectFrom("search_keys")
    .select("entity_id as id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", "patients")
    .where("search_key", "in", keys)
    .limit(mostOfBlock),
);

/** Who has one of some whole numbers. */
async function byNumber(db: Reader, tenantId: string, person: Likely): Promise<readonly string[]> {
  const keys = wholeKeys(person);
  if (keys.length === 0) return [];
  return (await underNumbers(db, { tenantId, keys })).map(({ id }) => id);
}

// Thousands have a word or a year in common, and few of them two. As one text their ids come ten times sooner than as rows,
// and a set of them is asked a hundred times sooner than the engine asks an index.
const allIds = sql<string | null>`string_agg(id, ' ')`.as("ids");

function idsIn([row]: readonly { readonly ids: string | null }[]): readonly string[] {
  return row?.ids?.split(" ") ?? [];
}

interface Sound {
  readonly tenantId: string;
  readonly key: string;
}

const underKey = question((db, { tenantId, key }: Sound) =>
  db
    .selectFrom(
      db
        .selectFrom("search_keys")
        .select("entity_id as id")
        .where("tenant_id", "=", tenantId)
        .where("entity", "=", "patients")
        .where("search_key", "=", key)
        .as("found"),
    )
    .select(allIds),
);

/** Who has a word that sounds so. */
async function bySound(db: Reader, tenantId: string, sound: string): Promise<readonly string[]> {
  return idsIn(await underKey(db, { tenantId, key: `s:${sound}` }));
}

// The year of an estimated birth date is somebody's guess.
const estimatedYears = 2;

interface Span {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
}

const bornWithin = question((db, { tenantId, from, to }: Span) =>
  db
    .selectFrom("patients")
    .select(allIds)
    .where("tenant_id", "=", tenantId)
    .where("dob", ">=", from)
    .where("dob", "<", to),
);

/** Who was born about then: a date has its slips within the year, a guess beside it. */
async function byYear(
  db: Reader,
  tenantId: string,
  { dob, dob_estimated: isGuess }: Likely,
): Promise<readonly string[]> {
  if (!dob) return [];
  const year = Number(dob.slice(0, 4));
  const around = isGuess === true ? estimatedYears : 0;
  const [from, to] = [`${year - around}-01-01`, `${year + around + 1}-01-01`];
  return idsIn(await bornWithin(db, { tenantId, from, to }));
}

interface Day {
  readonly tenantId: string;
  readonly dob: string;
}

const bornOn = question((db, { tenantId, dob }: Day) =>
  db
    .selectFrom("patients")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("dob", "=", dob)
    .limit(mostOfBlock),
);

/** Who was born on the same day, but for a guessed one: that is of thousands. */
async function byBirth(
  db: Reader,
  tenantId: string,
  { dob, dob_estimated: isGuess }: Likely,
): Promise<readonly string[]> {
  if (!dob || isGuess === true) return [];
  return (await bornOn(db, { tenantId, dob })).map(({ id }) => id);
}

/** Who is in two of some lists, of each two of them as many as are looked at. */
function* inTwo(lists: readonly (readonly string[])[]): Generator<string> {
  const sets = lists.slice(0, -1).map((list) => new Set(list));
  for (const [place, list] of lists.entries()) {
    for (const earlier of sets.slice(0, place)) {
      let left = mostOfBlock;
      for (const id of list) {
        if (!earlier.has(id)) continue;
        yield id;
        left -= 1;
        if (left === 0) break;
      }
    }
  }
}

interface Some {
  readonly tenantId: string;
  readonly ids: readonly string[];
}

// By these it is seen of most that they cannot be the one, before the whole of them is read.
const glimpses = question((db, { tenantId, ids }: Some) =>
  db
    .selectFrom("patients")
    .select(["id", "gender", "dob", "dob_estimated"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", ids),
);

const comparedOf = question((db, { tenantId, ids }: Some) =>
  db
    .selectFrom("patients")
    .select([...comparedColumns, "id", "status", "merged_into_id"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", ids),
);

/**
 * Everybody who has something in common with a person that two records of one have, a number, a day, a word and a year, two
 * words, but for those whose birth and gender alone say that they are others.
 */
async function blocksOf(db: Reader, tenantId: string, person: Likely): Promise<readonly string[]> {
  const sounds = soundsOf(person).slice(0, 3);
  const [numbered, born, ...lists] = await Promise.all([
    byNumber(db, tenantId, person),
    byBirth(db, tenantId, person),
    byYear(db, tenantId, person),
    ...sounds.map((sound) => bySound(db, tenantId, sound)),
  ]);
  const ids = [...new Set([...born, ...inTwo(lists)])];
  const found = ids.length === 0 ? [] : await glimpses(db, { tenantId, ids });
  const likely = found.filter((row) => mostLikeness(person, row) >= probablyAlike);
  return [...new Set([...numbered, ...likely.map(({ id }) => id)])];
}

/**
 * Who is probably the person about to be registered, the likeliest first: from whoever shares a number, the day of birth, a
 * word and the year, or two words, those for whom enough speaks. A merged record speaks for its survivor.
 */
export async function probableDuplicates(
  ctx: Pick<ReadContext, "db" | "session" | "tenantId">,
  person: Likely,
): Promise<readonly ListedPatient[]> {
  const { db, tenantId } = ctx;
  const ids = await blocksOf(db, tenantId, person);
  if (ids.length === 0) return [];
  const rows = await comparedOf(db, { tenantId, ids });
  const alike = rows
    .map((row) => ({ row, likeness: likenessOf(person, row) }))
    .filter(({ likeness }) => likeness >= probablyAlike)
    .toSorted((one, other) => other.likeness - one.likeness);
  const survivors = await survivorsOf(
    alike.map(({ row }) => row).filter(({ status }) => status === "merged"),
    (some) => patientsByIds(ctx, some),
  );
  const found = alike.flatMap(({ row }) => survivors.get(row.id) ?? row);
  const active = found.filter(({ status }) => status === "active").map(({ id }) => id);
  return patientsByIds(ctx, [...new Set(active)].slice(0, shownDuplicates));
}
