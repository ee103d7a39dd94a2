import { randomBytes } from "node:crypto";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import type { Handshake } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { nodeInstallsTable, type NodeRow } from "#tables/fleet.table.ts";
import {
  chainOf,
  chainText,
  judgeHandshake,
  unknownChains,
  type HandshakeChains,
} from "./clone-detection.ts";

// A node shakes hands with once a minute; one that has been silent for three is not in use, and another machine may take over.
const inUseMs = 3 * 60_000;

/** Why an installation may not speak for its node, in words for the branch's screen. */
const copyReason =
  "another machine works with this node's key; enrol this machine anew with a code from the hub";

const cloneReason =
  "another copy of this machine is at work as this branch's node; turn one of them off, and enrol this one anew if it is to stay";

type Install = RowOf<typeof nodeInstallsTable>;

/** Whether an installation may speak for its node. */
export interface Admission {
  /** Why it may not, in words for the branch's screen; null where it may. */
  readonly reason: string | null;
  /** Whether it shows what it was given before its last handshake: it was put back to an older state, or is a copy. */
  readonly isStale: boolean;
  /** What it has to show the next time; null where it may not speak. */
  readonly nonce: string | null;
}

async function keep(ctx: WriteContext, install: Install): Promise<void> {
  const statement = upsertStatement(ctx.session.dialect, nodeInstallsTable, install);
  await ctx.session.query(statement.text, statement.values);
}

async function retire(ctx: WriteContext, node: NodeRow, installId: string): Promise<void> {
  await ctx.session.query(
    `UPDATE node_installs SET install_status = 'retired'
      WHERE tenant_id = $1 AND node_id = $2 AND install_id = $3`,
    [node.tenant_id, node.id, installId],
  );
}

/**
 * Why an installation may not speak beside those that are known. The first is the node; another takes over once the first
 * has fallen silent, and the first is then refused for good: two copies that both go on would tear the journal apart.
 */
async function refuseCopy(
  ctx: WriteContext,
  node: NodeRow,
  installId: string,
): Promise<string | null> {
  const known = await ctx.session.kysely
    .selectFrom("node_installs")
    .selectAll()
    .where("tenant_id", "=", node.tenant_id)
    .where("node_id", "=", node.id)
    .execute();
  const own = known.find((install) => install.install_id === installId);
  const active = known.find((install) => install.install_status === "active");
  if (own?.install_status === "retired") return copyReason;
  if (active === undefined || active === own) return null;
  if (ctx.now() - Date.parse(active.last_seen_at) < inUseMs) return copyReason;
  await retire(ctx, node, active.install_id);
  return null;
}

async function refuseClone(ctx: WriteContext, own: Install): Promise<void> {
  if (own.copy_seen_at === null) {
    ctx.write.audit({
      module: "sync",
      action: "copy_refused",
      outcome: "denied",
      entity_type: "nodes",
      entity_id: own.node_id,
      patient_id: null,
      changes: [],
    });
  }
  await keep(ctx, { ...own, copy_seen_at: isoInstant(ctx.now()) });
}

/** Forgets what a node's installations were given: a hub that was put back to a backup remembers it wrongly. */
export async function forgetNonces(ctx: WriteContext, node: NodeRow): Promise<void> {
  await ctx.session.query(
    `UPDATE node_installs SET current_nonces = NULL, older_nonces = NULL, lost_nonces = NULL
      WHERE tenant_id = $1 AND node_id = $2`,
    [node.tenant_id, node.id],
  );
}

function chainsOf(own: Install | undefined): HandshakeChains {
  if (own === undefined) return unknownChains;
  return {
    current: chainOf(own.current_nonces),
    older: chainOf(own.older_nonces),
    lost: chainOf(own.lost_nonces),
  };
}

function columnsOf({ current, older, lost }: HandshakeChains) {
  return {
    current_nonces: chainText(current),
    older_nonces: chainText(older),
    lost_nonces: chainText(lost),
  };
}

function ownOf(ctx: WriteContext, node: NodeRow, installId: string): Promise<Install | undefined> {
  return ctx.session.kysely
    .selectFrom("node_installs")
    .selectAll()
    .where("tenant_id", "=", node.tenant_id)
    .where("node_id", "=", node.id)
    .where("install_id", "=", installId)
    .executeTakeFirst();
}

/**
 * Admits an installation as the node, or says why not. Each handshake shows what the one before it was given, so that two
 * machines that are alike in everything, or one that was put back, are distinguished: the older state is given a new epoch,
 * and the other one is refused once it speaks, too.
 */
export async function admitInstall(
  ctx: WriteContext,
  node: NodeRow,
  handshake: Pick<Handshake, "install_id" | "nonce">,
): Promise<Admission> {
  const { install_id: installId, nonce: shown } = handshake;
  const own = await ownOf(ctx, node, installId);
  const refused = { isStale: false, nonce: null };
  const next = randomBytes(12).toString("hex");
  const judged = judgeHandshake(chainsOf(own), shown, next);
  if (own !== undefined && judged.verdict === "clone") {
    await refuseClone(ctx, own);
    return { ...refused, reason: cloneReason };
  }
  const reason = await refuseCopy(ctx, node, installId);
  if (reason !== null) return { ...refused, reason };
  const at = isoInstant(ctx.now());
  await keep(ctx, {
    tenant_id: node.tenant_id,
    node_id: node.id,
    install_id: installId,
    install_status: "active",
    first_seen_at: own?.first_seen_at ?? at,
    last_seen_at: at,
    ...columnsOf(judged.chains),
    copy_seen_at: own?.copy_seen_at ?? null,
  });
  return { reason: null, isStale: judged.verdict === "stale", nonce: next };
}
