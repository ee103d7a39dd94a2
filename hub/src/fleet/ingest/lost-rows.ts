import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { hlcInstant } from "@edgeward/shared/kernel/hlc.ts";
import { operationSchemaVersion, type Operation } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import { systemColumns } from "@edgeward/shared/db/table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { takesAll } from "@edgeward/shared/sync/judge/judge.ts";
import type { LostRow, LostRowsReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { readHubState } from "#db/hub-state.ts";
import { loadRows } from "./current-rows.ts";
import type { IngestContext } from "./ingest-context.ts";
import { mergeSet, type MergedSet } from "./ingest-set.ts";
import { writeSet } from "./ingest-write.ts";
import type { IngestServices } from "./take-set.ts";
import type { NodeRow } from "#tables/fleet.table.ts";
import { lockCallingNode } from "#fleet/nodes/calling-node.ts";
import { beganName } from "#fleet/nodes/incarnation.ts";

/** What of a row a hub would not believe a node, or null. @param beganMs when the hub was put back to a backup */
function refusalOf(
  { table: name, row }: LostRow,
  node: NodeRow,
  schema: Schema,
  beganMs: number,
): string | null {
  const table = schema.find(name);
  if (table === null || table.merge === "local" || table.merge === "central_reference")
    return "hub_only";
  const isOurs = row.tenant_id === node.tenant_id;
  const isShared = row.branch_id === null && table.audience === "tenant";
  if (!isOurs || (!isShared && row.branch_id !== node.branch_id)) return "branch_forbidden";
  return hlcInstant(row.hlc) < beganMs ? null : "not_lost";
}

// As an operation of the hub's own would have made it, so that the same rules say what becomes of it beside what stands.
function operationOf({ table, row }: LostRow): Operation {
  const fields = Object.entries(row).filter(([name]) => !systemColumns.has(name));
  return {
    op_id: deterministicId("op", "lost row", table, row.id, row.hlc),
    type: "sync.lost_row",
    entity: table,
    entity_id: row.id,
    hlc: row.hlc,
    at: row.updated_at,
    branch_id: row.branch_id,
    actor: { id: row.updated_by, type: "system", role: null },
    device_id: null,
    reason: "The hub was put back to a backup",
    schema: operationSchemaVersion,
    changes: [
      {
        table,
        id: row.id,
        kind: "insert",
        fields: Object.fromEntries(fields),
        base: {},
        version: row.version,
      },
    ],
    events: [],
  };
}

// What was lost whole comes back to the letter; the node that brings it need not hear of it.
function asItWas(set: MergedSet, given: readonly LostRow[]): MergedSet {
  const byName = new Map(given.map(({ table, row }) => [`${table}/${row.id}`, row]));
  const rows = set.rows.map((item) => {
    const row = byName.get(`${item.table.name}/${item.after.id}`);
    if (item.before !== null || row === undefined) return { ...item, isEcho: false };
    const { created_at, created_by, updated_at, updated_by, stamps, origin, origin_node_id } = row;
    const house = { created_at, created_by, updated_at, updated_by, stamps };
    return { ...item, after: { ...item.after, ...house, origin, origin_node_id }, isEcho: true };
  });
  return { ...set, rows };
}

/**
 * Takes rows that the hub had made and that were lost when it was put back to a backup from a node that still has them.
 * What is not here is put back as it was; what stands here with other values becomes a conflict for a person. Nothing is
 * taken from a hub that has lost nothing, nor what was made since. @throws AppError forbidden
 */
export async function takeLostRows(
  ctx: WriteContext,
  given: readonly LostRow[],
  services: IngestServices,
): Promise<{ readonly reply: LostRowsReply; readonly names: readonly string[] }> {
  const node = await lockCallingNode(ctx);
  const began = await readHubState(ctx.session, beganName);
  if (began === null) throw new AppError("forbidden", "This hub has lost nothing.");
  const { session, tenantId } = ctx;
  const judged = given.map((item) => ({
    item,
    code: refusalOf(item, node, session.schema, Date.parse(began)),
  }));
  const items = judged
    .filter(({ code }) => code === null)
    .map(({ item }, seq) => ({ seq, operation: operationOf(item) }));
  const { log, history } = services;
  const receivedAt = isoInstant(ctx.now());
  const { runtime, origin } = ctx.write;
  const place = { tenantId, nodeId: node.id, branchId: node.branch_id };
  const context: IngestContext = {
    ...place,
    session,
    runtime,
    receivedAt,
    origin,
    log,
    history,
    judge: takesAll,
  };
  const rows = await loadRows(session, tenantId, items);
  const rules = { schema: session.schema, history, judge: takesAll };
  const set = mergeSet(items, rows, { ...place, kind: "hub" }, rules);
  await writeSet(context, asItWas(set, given), false);
  const aside = set.results.filter(({ outcome }) => outcome === "rejected");
  const reply = {
    refused: [
      ...judged.flatMap(({ item, code }) =>
        code === null ? [] : [{ table: item.table, id: item.row.id, code }],
      ),
      ...aside.map(({ seq, code = "rejected" }) => ({
        table: items[seq]?.operation.entity ?? "",
        id: items[seq]?.operation.entity_id ?? "",
        code,
      })),
    ],
  };
  return { reply, names: set.arrived.filter((name) => name.includes("/")) };
}
