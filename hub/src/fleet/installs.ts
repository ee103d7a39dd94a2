import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { WriteContext } from "@edgeward/shared/module/context.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import { nodeInstallsTable, type NodeRow } from "./fleet.table.ts";

// A node greets once a minute; one that has been silent for three is not in use, and another machine may take over.
const inUseMs = 3 * 60_000;

/** Why an installation may not speak for its node, in words for the branch's screen. */
const copyReason =
  "another machine works with this node's key; enrol this machine anew with a code from the hub";

async function noteInstall(
  ctx: WriteContext,
  node: NodeRow,
  installId: string,
  firstSeenAt: string,
): Promise<void> {
  const statement = upsertStatement(ctx.session.dialect, nodeInstallsTable, {
    tenant_id: node.tenant_id,
    node_id: node.id,
    install_id: installId,
    install_status: "active",
    first_seen_at: firstSeenAt,
    last_seen_at: isoInstant(ctx.now()),
  });
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
 * Admits an installation as the node, or says why not. The first is the node; another takes over once the first has
 * fallen silent, and the first is then refused for good: two copies that both go on would tear the journal apart.
 */
export async function refuseCopy(
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
  if (active !== undefined && active !== own) {
    if (ctx.now() - Date.parse(active.last_seen_at) < inUseMs) return copyReason;
    await retire(ctx, node, active.install_id);
  }
  await noteInstall(ctx, node, installId, own?.first_seen_at ?? isoInstant(ctx.now()));
  return null;
}
