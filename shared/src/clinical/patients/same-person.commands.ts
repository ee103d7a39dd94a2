import { question } from "#db/question.ts";
import type { Reader } from "#db/session.ts";

interface LinkedRow {
  readonly id: string;
  readonly merged_into_id: string | null;
  readonly merged_ids: readonly string[] | null;
}

// Nobody is registered so many times over; a ring that two nodes made apart ends here too.
const longestChain = 16;

const linked = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("patients")
      .select(["id", "merged_into_id", "merged_ids"])
      .where("tenant_id", "=", tenantId)
      .where("id", "in", ids),
);

function linkedRows(db: Reader, tenantId: string, ids: readonly string[]) {
  return linked(db, { tenantId, ids });
}

/** A record that may have been merged. */
interface Mergeable {
  readonly id: string;
  readonly merged_into_id: string | null;
}

/** The records into which merged ones were merged in the end, by the ids of those. @param load records by their ids */
export async function survivorsOf<Row extends Mergeable>(
  merged: readonly Mergeable[],
  load: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const known = new Map<string, Row>();
  let wanted = merged.flatMap(({ merged_into_id: into }) => into ?? []);
  for (let step = 0; step < longestChain && wanted.length > 0; step += 1) {
    for (const row of await load([...new Set(wanted)])) known.set(row.id, row);
    const next = wanted.flatMap((id) => known.get(id)?.merged_into_id ?? []);
    wanted = next.filter((id) => !known.has(id));
  }
  const last = new Map<string, Row>();
  for (const { id, merged_into_id: into } of merged) {
    const found = lastOf(known, into);
    if (found !== undefined) last.set(id, found);
  }
  return last;
}

// In a ring that two nodes made apart there is no last one; everybody stops at the same step of it.
function lastOf<Row extends Mergeable>(
  known: ReadonlyMap<string, Row>,
  from: string | null,
): Row | undefined {
  let row = known.get(from ?? "");
  for (let step = 0; step < longestChain && typeof row?.merged_into_id === "string"; step += 1)
    row = known.get(row.merged_into_id);
  return row;
}

async function climbed(db: Reader, tenantId: string, from: LinkedRow): Promise<LinkedRow> {
  let row = from;
  for (let step = 0; step < longestChain && row.merged_into_id !== null; step += 1) {
    const [next] = await linkedRows(db, tenantId, [row.merged_into_id]);
    if (next === undefined) return row;
    row = next;
  }
  return row;
}

async function allBelow(db: Reader, tenantId: string, root: LinkedRow): Promise<readonly string[]> {
  const ids = new Set([root.id]);
  let level: readonly LinkedRow[] = [root];
  for (let step = 0; step < longestChain && level.length > 0; step += 1) {
    const named = level.flatMap(({ merged_ids: below }) => below ?? []);
    const fresh = named.filter((id) => !ids.has(id));
    if (fresh.length === 0) break;
    const rows = await linkedRows(db, tenantId, fresh);
    // What was given back meanwhile may still be named; the record itself says where it belongs.
    level = rows.filter(({ merged_into_id: into }) => into !== null && ids.has(into));
    for (const { id } of level) ids.add(id);
  }
  return [...ids];
}

/** All records of the persons that some ids are of, by those ids: the survivor first. Most have one record alone. */
export async function samePersons(
  db: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = new Map((await linkedRows(db, tenantId, ids)).map((row) => [row.id, row]));
  const found = new Map<string, readonly string[]>();
  for (const id of ids) {
    const row = rows.get(id);
    const isAlone = row === undefined || (row.merged_into_id === null && row.merged_ids === null);
    const root = isAlone ? null : await climbed(db, tenantId, row);
    found.set(
      id,
      root === null ? [id] : [...new Set([...(await allBelow(db, tenantId, root)), id])],
    );
  }
  return found;
}

/** All records of the person that an id is of, the survivor first. */
export async function samePerson(
  db: Reader,
  tenantId: string,
  id: string,
): Promise<readonly string[]> {
  return (await samePersons(db, tenantId, [id])).get(id) ?? [id];
}

/** A list's question, where it asks for one patient for all records of that person. */
export async function askedOfPerson<Query extends { readonly patient_id?: string | undefined }>(
  { db, tenantId }: { readonly db: Reader; readonly tenantId: string },
  query: Query,
): Promise<Omit<Query, "patient_id"> & { readonly patient_id?: string | readonly string[] }> {
  const { patient_id: id, ...rest } = query;
  if (id === undefined) return rest;
  const ids = await samePerson(db, tenantId, id);
  return { ...rest, patient_id: ids.length === 1 ? id : ids };
}
