import type * as z from "zod";
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
    for (const row of rows) {
      if (row.kind === "purge") await purgePatient(session, identity, row.id);
      else if (await applyArrived(session, identity.tenantId, row, accepted)) changed.push(row);
      const hlc = row.row["hlc"];
      if (typeof hlc === "string") options.receiveStamp(hlc);
    }
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

/**
 * Takes the next page of the feed. The cursor moves in the same transaction as the last rows before it, so that a
 * crash at any point repeats rows and skips none. @throws HubUnreachable, HubRefusal
 */
export async function pullOnce(options: PullOptions): Promise<PullResult> {
  const { store, identity, hub } = options;
  const cursor = await store.read({ tenantId: identity.tenantId }, (session) =>
    readState(session, "feed_cursor"),
  );
  const query = new URLSearchParams({
    limit: String(pageRows),
    ...(cursor === null ? {} : { cursor }),
  });
  const page = pageShape.parse(await hub.get(`/v1/sync/feed?${query.toString()}`));
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
  return {
    rows: page.data.length,
    hasMore: page.has_more,
    serverTime: Date.parse(page.server_time),
  };
}
