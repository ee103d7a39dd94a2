import { conflictsTable, openAlikeKey } from "@edgeward/shared/db/core.table.ts";
import type { Likeness, RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { parseHlc } from "@edgeward/shared/kernel/hlc.ts";
import { alikeConflictId } from "@edgeward/shared/write/alike.ts";
import type { MergedRow } from "./merged-set.ts";
import type { IngestContext } from "./ingest-context.ts";

/** A record that has just arrived, and one that was made elsewhere and is probably of the same thing. */
export interface AlikePair {
  readonly id: string;
  readonly item: MergedRow;
  readonly other: RecordRow;
}

// Nobody looks through more; a number that half a village gives is no evidence.
const mostAlike = 5;
// Of one that stands no more questions wait at a time: hundreds who are like it would bury what else needs somebody. Whoever
// looks at them sees all who are alike.
const mostOpen = 10;
// More than so many candidates for a batch come from keys that say nothing, and so does a value that more than so many share:
// 1,000 people of one name and birthday in one batch were a million pairs, and took 40 s.
const mostCandidates = 5_000;
const mostSharing = 50;

interface Candidate {
  readonly item: MergedRow;
  readonly other: RecordRow;
}

/** What has arrived new, and stands for itself. */
function freshOf(rows: readonly MergedRow[]): readonly MergedRow[] {
  return rows.filter(
    ({ table, before, after }) =>
      table.likeness !== undefined && before === null && !isSuperseded(table, after),
  );
}

function isSuperseded({ supersededBy: by }: TableDeclaration, row: RecordRow): boolean {
  return by !== undefined && typeof row[by.link] === "string";
}

function fieldsOf({ equal }: Likeness, row: RecordRow): string | null {
  const values = equal.map((field) => row[field] ?? null);
  return values.includes(null) ? null : JSON.stringify(values);
}

/** What two records have in common where they may be of the same thing: their keys, and the fields that agree. */
function sharedBy(likeness: Likeness, row: RecordRow): readonly string[] {
  const fields = fieldsOf(likeness, row);
  return fields === null ? likeness.keys(row) : [...likeness.keys(row), fields];
}

// One question for all that a batch brings, each key and value once, by the index of search keys and by that of the fields.
async function othersOf(
  { session, tenantId }: IngestContext,
  table: TableDeclaration,
  likeness: Likeness,
  rows: readonly RecordRow[],
): Promise<readonly RecordRow[]> {
  const { equal } = likeness;
  const { name } = table;
  const keys = new Set(rows.flatMap((row) => likeness.keys(row)));
  const byFields = new Map(
    rows.flatMap((row) => {
      const key = fieldsOf(likeness, row);
      return key === null
        ? []
        : [[key, Object.fromEntries(equal.map((field) => [field, row[field]]))]];
    }),
  );
  const fields = equal.map((field) => `${field} text`).join(", ");
  const agree = equal.map((field) => `r.${field} = w.${field}`).join(" AND ");
  const found = await session.query(
    `SELECT r.* FROM ${name} r WHERE r.tenant_id = $1 AND r.id = ANY(ARRAY(
       SELECT k.entity_id FROM unnest($2::text[]) AS w(search_key),
         LATERAL (SELECT k.entity_id FROM search_keys k WHERE k.tenant_id = $1 AND k.entity = '${name}'
           AND k.search_key = w.search_key LIMIT ${mostSharing}) AS k
       UNION
       SELECT r.id FROM jsonb_to_recordset($3::jsonb) AS w(${fields}),
         LATERAL (SELECT r.id FROM ${name} r WHERE r.tenant_id = $1 AND ${agree} LIMIT ${mostSharing}) AS r
      LIMIT ${mostCandidates}))`,
    [tenantId, [...keys], JSON.stringify([...byFields.values()])],
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that travels has recordColumns
  return found as readonly RecordRow[];
}

async function candidatesOf(
  context: IngestContext,
  table: TableDeclaration,
  likeness: Likeness,
  items: readonly MergedRow[],
): Promise<readonly Candidate[]> {
  const rows = items.map(({ after }) => after);
  const others = await othersOf(context, table, likeness, rows);
  const byShared = Map.groupBy(
    items.flatMap((item) => sharedBy(likeness, item.after).map((shared) => ({ item, shared }))),
    ({ shared }) => shared,
  );
  const candidates: Candidate[] = [];
  for (const other of others) {
    const maker = makerOf(other);
    const sharing = sharedBy(likeness, other).flatMap((shared) => byShared.get(shared) ?? []);
    for (const item of new Set(sharing.map((one) => one.item))) {
      if (candidates.length === mostCandidates) return candidates;
      const { after } = item;
      if (other.id !== after.id && maker !== makerOf(after)) candidates.push({ item, other });
    }
  }
  return candidates;
}

/** The node whose clock stamped a record when it was made. */
function makerOf({ stamps }: RecordRow): string | undefined {
  return parseHlc(stamps["*"] ?? "")?.nodeTag;
}

// Who registers somebody is shown who is alike there; of what others have made meanwhile they know nothing.
function pairsOf(
  table: TableDeclaration,
  likeness: Likeness,
  candidates: readonly Candidate[],
): readonly AlikePair[] {
  const pairs = new Map<string, AlikePair>();
  for (const [item, own] of Map.groupBy(candidates, (candidate) => candidate.item)) {
    const alike = own.filter(
      ({ other }) => !isSuperseded(table, other) && likeness.isAlike(item.after, other),
    );
    for (const { other } of alike) {
      const id = alikeConflictId(table, item.after.id, other.id);
      pairs.set(id, { id, item, other });
    }
  }
  return [...pairs.values()];
}

/** Those of which nobody has been told. */
async function unknownPairs(
  { session, tenantId }: IngestContext,
  pairs: readonly AlikePair[],
): Promise<readonly AlikePair[]> {
  const known = await session.query(
    `SELECT id FROM ${conflictsTable.name} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
    [tenantId, pairs.map(({ id }) => id)],
  );
  const ids = new Set(known.map((row) => row["id"]));
  return pairs.filter(({ id }) => !ids.has(id));
}

/** How many questions wait about each of some records that stand, at most as many as may. */
async function openAbout(
  { session, tenantId }: IngestContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  // Key by key, and each question by its id, whatever the planner expects: joined by a planner whose counts were of before the
  // first questions came, each set read all that were open, and a batch of 1,000 took 80 s. A question that two batches ask
  // at once and that is answered meanwhile may leave its key, so the question itself is looked at.
  const rows = await session.query(
    `SELECT w.search_key, count(*)::int AS count FROM unnest($2::text[]) AS w(search_key),
       LATERAL (SELECT k.entity_id FROM search_keys k
         WHERE k.tenant_id = $1 AND k.entity = '${conflictsTable.name}' AND k.search_key = w.search_key
           AND (SELECT c.conflict_status FROM ${conflictsTable.name} c
                 WHERE c.tenant_id = $1 AND c.id = k.entity_id) = 'open'
         LIMIT ${mostOpen}) AS k
      GROUP BY 1`,
    [tenantId, ids.map(openAlikeKey)],
  );
  const counts = new Map(rows.map((row) => [row["search_key"], Number(row["count"])]));
  return new Map(ids.map((id) => [id, counts.get(openAlikeKey(id)) ?? 0]));
}

/** As many as people look through: of each record that has arrived, and of each that stands. */
async function boundedPairs(
  context: IngestContext,
  pairs: readonly AlikePair[],
): Promise<readonly AlikePair[]> {
  if (pairs.length === 0) return [];
  const unknown = await unknownPairs(context, pairs);
  const byOther = await openAbout(context, [...new Set(unknown.map(({ other }) => other.id))]);
  const byFresh = new Map<string, number>();
  return unknown.filter(({ item, other }) => {
    const waiting = byOther.get(other.id) ?? 0;
    const own = byFresh.get(item.after.id) ?? 0;
    if (waiting >= mostOpen || own >= mostAlike) return false;
    byOther.set(other.id, waiting + 1);
    byFresh.set(item.after.id, own + 1);
    return true;
  });
}

/** The records of a set that has been written of which another node has probably made one too; most sets make none at all. */
export async function alikeBy(
  context: IngestContext,
  rows: readonly MergedRow[],
): Promise<readonly AlikePair[]> {
  const found: AlikePair[] = [];
  for (const [table, own] of Map.groupBy(freshOf(rows), (item) => item.table)) {
    const { likeness } = table;
    if (likeness === undefined) continue;
    const candidates = await candidatesOf(context, table, likeness, own);
    found.push(...(await boundedPairs(context, pairsOf(table, likeness, candidates))));
  }
  return found;
}
