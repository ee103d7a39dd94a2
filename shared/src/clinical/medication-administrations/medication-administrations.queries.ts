import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import type { Viewer } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import type { Condition } from "#resource/word-search.ts";
import type { administrationsContract } from "./medication-administrations.contract.ts";
import type { AdministrationRow } from "./medication-administrations.table.ts";

interface Place {
  readonly db: Reader;
  readonly tenantId: string;
}

const isNewest = sql<SqlBool>`NOT EXISTS (SELECT 1 FROM medication_administrations AS newer
  WHERE newer.tenant_id = record.tenant_id AND newer.amends_id = record.id)`;

/** The versions that stand in place of some, by the ids of those. */
export async function successorsOf(
  { db, tenantId }: Place,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("medication_administrations")
    .select(["id", "amends_id"])
    .where("tenant_id", "=", tenantId)
    .where("amends_id", "in", inList(ids))
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.amends_id ?? "", row.id]));
}

/** Which version stands in place of each of some. */
export async function supersededByEach(
  viewer: Viewer,
  rows: readonly Pick<AdministrationRow, "id">[],
) {
  const ids = rows.map(({ id }) => id);
  const next = await successorsOf(viewer, ids);
  return ({ id }: Pick<AdministrationRow, "id">) => ({ superseded_by_id: next.get(id) ?? null });
}

/** All that was noted of a dose, the first first: also what was corrected since. */
export function notedOfDose(
  { db, tenantId }: Place,
  itemId: string,
  dueAt: string,
): Promise<readonly AdministrationRow[]> {
  return db
    .selectFrom("medication_administrations")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("prescribed_item_id", "=", itemId)
    .where("due_at", "=", dueAt)
    .orderBy("id")
    .execute();
}

// More than a patient is given in two days.
const mostAdministrations = 2_000;

/** What stands of some medicines' doses that were due or noted since an instant. */
export async function standingSince(
  { db, tenantId }: Place,
  itemIds: readonly string[],
  from: string,
): Promise<readonly AdministrationRow[]> {
  if (itemIds.length === 0) return [];
  return db
    .selectFrom("medication_administrations as record")
    .selectAll("record")
    .where("record.tenant_id", "=", tenantId)
    .where("record.prescribed_item_id", "in", inList(itemIds))
    .where("record.status", "!=", "entered_in_error")
    .where(sql<SqlBool>`coalesce(record.due_at, record.created_at) >= ${from}`)
    .where(isNewest)
    .orderBy("record.id")
    .limit(mostAdministrations)
    .execute();
}

type Query = z.output<typeof administrationsContract.list.query>;

/** The conditions of a list of administrations: of each the version that stands, what never was only where it is asked for. */
export function listedAdministrations(query: Query): readonly Condition[] {
  const { status, history, due_from: from, due_to: to } = query;
  const isSaid = sql<SqlBool>`status <> 'entered_in_error'`;
  return [
    ...(history === undefined ? [isNewest] : []),
    ...(status === undefined && history === undefined ? [isSaid] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`due_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`due_at < ${to}`]),
  ];
}
