import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { refuseExpired } from "./compaction.ts";
import { askHorizon, horizonAt } from "./horizon.ts";
import { keptHomeOf } from "./kept-home.ts";
import { grantedPatients } from "./scope.ts";

const beginning = "0.0";

/** A place in the feed: the last entry seen, and for a reader that began at the beginning when that was. */
interface FeedPlace {
  readonly xid: string;
  readonly pos: string;
  readonly began: string | null;
}

function readCursor(cursor: string): FeedPlace {
  const [, xid, pos, began] = /^(\d{1,20})\.(\d{1,20})(?:\.(\d{1,20}))?$/.exec(cursor) ?? [];
  if (xid === undefined || pos === undefined) {
    throw new AppError("invalid_cursor", "The cursor is not one of the feed's.");
  }
  return { xid, pos, began: began ?? null };
}

/** Where a reader stands. One that begins has nothing that could be out of date, until it has come to the end. */
async function placeOf(session: Session, place: FeedPlace): Promise<FeedPlace> {
  if (place.xid !== "0") return place;
  return { ...place, began: await askHorizon(session) };
}

/** Refuses a reader from before the horizon; who begins has no place yet. @throws AppError cursor_expired */
async function refuseLate(session: Session, query: FeedQuery, place: FeedPlace): Promise<void> {
  if (place.xid === "0") return;
  const cursor = place.began === null ? `${place.xid}.${place.pos}` : `${place.began}.0`;
  await refuseExpired(session, { tenantId: query.tenantId, branchId: query.branchId, cursor });
}

/** Which part of the feed is asked for, and by whom. */
export interface FeedQuery {
  readonly tenantId: string;
  readonly branchId: string;
  readonly nodeId: string;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** The instant, by the hub's clock. */
  readonly now: string;
}

/** One page of the feed, and where to go on. */
export interface FeedPage {
  readonly data: FeedRow[];
  readonly cursor: string;
  readonly has_more: boolean;
  readonly epoch: number;
  readonly accepted_seq: number;
  /** RFC 3339: since when changes are held back behind a transaction that is still open; null where none are. */
  readonly stalled_since: string | null;
}

// Read before the rows: what the hub has taken is in them at the latest then. The node leaves its own changes on top
// of a row until the hub has them, and one whose answer was lost would otherwise cover what came after it.
async function acceptedOf(
  session: Session,
  query: FeedQuery,
): Promise<Pick<FeedPage, "epoch" | "accepted_seq">> {
  const [row] = await session.query(
    "SELECT epoch, accepted_seq FROM nodes WHERE tenant_id = $1 AND id = $2",
    [query.tenantId, query.nodeId],
  );
  return { epoch: Number(row?.["epoch"] ?? 1), accepted_seq: Number(row?.["accepted_seq"] ?? 0) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : String(value);
}

async function entriesAfter(
  session: Session,
  query: FeedQuery,
  { xid, pos }: FeedPlace,
  horizon: string | null,
): Promise<readonly SqlRow[]> {
  // By the columns, not by their texts: as texts 100 would come before 44, and a cursor would pass over rows for ever. The texts
  // have names of their own, for where a statement is passed on to another machine, it is without the table before a column.
  return session.query(
    `SELECT xid::text AS xid_text, pos::text AS pos_text, entity, entity_id, op_id, origin_node_id, entry_kind
       FROM feed
      WHERE tenant_id = $1 AND scope IN ('*', $2)
        AND (xid, pos) > ($3::xid8, $4::bigint)
        AND xid < ${horizonAt(6)}
      ORDER BY feed.xid, feed.pos LIMIT $5`,
    [query.tenantId, query.branchId, xid, pos, query.limit, horizon],
  );
}

async function stalledSinceOf(
  session: Session,
  query: FeedQuery,
  horizon: string | null,
): Promise<string | null> {
  const [row] = await session.query(
    `SELECT (extract(epoch FROM made_at) * 1000)::bigint AS since_ms FROM feed
      WHERE tenant_id = $1 AND scope IN ('*', $2) AND xid >= ${horizonAt(3)}
      ORDER BY feed.xid, feed.pos LIMIT 1`,
    [query.tenantId, query.branchId, horizon],
  );
  return row === undefined ? null : isoInstant(Number(row["since_ms"]));
}

/** Whether there is anything for a branch behind a cursor. */
export async function hasNews(
  session: Session,
  query: Pick<FeedQuery, "tenantId" | "branchId" | "cursor">,
): Promise<boolean> {
  const { xid, pos } = readCursor(query.cursor ?? beginning);
  const rows = await session.query(
    `SELECT 1 FROM feed WHERE tenant_id = $1 AND scope IN ('*', $2)
        AND (xid, pos) > ($3::xid8, $4::bigint) LIMIT 1`,
    [query.tenantId, query.branchId, xid, pos],
  );
  return rows.length > 0;
}

async function rowsByTable(
  session: Session,
  tenantId: string,
  entries: readonly SqlRow[],
): Promise<ReadonlyMap<string, SqlRow>> {
  const rows = new Map<string, SqlRow>();
  const kept = entries.filter((entry) => entry["entry_kind"] === "row");
  for (const [name, group] of Map.groupBy(kept, (entry) => text(entry["entity"]))) {
    if (session.schema.find(name) === null) continue;
    const ids = [...new Set(group.map((entry) => text(entry["entity_id"])))];
    const found = await session.query(
      `SELECT * FROM ${name} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
      [tenantId, ids],
    );
    for (const row of found) rows.set(`${name}/${text(row["id"])}`, row);
  }
  return rows;
}

function tableIn(name: string): string {
  return name.split("/")[0] ?? "";
}

function nameOf(entry: SqlRow): string {
  return `${text(entry["entity"])}/${text(entry["entity_id"])}`;
}

/** Each record once, at the place of its newest entry: a purge must not come after what followed it. */
function newestEntries(entries: readonly SqlRow[]): readonly SqlRow[] {
  const newest = new Map<string, SqlRow>();
  for (const entry of entries) {
    const name = `${text(entry["entry_kind"])}/${nameOf(entry)}`;
    newest.delete(name);
    newest.set(name, entry);
  }
  return [...newest.values()];
}

// A grant may have ended since the entry was made; what it let through is then no longer given out.
async function allowed(
  session: Session,
  query: FeedQuery,
  rows: ReadonlyMap<string, SqlRow>,
): Promise<(entry: SqlRow, row: SqlRow) => boolean> {
  const isForeign = (name: string, row: SqlRow) =>
    session.schema.find(name)?.audience === "branch" &&
    row["branch_id"] !== null &&
    row["branch_id"] !== query.branchId;
  const foreign = [...rows].filter(([name, row]) => isForeign(tableIn(name), row));
  const granted =
    foreign.length > 0
      ? await grantedPatients(session, query.tenantId, query.branchId, query.now)
      : new Set<string>();
  const keptHome = new Map<string, (row: SqlRow) => boolean>();
  for (const [name, group] of Map.groupBy(foreign, ([key]) => tableIn(key))) {
    const table = session.schema.find(name);
    const own = group.map(([, row]) => row);
    if (table !== null) keptHome.set(name, await keptHomeOf(session, query.tenantId, table, own));
  }
  return (entry, row) => {
    const name = text(entry["entity"]);
    if (!isForeign(name, row)) return true;
    return keptHome.get(name)?.(row) === false && granted.has(text(row["patient_id"]));
  };
}

function feedRow(entry: SqlRow, row: SqlRow): FeedRow {
  const about = { table: text(entry["entity"]), id: text(entry["entity_id"]) };
  return { ...about, row, op_id: text(entry["op_id"]) };
}

function cursorBehind(entries: readonly SqlRow[], place: FeedPlace, hasMore: boolean): string {
  const end = entries.at(-1);
  // At the end; what was left out of the feed meanwhile no longer matters to this reader.
  if (end === undefined) return `${place.xid}.${place.pos}`;
  const here = `${text(end["xid_text"])}.${text(end["pos_text"])}`;
  return hasMore && place.began !== null ? `${here}.${place.began}` : here;
}

/** What changed for a branch since a cursor: each record once, in its newest state, without the node's own echo once it has all. */
export async function readFeed(session: Session, query: FeedQuery): Promise<FeedPage> {
  const start = readCursor(query.cursor ?? beginning);
  // Sent together, one behind the other as they stand here, and so answered in an order in which nothing can be missed: how
  // far the node's stream has been taken before the entries, and the horizon behind them, for compaction may move it
  // meanwhile. One round trip in place of three, or two where the horizon has to be asked apart.
  const [acceptedBefore, horizon] = session.dialect.isSpread
    ? await Promise.all([acceptedOf(session, query), askHorizon(session)])
    : [acceptedOf(session, query), null];
  const [place, accepted, entries, stalledSince] = await Promise.all([
    placeOf(session, start),
    acceptedBefore,
    entriesAfter(session, query, start, horizon),
    stalledSinceOf(session, query, horizon),
    refuseLate(session, query, start),
  ]);
  // Who begins may have lost what they have written; of others' records only their own change may be left in the feed.
  const isBeginning = place.began !== null;
  const wanted = entries.filter((entry) => isBeginning || entry["origin_node_id"] !== query.nodeId);
  const newest = newestEntries(wanted);
  const rows = await rowsByTable(session, query.tenantId, newest);
  const isAllowed = await allowed(session, query, rows);
  const data = newest.flatMap((entry): FeedRow[] => {
    if (entry["entry_kind"] === "purge") return [{ ...feedRow(entry, {}), kind: "purge" }];
    const row = rows.get(nameOf(entry));
    return row === undefined || !isAllowed(entry, row) ? [] : [feedRow(entry, row)];
  });
  const hasMore = entries.length === query.limit;
  return {
    data,
    cursor: cursorBehind(entries, place, hasMore),
    has_more: hasMore,
    ...accepted,
    stalled_since: stalledSince,
  };
}
