import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import type { Handshake } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import type { NodeRow } from "#tables/fleet.table.ts";
import { readHubState } from "#db/hub-state.ts";
import { noteInAudit } from "./calling-node.ts";
import { beganName, lostFromName } from "./incarnation.ts";

// What a branch sends again may show another one that the hub lacks a value of its own there. So a node is done when it has
// read the feed after all others had sent again; one that stays away keeps nobody's door open for longer than this.
const longestWaitMs = 7 * 24 * 60 * 60_000;

/** When what the hub has lost was written. */
export interface LostTime {
  readonly fromMs: number;
  readonly untilMs: number;
  /** RFC 3339: when it was noticed. */
  readonly began: string;
}

/** When what a hub that was put back to a backup has lost was written; null for one that never was. */
export async function lostTime(session: Session): Promise<LostTime | null> {
  const began = await readHubState(session, beganName);
  const from = await readHubState(session, lostFromName);
  if (began === null) return null;
  return {
    fromMs: from === null || from === "" ? 0 : Date.parse(from),
    untilMs: Date.parse(began),
    began,
  };
}

/** Whether a node may still give something back: it has not given back everything since the hub was put back. */
export function isGivingBack({ given_all_at: given }: NodeRow, { began }: LostTime): boolean {
  return given === null || given <= began;
}

async function areOthersDone(
  { session, tenantId }: WriteContext,
  node: NodeRow,
  { began }: LostTime,
  given: string,
): Promise<boolean> {
  // One that has never been in touch has nothing.
  const rows = await session.query(
    `SELECT 1 FROM nodes WHERE tenant_id = $1 AND id <> $2 AND status = 'active' AND reported_at IS NOT NULL
        AND (gave_back_at IS NULL OR gave_back_at <= $3 OR gave_back_at >= $4) LIMIT 1`,
    [tenantId, node.id, began, given],
  );
  return rows.length === 0;
}

/**
 * Notes what a node says of having given back what the hub had lost, and closes its door when that is all: it has read the
 * feed to its end since the other nodes had sent again what was theirs. Returns whether it may give back more.
 */
export async function noteGivenBack(
  ctx: WriteContext,
  node: NodeRow,
  handshake: Handshake,
  incarnation: string,
): Promise<boolean> {
  const time = await lostTime(ctx.session);
  if (time === null || !isGivingBack(node, time)) return false;
  const { given_back_at: said } = handshake;
  if (said === null || said === undefined || handshake.incarnation !== incarnation) return true;
  const now = ctx.now();
  const given = isoInstant(Math.min(Date.parse(said), now));
  // By an answer from before: what was lost with the backup it has not been asked for yet.
  if (given <= time.began) return true;
  const isLate = now > time.untilMs + longestWaitMs;
  const isDone = isLate || (await areOthersDone(ctx, node, time, given));
  const { gave_back_at: earlier } = node;
  const first = earlier !== null && earlier > time.began ? earlier : given;
  await ctx.session.query(
    "UPDATE nodes SET gave_back_at = $3, given_all_at = $4 WHERE tenant_id = $1 AND id = $2",
    [node.tenant_id, node.id, first, isDone ? isoInstant(now) : node.given_all_at],
  );
  if (isDone) noteInAudit(ctx, node, "give_back");
  return !isDone;
}
