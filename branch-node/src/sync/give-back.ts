import type { Logger } from "@edgeward/shared/log/log.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { maximumBatchBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { fleetContract, maximumLostRows } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import type { GiveBack } from "#db/hub-rows.ts";
import { HubRefusal, type HubClient } from "./hub-client.ts";

const lostRowsReply = fleetContract.lostRows.response;

/** To whom it is given back, and where that is noted. */
interface GivingBack {
  readonly hub: Pick<HubClient, "post">;
  readonly log?: Logger | undefined;
}

type LostRow = { readonly table: string; readonly row: RecordRow };

/** Rows in pieces that a request carries. */
function pieces(rows: readonly LostRow[]): readonly (readonly LostRow[])[] {
  const found: LostRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    const last = found.at(-1);
    bytes += size;
    if (last === undefined || last.length === maximumLostRows || bytes > maximumBatchBytes) {
      found.push([row]);
      bytes = size;
    } else last.push(row);
  }
  return found;
}

// A hub that is cut off meanwhile is given all of it again: what it has by then stays as it is.
async function giveBackPiece({ hub, log }: GivingBack, rows: readonly LostRow[]): Promise<void> {
  const resource = rows[0]?.table ?? "";
  const key = deterministicId("bat", "lost rows", ...rows.map(({ row }) => row.id + row.hlc));
  try {
    const reply = lostRowsReply.parse(await hub.post("/v1/sync/lost-rows", { rows }, key));
    // What differs was lost or was written over since: only the hub can tell.
    const refused = reply.refused.filter(({ code }) => code !== "not_lost");
    log?.warn("lost_rows_given_back", { resource, count: rows.length - reply.refused.length });
    if (refused.length > 0) log?.error("lost_rows_refused", { resource, count: refused.length });
  } catch (error) {
    // What a hub does not take is no reason to take nothing from it.
    if (!(error instanceof HubRefusal)) throw error;
    // A gateway may let through less than the hub would take.
    if (error.status === 413 && rows.length > 1) {
      const half = Math.ceil(rows.length / 2);
      await giveBackPiece({ hub, log }, rows.slice(0, half));
      await giveBackPiece({ hub, log }, rows.slice(half));
      return;
    }
    log?.error("lost_rows_refused", { resource, count: rows.length, code: error.code });
  }
}

/** Gives a hub that was put back to a backup what it has lost. */
export function givingBack(options: GivingBack): GiveBack {
  return async (table, rows) => {
    const lost = rows.map((row) => ({ table: table.name, row }));
    for (const piece of pieces(lost)) await giveBackPiece(options, piece);
  };
}
