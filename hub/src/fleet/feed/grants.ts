import { knownPatient } from "@edgeward/shared/clinical/patients/patients.commands.ts";
import { emergencyMinutes } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { refuseWithheldSharing } from "@edgeward/shared/clinical/consents/consents.commands.ts";
import { isSharingWithheld } from "@edgeward/shared/clinical/consents/consents.queries.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { found } from "@edgeward/shared/write/write.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { refuseGranting } from "@edgeward/shared/sync/wire/grant-rights.ts";
import type { Grant } from "@edgeward/shared/sync/wire/grants.contract.ts";
import { endGrant, putGrant, type GrantRow } from "./grant-rows.ts";

const dayMs = 24 * 60 * 60_000;
function requireRole(ctx: WriteContext): void {
  refuseGranting(ctx.role === null ? ctx.caller.roles : [ctx.role]);
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
  const patient = await knownPatient(ctx, "patient_id", wanted.patient_id);
  await refuseWithheldSharing(ctx, "patient_id", patient);
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
  await putGrant(ctx.session, grant);
  note(ctx, grant, "create");
  return present(grant);
}

/** Ends a grant of the acting branch: the feed instructs it to remove what it had. Ending it twice changes nothing. */
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
  const ended = await endGrant(ctx.session, grant, isoInstant(ctx.now()));
  note(ctx, ended, "revoke");
  return present(ended);
}

// By an emergency that begins now; a branch's clock may be ahead by as much as it may elsewhere.
function latestEnd(now: string): string {
  return isoInstant(Date.parse(now) + (emergencyMinutes + 5) * 60_000);
}

/**
 * The open grants of a branch whose patients have not agreed to it, or not any more; but for those whose records somebody has
 * opened there in an emergency, while that holds. @param now an instant
 */
export async function withheldGrants(
  session: Session,
  { tenantId, branchId }: { readonly tenantId: string; readonly branchId: string },
  now: string,
): Promise<readonly string[]> {
  // Few are asked about: those whose patients have refused or withdrawn anything, or agreed for a time.
  const rows = await session.query(
    `SELECT g.id, g.patient_id, p.consent_status FROM feed_grants g
       JOIN patients p ON p.tenant_id = g.tenant_id AND p.id = g.patient_id
      WHERE g.tenant_id = $1 AND g.branch_id = $2 AND g.revoked_at IS NULL
        AND (p.consent_status IN ('denied', 'revoked', 'expired')
          OR EXISTS (SELECT 1 FROM consents c WHERE c.tenant_id = g.tenant_id
            AND c.patient_id = g.patient_id AND c.consent_type = 'data_sharing'
            AND (c.status IN ('denied', 'revoked', 'expired') OR c.valid_until <= $3)))
        AND NOT EXISTS (SELECT 1 FROM emergency_accesses e WHERE e.tenant_id = g.tenant_id
          AND e.branch_id = g.branch_id AND e.patient_id = g.patient_id
          AND e.expires_at > $3 AND e.expires_at <= $4)`,
    [tenantId, branchId, now, latestEnd(now)],
  );
  const scope = { db: session.kysely, tenantId };
  const withheld: string[] = [];
  for (const { id, patient_id: patient, consent_status: status } of rows) {
    const of = { id: String(patient), consent_status: String(status) };
    if (await isSharingWithheld(scope, of, now)) withheld.push(String(id));
  }
  return withheld;
}

/** Ends grants by their ids. @param now milliseconds since the epoch */
export function endGrants(
  store: Store,
  tenantId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  return store.write({ tenantId }, async (session) => {
    const open = await session.kysely
      .selectFrom("feed_grants")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "in", [...ids])
      .where("revoked_at", "is", null)
      .execute();
    for (const grant of open) await endGrant(session, grant, isoInstant(now));
  });
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
    for (const grant of over) await endGrant(session, grant, isoInstant(now));
    return over.length;
  });
}
