import { sql } from "kysely";
import { patientFields, type Patient } from "./patients.contract.ts";
import type { Reader } from "#db/session.ts";
import { recordFinder, travelState } from "#db/read.ts";
import { readThrough } from "#db/read-kept.ts";
import { inList } from "#db/statements.ts";
import type { ReadContext } from "#resource/context.ts";
import type { ListedRow } from "#resource/record-list.ts";
import { Records } from "#resource/records.ts";
import { nameTokens, normaliseName, numberKey, phoneDigits } from "#kernel/text.ts";
import { keptIndex } from "#kernel/value-seal.ts";
import { shortestBase } from "#kernel/uhid.ts";
import {
  isNumber,
  keyGroups,
  nearnessTo,
  ownNumbers,
  phoneForms,
  slippedGroups,
  type KeyGroup,
  type NumberIndex,
  type PatientTerms,
} from "./patients.keys.ts";
import { survivorsOf } from "./same-person.commands.ts";
import { patientsTable, shortestRun, type PatientRow } from "./patients.table.ts";

/** One patient of the tenant, or undefined. */
export const findPatient = recordFinder(patientsTable);

function oneOf<const Word extends string, const Other extends string>(
  text: string,
  words: readonly Word[],
  otherwise: Other,
): Word | Other {
  return words.find((word) => word === text) ?? otherwise;
}

// What a newer program has written is shown as far as this one knows its word.
function answeredOtherwise(row: PatientRow) {
  return {
    mobile: row.phone,
    is_masked: false,
    gender: oneOf(row.gender, ["male", "female", "other"], "unknown"),
    consent_status: oneOf(
      row.consent_status,
      ["granted", "denied", "revoked", "expired"],
      "pending",
    ),
    status: oneOf(row.status, ["active", "inactive"], "merged"),
  };
}

/** Patients as they are listed, read and answered. */
export const patients = new Records(patientsTable, patientFields, {
  scope: "tenant",
  patientOf: ({ id }) => id,
  computed: () => Promise.resolve(answeredOtherwise),
});

/** A row that was read with how far it has travelled. */
export type ListedPatient = ListedRow<typeof patientsTable.columns>;

/** A listed row as the wire answers it. */
export function presentListed(row: ListedPatient): Patient {
  return patients.mapping.present(row, row.travel_state, answeredOtherwise(row));
}

/** The character after every other: a prefix is the range from itself to itself with this behind it. */
export const lastCharacter = "\u{10FFFF}";
/** More candidates than a person will look through; ranking them in code costs less than sorting in the engine. */
export const candidateLimit = 400;

// One question a range, side by side: joined by OR they took SQLite twenty times as long.
async function matching(
  db: Reader,
  tenantId: string,
  { beginnings, whole, framed }: KeyGroup,
  among: readonly string[] | null,
): Promise<readonly string[]> {
  const keys = db
    .selectFrom("search_keys")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", "patients");
  const range = (beginning: string) =>
    keys.where("search_key", ">=", beginning).where("search_key", "<", beginning + lastCharacter);
  const ranges = beginnings.map(range);
  const frames = framed.map(({ beginning, last }) =>
    range(beginning).where(sql<boolean>`substr(search_key, length(search_key)) = ${last}`),
  );
  const lists = whole.length === 0 ? [] : [keys.where("search_key", "in", inList(whole))];
  const asked = [...ranges, ...frames, ...lists].map((query) =>
    among === null
      ? query.limit(candidateLimit).execute()
      : query.where("entity_id", "in", inList(among)).execute(),
  );
  const rows = (await Promise.all(asked)).flat();
  return [...new Set(rows.map((row) => row.entity_id))];
}

// Longest first: a long prefix has the fewest candidates.
function bySelectivity(one: KeyGroup, other: KeyGroup): number {
  return (other.beginnings[0]?.length ?? 0) - (one.beginnings[0]?.length ?? 0);
}

// What ranking and filters look at; the whole row is read only for the page that is shown.
const candidateColumns = [
  "id",
  "branch_id",
  "uhid",
  "name_key",
  "gender",
  "dob",
  "phone",
  "alternate_phone",
  "abha_id",
  "identifiers",
  "merged_into_id",
  "consent_status",
  "identity_unverified",
  "status",
  "created_at",
  "updated_at",
] as const;

/** A patient who fits the terms, as far as ranking and filters need to know. */
export type PatientCandidate = Pick<PatientRow, (typeof candidateColumns)[number]>;

/** A candidate with its place among the others. */
export interface PatientMatch {
  readonly candidate: PatientCandidate;
  readonly place: MatchPlace;
}

/** Who is found, and the record that fits: of somebody who was registered twice, it may be the one that was merged. */
interface FoundCandidate {
  readonly candidate: PatientCandidate;
  readonly fitting: PatientCandidate;
}

async function candidatesOf(
  db: Reader,
  tenantId: string,
  groups: readonly KeyGroup[],
): Promise<readonly FoundCandidate[]> {
  let ids: readonly string[] | null = null;
  for (const group of groups.toSorted(bySelectivity)) {
    ids = await matching(db, tenantId, group, ids);
    if (ids.length === 0) return [];
  }
  if (ids === null) return [];
  const byId = (some: readonly string[]) =>
    db
      .selectFrom("patients")
      .select(candidateColumns)
      .where("tenant_id", "=", tenantId)
      .where("id", "in", inList(some))
      .execute();
  const rows = await byId(ids);
  const survivors = await survivorsOf(
    rows.filter(({ status }) => status === "merged"),
    byId,
  );
  return rows.flatMap((fitting) => {
    const candidate = fitting.status === "merged" ? survivors.get(fitting.id) : fitting;
    return candidate === undefined || candidate.status === "merged" ? [] : [{ candidate, fitting }];
  });
}

/** Matches in their order, each person once, where they fit best. */
function ranked(matches: readonly PatientMatch[]): readonly PatientMatch[] {
  const best = new Map<string, PatientMatch>();
  for (const match of matches) {
    const { id } = match.candidate;
    const known = best.get(id);
    if (known === undefined || compareMatches(match.place, known.place) < 0) best.set(id, match);
  }
  return [...best.values()].toSorted((one, other) => compareMatches(one.place, other.place));
}

/** Where patients are searched for. */
export interface SearchedNode {
  readonly db: Reader;
  readonly tenantId: string;
  readonly valueSeal: NumberIndex;
}

/** The patients that fit the terms, best first. Bounded: a vague term gives the first few hundred. */
async function searchPatients(
  { db, tenantId, valueSeal }: SearchedNode,
  terms: PatientTerms,
): Promise<readonly PatientMatch[]> {
  const wanted = wantedOf(terms, valueSeal);
  const candidates = await candidatesOf(db, tenantId, keyGroups(terms, valueSeal));
  return ranked(
    candidates.map(({ candidate, fitting }) => {
      const { name_key: name, id } = candidate;
      return { candidate, place: [rank(fitting, wanted), name, id] };
    }),
  );
}

// Who types so much of a name that this few fit has perhaps made a slip.
const fewMatches = 5;

/**
 * The patients that fit the terms and, behind them where they are few, those whose name is one slip of the hand away:
 * two letters in each other's place first, then one letter wrong, missing or too many.
 */
export async function searchWithSlips(
  node: SearchedNode,
  terms: PatientTerms,
): Promise<readonly PatientMatch[]> {
  const strict = await searchPatients(node, terms);
  const groups = strict.length < fewMatches ? slippedGroups(terms) : null;
  if (groups === null) return strict;
  const known = new Set(strict.map(({ candidate }) => candidate.id));
  const candidates = await candidatesOf(node.db, node.tenantId, groups);
  const nearness = nearnessTo(terms.q ?? terms.name ?? "");
  const near = candidates
    .filter(({ candidate: { id } }) => !known.has(id))
    .map(({ candidate, fitting }): PatientMatch => {
      const { name_key: name, id } = candidate;
      return { candidate, place: [slipRank + nearness(fitting.name_key), name, id] };
    });
  return [...strict, ...ranked(near)];
}

/** Whole rows in no order, to be narrowed. */
export function wholePatients(db: Reader, tenantId: string) {
  return db
    .selectFrom("patients")
    .selectAll()
    .select(travelState("patients", tenantId).as("travel_state"))
    .where("tenant_id", "=", tenantId);
}

type WholePatients = ReturnType<typeof wholePatients>;

/** The rows of a query for whole patients; those that were read of late and stand unchanged are not read again. */
export function keptPatients(
  { session, tenantId, db }: Pick<ReadContext, "session" | "tenantId" | "db">,
  query: WholePatients,
): Promise<readonly ListedPatient[]> {
  const state = travelState("patients", tenantId);
  const kept = { session, table: patientsTable.name, alias: patientsTable.name, state };
  return readThrough(kept, query, (ids) =>
    wholePatients(db, tenantId).where("id", "in", inList(ids)),
  );
}

/** Whole rows by their ids, in the order of the ids. */
export async function patientsByIds(
  ctx: Pick<ReadContext, "session" | "tenantId" | "db">,
  ids: readonly string[],
): Promise<readonly ListedPatient[]> {
  if (ids.length === 0) return [];
  const query = wholePatients(ctx.db, ctx.tenantId).where("id", "in", inList(ids));
  const rows = await keptPatients(ctx, query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Where a match stands among the others: how well it fits, then its name, then its id. It depends on nobody else, so others may come and go. */
export type MatchPlace = readonly [rank: number, nameKey: string, id: string];

/** Below zero when the first of two matches comes first. */
export function compareMatches(one: MatchPlace, other: MatchPlace): number {
  if (one[0] !== other[0]) return one[0] - other[0];
  if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;
  if (one[2] === other[2]) return 0;
  return one[2] < other[2] ? -1 : 1;
}

/** The terms as ranking compares them, worked out once for all candidates. */
interface WantedNames {
  readonly isNumber: boolean;
  readonly number: string;
  /** By what that number is found where it is kept sealed. */
  readonly index: string;
  /** The ways to write the typed digits that are long enough to say something of a phone. */
  readonly runs: readonly string[];
  /** How the branch's own patient numbers with these digits begin. */
  readonly own: readonly string[];
  readonly name: string;
  readonly tokens: readonly string[];
}

function wantedOf(terms: PatientTerms, index: NumberIndex): WantedNames {
  const text = terms.q ?? terms.mrn ?? terms.abha_id ?? terms.phone ?? terms.name ?? "";
  return {
    isNumber: isNumber(text),
    number: numberKey(text),
    index: index.indexOf(text),
    runs: phoneForms(text).filter(({ length }) => length >= shortestRun),
    own: ownNumbers(text, terms.branchCode),
    name: normaliseName(text),
    tokens: nameTokens(text),
  };
}

// Behind everybody who fits the terms as they were typed.
const slipRank = 5;

function stands(phone: string | null, runs: readonly string[]): "outside" | "inside" | null {
  const digits = phoneDigits(phone ?? "");
  const national = digits.slice(-10);
  const isOutside = (run: string) =>
    digits.endsWith(run) || digits.startsWith(run) || national.startsWith(run);
  if (runs.some(isOutside)) return "outside";
  return runs.some((run) => digits.includes(run)) ? "inside" : null;
}

/** Of somebody found by digits: the exact number, a phone that begins or ends so, a printed number that begins so, a phone's inside. */
function numberRank(
  row: PatientCandidate,
  numbers: readonly string[],
  wanted: WantedNames,
): number {
  // All digits of a patient number of the branch, without its letters and its check character.
  if (wanted.number.length >= shortestBase && wanted.own.includes(numberKey(row.uhid).slice(0, -1)))
    return 0;
  const places = [row.phone, row.alternate_phone].map((phone) => stands(phone, wanted.runs));
  if (places.includes("outside")) return 1;
  const beginnings = [wanted.number, ...wanted.own];
  if (numbers.some((value) => beginnings.some((own) => value.startsWith(own)))) return 2;
  return places.includes("inside") ? 3 : 4;
}

/** Exact number first, then phone, then the beginning of the name, then any word of it, then what sounds alike. */
function rank(row: PatientCandidate, wanted: WantedNames): number {
  const { number, name, tokens } = wanted;
  const numbers = [row.uhid, row.abha_id ?? ""].map(numberKey);
  if (number !== "" && numbers.includes(number)) return 0;
  const isSealed = row.identifiers.some(({ value }) => keptIndex(value) === wanted.index);
  if (wanted.index !== "" && isSealed) return 0;
  if (wanted.isNumber) return numberRank(row, numbers, wanted);
  if (name !== "" && row.name_key.startsWith(name)) return 2;
  return tokens.every((token) => row.name_key.includes(token)) ? 3 : 4;
}
