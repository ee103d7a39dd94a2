import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import { registeredTables } from "@edgeward/shared/db/registry.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { SqlSession, Store } from "@edgeward/shared/db/session.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { found } from "@edgeward/shared/db/write.ts";
import type { WriteContext } from "@edgeward/shared/module/context.ts";
import type { Grant } from "@edgeward/shared/sync/grants.contract.ts";
import { feedGrantsTable } from "./fleet.table.ts";

type GrantRow = RowOf<typeof feedGrantsTable>;

const dayMs = 24 * 60 * 60_000;
const granting: ReadonlySet<string> = new Set([
  "doctor",
  "front_desk",
  "branch_admin",
  "tenant_admin",
]);

function requireRole(ctx: WriteContext): void {
  const held = ctx.role === null ? ctx.caller.roles : [ctx.role];
  if (held.some((role) => granting.has(role))) return;
  throw new AppError("forbidden", "Doctors, the front desk and administrators ask for records.");
}

async function requirePatient(ctx: WriteContext, patientId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom("patients")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", patientId)
    .executeTakeFirst();
  if (row !== undefined) return;
  throw fieldError({
    path: "patient_id",
    code: "invalid_reference",
    message: "there is no such patient",
  });
}

// What the other branches hold is put into the branch's feed once more, as if it had just been written.
async function backFill(session: SqlSession, grant: GrantRow): Promise<void> {
  for (const table of registeredTables()) {
    const isLent = table.audience === "branch" && table.merge !== "local";
    if (!isLent || table.columns["patient_id"] === undefined) continue;
    await session.query(
      `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id)
        SELECT $1::text, $2::text, $3::text, id, $4::text FROM ${table.name}
         WHERE tenant_id = $1 AND patient_id = $5 AND branch_id <> $2 ORDER BY id`,
      [grant.tenant_id, grant.branch_id, table.name, grant.id, grant.patient_id],
    );
  }
}

function present(row: GrantRow): Grant {
  const { id, branch_id, patient_id, reason, granted_by, granted_at, until_at, revoked_at } = row;
  return {
    id,
    branch_id,
    patient_id,
    reason,
    granted_by,
    granted_at,
    until: until_at,
    revoked_at,
  };
}

function note(ctx: WriteContext, grant: GrantRow, action: string): void {
  ctx.write.audit({
    module: "sync",
    action,
    outcome: "success",
    entity_type: "feed_grants",
    entity_id: grant.id,
    patient_id: grant.patient_id,
    changes: [],
  });
}

/** Gives the acting branch a patient's records of other branches for some days. @throws AppError forbidden, invalid_reference */
export async function createGrant(
  ctx: WriteContext,
  wanted: { readonly patient_id: string; readonly reason: string; readonly days: number },
): Promise<Grant> {
  requireRole(ctx);
  await requirePatient(ctx, wanted.patient_id);
  const grant: GrantRow = {
    id: ctx.newId("grt"),
    tenant_id: ctx.tenantId,
    branch_id: ctx.branch.id,
    patient_id: wanted.patient_id,
    reason: wanted.reason,
    granted_by: ctx.caller.id,
    granted_at: isoInstant(ctx.now()),
    until_at: isoInstant(ctx.now() + wanted.days * dayMs),
    revoked_at: null,
  };
  const statement = insertStatement(ctx.session.dialect, feedGrantsTable, grant);
  await ctx.session.query(statement.text, statement.values);
  await backFill(ctx.session, grant);
  note(ctx, grant, "create");
  return present(grant);
}

// The branch keeps the records while another grant of theirs is open.
async function purge(session: SqlSession, grant: GrantRow): Promise<void> {
  await session.query(
    `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id, entry_kind)
      SELECT $1::text, $2::text, 'patients', $3::text, $4::text, 'purge'
       WHERE NOT EXISTS (SELECT 1 FROM feed_grants WHERE tenant_id = $1 AND branch_id = $2
         AND patient_id = $3 AND revoked_at IS NULL)`,
    [grant.tenant_id, grant.branch_id, grant.patient_id, grant.id],
  );
}

async function end(session: SqlSession, grant: GrantRow, at: string): Promise<GrantRow> {
  await session.query("UPDATE feed_grants SET revoked_at = $3 WHERE tenant_id = $1 AND id = $2", [
    grant.tenant_id,
    grant.id,
    at,
  ]);
  await purge(session, grant);
  return { ...grant, revoked_at: at };
}

/** Ends a grant of the acting branch: the feed tells it to remove what it had. Ending it twice changes nothing. */
export async function revokeGrant(ctx: WriteContext, id: string): Promise<Grant> {
  requireRole(ctx);
  const grant = found(
    await ctx.db
      .selectFrom("feed_grants")
      .selectAll()
      .where("tenant_id", "=", ctx.tenantId)
      .where("branch_id", "=", ctx.branch.id)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  if (grant.revoked_at !== null) return present(grant);
  const ended = await end(ctx.session, grant, isoInstant(ctx.now()));
  note(ctx, ended, "revoke");
  return present(ended);
}

/** Ends the grants whose time is over; returns how many there were. */
export function endExpiredGrants(store: Store, tenantId: string, now: number): Promise<number> {
  return store.write({ tenantId }, async (session) => {
    const over = await session.kysely
      .selectFrom("feed_grants")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("revoked_at", "is", null)
      .where("until_at", "<=", isoInstant(now))
      .execute();
    for (const grant of over) await end(session, grant, isoInstant(now));
    return over.length;
  });
}
