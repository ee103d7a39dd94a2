import { setImmediate as nextTurn } from "node:timers/promises";
import type * as z from "zod";
import { operationSchemaVersion, type NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { feedContract, type FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { applyArrived, type Accepted } from "#db/arrived-rows.ts";
import { giveBackOlder, type GiveBack } from "#db/hub-rows.ts";
import { copiesToErase, readState, stateStatement } from "#db/node-state.ts";
import { purgePatient } from "#db/purge.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { HubClient } from "./hub-client.ts";
import { hubRestored, noteGivenBack } from "./hub-restored.ts";

// One transaction of the feed may keep the desk's writes waiting no longer than this many rows take.
const defaultSliceRows = 200;
// While people are at work their writes wait for no more than so many rows, and their reads, which go on beside an open
// transaction, for no more than one piece of it, or for its commit; a piece of 8 rows takes 1 to 2 ms.
const busySliceRows = 32;
const busyPieceRows = 8;
const quietPieceRows = 100;
// A page is unpacked, parsed and checked in one go: 1,000 rows are 20 to 25 ms in which nobody is answered.
const pageRows = 1_000;
const busyPageRows = 250;

/** What a pull needs of the node. */
export interface PullOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "get">;
  /** Is given what the feed shows a hub to have lost that was put back to a backup; by itself nobody is. */
  readonly giveBack?: GiveBack;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
  /** Notified of each record that has changed, after the commit. */
  readonly onArrived: (row: FeedRow) => void;
  /** Most rows of one transaction; default 200. */
  readonly sliceRows?: number;
  /** Most pages of one pull; default 1. */
  readonly pages?: number;
}

// What follows a purge must not be taken in before it, nor what precedes it after it.
function runsOf(rows: readonly FeedRow[]): readonly (readonly FeedRow[])[] {
  const runs: FeedRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    const isAlone = row.kind === "purge" || last?.[0]?.kind === "purge";
    if (last === undefined || isAlone) runs.push([row]);
    else last.push(row);
  }
  return runs;
}

function newestStamp(rows: readonly FeedRow[]): string | null {
  const stamps = rows.map(({ row }) => row["hlc"]).filter((hlc) => typeof hlc === "string");
  return stamps.reduce<string | null>(
    (newest, hlc) => (newest === null || hlc > newest ? hlc : newest),
    null,
  );
}

// The event loop turns behind each piece, and so before the commit: what is read meanwhile is read on other connections.
async function applyRun(
  { store, identity }: PullOptions,
  session: Session,
  run: readonly FeedRow[],
  accepted: Parameters<typeof applyArrived>[3],
): Promise<readonly FeedRow[]> {
  const changed: FeedRow[] = [];
  for (let from = 0; from < run.length;) {
    const size = store.isBusy?.() === true ? busyPieceRows : quietPieceRows;
    const piece = run.slice(from, from + size);
    from += size;
    changed.push(...(await applyArrived(session, identity, piece, accepted)));
    await nextTurn();
  }
  return changed;
}

async function applySlice(
  options: PullOptions,
  rows: readonly FeedRow[],
  accepted: Accepted,
  cursor: string | null,
): Promise<readonly FeedRow[]> {
  const { store, identity, runtime } = options;
  const scope = { tenantId: identity.tenantId, urgency: "behind" } as const;
  return store.write(scope, async (session) => {
    const changed: FeedRow[] = [];
    const written = await readState(session, "hub_schema");
    const from = { ...accepted, hubSchema: Number(written ?? operationSchemaVersion) };
    for (const run of runsOf(rows)) {
      const [first] = run;
      if (first?.kind === "purge") await purgePatient(session, identity, first.id);
      else changed.push(...(await applyRun(options, session, run, from)));
    }
    const newest = newestStamp(rows);
    if (newest !== null) options.receiveStamp(newest);
    const notes = [stateStatement(session, "last_hlc", runtime.tick())];
    if (cursor !== null) notes.push(stateStatement(session, "feed_cursor", cursor));
    const isSomeoneGone = rows.some(({ kind }) => kind === "purge");
    if (isSomeoneGone) notes.push(stateStatement(session, copiesToErase, "true"));
    await session.runAll(notes);
    return changed;
  });
}

const pageShape: z.ZodType<z.output<typeof feedContract.feed.response>> =
  feedContract.feed.response;

/** What one pull came to. */
export interface PullResult {
  readonly rows: number;
  readonly hasMore: boolean;
  /** The hub's clock when it answered, milliseconds since the epoch. */
  readonly serverTime: number;
  /** RFC 3339: since when the hub holds changes back; null where it holds none. */
  readonly stalledSince: string | null;
}

type Page = z.output<typeof pageShape>;

async function fetchPage({ hub, store }: PullOptions, cursor: string | null): Promise<Page> {
  const query = new URLSearchParams({
    limit: String(store.isBusy?.() === true ? busyPageRows : pageRows),
    ...(cursor === null ? {} : { cursor }),
  });
  return pageShape.parse(await hub.get(`/v1/sync/feed?${query.toString()}`));
}

interface Place {
  readonly cursor: string | null;
  /** Whether the hub was put back to a backup at some time. */
  readonly wasRestored: boolean;
}

async function applyPage(
  options: PullOptions,
  page: Page,
  { cursor, wasRestored }: Place,
): Promise<void> {
  const accepted = { epoch: page.epoch, seq: page.accepted_seq };
  const { data } = page;
  if (data.length === 0 && page.cursor === cursor) return;
  const { giveBack, store, identity } = options;
  if (wasRestored && giveBack !== undefined) await giveBackOlder(store, identity, data, giveBack);
  let from = 0;
  do {
    const isBusy = options.store.isBusy?.() === true;
    const most = options.sliceRows ?? defaultSliceRows;
    const size = isBusy ? Math.min(most, busySliceRows) : most;
    const slice = data.slice(from, from + size);
    from += size;
    const isLast = from >= data.length;
    const changed = await applySlice(options, slice, accepted, isLast ? page.cursor : null);
    for (const row of changed) options.onArrived(row);
  } while (from < data.length);
}

/**
 * Takes the next pages of the feed. The cursor moves in the same transaction as the last rows before it, so that a
 * crash at any point repeats rows and skips none. While one page is taken in the hub reads the next; none is fetched
 * that is not taken in before this ends, for what was read before a push must not be applied after it.
 * @throws HubUnreachable, HubRefusal
 */
export async function pullOnce(options: PullOptions): Promise<PullResult> {
  const { store, identity } = options;
  const scope = { tenantId: identity.tenantId, urgency: "behind" } as const;
  const [start, restored] = await store.read(scope, async (session) => [
    await readState(session, "feed_cursor"),
    await readState(session, hubRestored),
  ]);
  const wasRestored = restored !== null;
  let cursor = start;
  let fetching = fetchPage(options, cursor);
  let rows = 0;
  for (let pages = 1; ; pages += 1) {
    const page = await fetching;
    const goesOn = page.has_more && pages < (options.pages ?? 1);
    if (goesOn) {
      fetching = fetchPage(options, page.cursor);
      // It is awaited in the next round; when this page cannot be taken in, nobody asks for it any more.
      fetching.catch(() => undefined);
    }
    await applyPage(options, page, { cursor, wasRestored });
    rows += page.data.length;
    cursor = page.cursor;
    if (goesOn) continue;
    const { has_more: hasMore, stalled_since: stalledSince = null } = page;
    if (wasRestored && !hasMore && stalledSince === null)
      await noteGivenBack(options, page.server_time);
    return { rows, hasMore, serverTime: Date.parse(page.server_time), stalledSince };
  }
}
