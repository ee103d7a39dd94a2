import type * as z from "zod";
import { operationSchemaVersion } from "@edgeward/shared/db/operation.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import { feedContract, type FeedRow } from "@edgeward/shared/sync/batch.contract.ts";
import { applyArrived, type Accepted } from "../db/arrived-rows.ts";
import { readState, stateStatement } from "../db/node-state.ts";
import { purgePatient } from "../db/purge.ts";
import type { SqliteStore } from "../db/sqlite-store.ts";
import type { NodeIdentity } from "../identity.ts";
import type { HubClient } from "./hub-client.ts";

// One transaction of the feed may keep the desk's writes waiting no longer than this many rows take.
const defaultSliceRows = 200;
const pageRows = 1_000;

/** What a pull needs of the node. */
export interface PullOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "get">;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
  /** Told of each record that has changed, after the commit. */
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

async function applySlice(
  options: PullOptions,
  rows: readonly FeedRow[],
  accepted: Accepted,
  cursor: string | null,
): Promise<readonly FeedRow[]> {
  const { store, identity, runtime } = options;
  return store.write({ tenantId: identity.tenantId }, async (session) => {
    const changed: FeedRow[] = [];
    const written = await readState(session, "hub_schema");
    const from = { ...accepted, hubSchema: Number(written ?? operationSchemaVersion) };
    for (const run of runsOf(rows)) {
      const [first] = run;
      if (first?.kind === "purge") await purgePatient(session, identity, first.id);
      else changed.push(...(await applyArrived(session, identity.tenantId, run, from)));
    }
    const newest = newestStamp(rows);
    if (newest !== null) options.receiveStamp(newest);
    const notes = [stateStatement(session, "last_hlc", runtime.tick())];
    if (cursor !== null) notes.push(stateStatement(session, "feed_cursor", cursor));
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
}

type Page = z.output<typeof pageShape>;

async function fetchPage({ hub }: PullOptions, cursor: string | null): Promise<Page> {
  const query = new URLSearchParams({
    limit: String(pageRows),
    ...(cursor === null ? {} : { cursor }),
  });
  return pageShape.parse(await hub.get(`/v1/sync/feed?${query.toString()}`));
}

async function applyPage(options: PullOptions, page: Page, cursor: string | null): Promise<void> {
  const accepted = { epoch: page.epoch, seq: page.accepted_seq };
  const sliceRows = options.sliceRows ?? defaultSliceRows;
  const slices = Math.max(1, Math.ceil(page.data.length / sliceRows));
  for (let index = 0; index < slices; index += 1) {
    const slice = page.data.slice(index * sliceRows, (index + 1) * sliceRows);
    const isLast = index === slices - 1;
    const isNews = slice.length > 0 || page.cursor !== cursor;
    if (!isNews) break;
    const changed = await applySlice(options, slice, accepted, isLast ? page.cursor : null);
    for (const row of changed) options.onArrived(row);
  }
}

/**
 * Takes the next pages of the feed. The cursor moves in the same transaction as the last rows before it, so that a
 * crash at any point repeats rows and skips none. While one page is taken in the hub reads the next; none is fetched
 * that is not taken in before this ends, for what was read before a push must not be applied after it.
 * @throws HubUnreachable, HubRefusal
 */
export async function pullOnce(options: PullOptions): Promise<PullResult> {
  const { store, identity } = options;
  let cursor = await store.read({ tenantId: identity.tenantId }, (session) =>
    readState(session, "feed_cursor"),
  );
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
    await applyPage(options, page, cursor);
    rows += page.data.length;
    cursor = page.cursor;
    if (!goesOn) return { rows, hasMore: page.has_more, serverTime: Date.parse(page.server_time) };
  }
}
