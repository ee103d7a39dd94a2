import { sql } from "kysely";
import { consoleBranchesContract } from "@edgeward/shared/console/console-branches.contract.ts";
import { readPage } from "@edgeward/shared/db/page.ts";
import { branchesTable } from "@edgeward/shared/clinical/tenants/tenants.table.ts";
import type { ReadContext, TenantScope, WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineTenantModule, type Module } from "@edgeward/shared/resource/module.ts";
import { found } from "@edgeward/shared/write/write.ts";
import { createEnrolmentCodeIn } from "#fleet/nodes/enrolment.ts";
import { feedBlocker } from "#fleet/feed/feed-stall.ts";
import { branchesWithNodes, overviewOf, type BranchesInView } from "./branches.queries.ts";

/** What the codes are made with. */
type Offering = Parameters<typeof createEnrolmentCodeIn>[1];

type Ctx = ReadContext<TenantScope>;

interface Wanted {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

function viewOf({ tenantId, caller }: Ctx): BranchesInView {
  return { tenantId, branchIds: caller.branchIds === "*" ? null : caller.branchIds };
}

/** No branch has the empty id: a list of none stays a list. */
function idsOf(branchIds: readonly string[]): readonly string[] {
  return ["", ...branchIds];
}

async function listBranches(ctx: Ctx, { limit, cursor }: Wanted) {
  const { tenantId, branchIds } = viewOf(ctx);
  const all = ctx.db
    .selectFrom("branches")
    .select(["id", "code", "name", "time_zone"])
    .where("tenant_id", "=", tenantId);
  const page = await readPage(branchIds === null ? all : all.where("id", "in", idsOf(branchIds)), {
    sortColumn: "name",
    isDescending: false,
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "console_branches",
    tenantId,
    filters: { branchIds },
  });
  return { ...page, data: await branchesWithNodes(ctx.session, tenantId, page.data, ctx.now()) };
}

async function listFindings(ctx: Ctx, { limit, cursor }: Wanted) {
  const { tenantId, branchIds } = viewOf(ctx);
  const all = ctx.db
    .selectFrom((from) =>
      from
        .selectFrom("audit_checkpoints as c")
        .leftJoin("nodes as n", (join) =>
          join.onRef("n.tenant_id", "=", "c.tenant_id").onRef("n.id", "=", "c.node_id"),
        )
        .leftJoin("branches as b", (join) =>
          join.onRef("b.tenant_id", "=", "n.tenant_id").onRef("b.id", "=", "n.branch_id"),
        )
        .select([
          "c.node_id as id",
          "c.received_at as found_at",
          "n.branch_id as branch_id",
          "b.name as branch_name",
          sql<string>`coalesce(c.fault, '')`.as("fault"),
        ])
        .where("c.tenant_id", "=", tenantId)
        .where("c.fault", "is not", null)
        .as("findings"),
    )
    .selectAll();
  return readPage(branchIds === null ? all : all.where("branch_id", "in", idsOf(branchIds)), {
    sortColumn: "found_at",
    isDescending: true,
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "console_findings",
    tenantId,
    filters: { branchIds },
  });
}

async function offerEnrolment(ctx: WriteContext<TenantScope>, options: Offering, id: string) {
  const branch = found(await ctx.write.load(branchesTable, id));
  const { code, expiresAt } = await createEnrolmentCodeIn(
    ctx.session,
    options,
    ctx.tenantId,
    branch.id,
  );
  ctx.write.audit({
    module: "tenants",
    action: "offer_enrolment",
    outcome: "success",
    entity_type: "branches",
    entity_id: branch.id,
    patient_id: null,
    changes: [],
  });
  return { branch_id: branch.id, code, expires_at: expiresAt };
}

/** What the console shows of a tenant's branches, and the codes by which their nodes are enrolled. */
export function consoleBranchesModule(options: Offering): Module<TenantScope> {
  return defineTenantModule(
    "console_branches",
    consoleBranchesContract,
    {
      overview: async (_input, ctx) => {
        // Since when alone: which process of the database it is concerns whoever keeps it, and no tenant.
        const stalled = await feedBlocker(options.store, ctx.now());
        const overview = await overviewOf(ctx.session, viewOf(ctx), ctx.now());
        return { ...overview, feed_stalled_since: stalled?.since ?? null };
      },
      list: ({ query }, ctx) => listBranches(ctx, query),
      enrolmentCode: ({ params }, ctx) => offerEnrolment(ctx, options, params.id),
      findings: ({ query }, ctx) => listFindings(ctx, query),
    },
    { ownsTransaction: true },
  );
}
