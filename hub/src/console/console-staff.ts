import type { StaffRow } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Session } from "@edgeward/shared/db/session.ts";

/** Who may look at the console: the whole tenant's, or a branch's own. */
export const consoleRoles: readonly string[] = ["tenant_admin", "branch_admin"];

/** Whether somebody with these roles may use the console. */
export function mayUseConsole(roles: readonly string[]): boolean {
  return roles.some((role) => consoleRoles.includes(role));
}

/** Whether somebody may sign in with it here and now. @param now RFC 3339 */
export async function activeCredential(
  session: Session,
  tenantId: string,
  by: { readonly username: string } | { readonly staffId: string },
  now: string,
) {
  const valid = session.kysely
    .selectFrom("staff_credentials")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .where((is) => is.or([is("valid_until", "is", null), is("valid_until", ">", now)]));
  return "username" in by
    ? valid.where("username", "=", by.username).executeTakeFirst()
    : valid.where("staff_id", "=", by.staffId).executeTakeFirst();
}

/** A member of staff who works for the tenant today. */
export function activeStaff(
  session: Session,
  tenantId: string,
  staffId: string,
): Promise<StaffRow | undefined> {
  return session.kysely
    .selectFrom("staff")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", staffId)
    .where("status", "=", "active")
    .executeTakeFirst();
}

/** An administrator who may still sign in; null for one who may not, or no longer. @param now RFC 3339 */
export async function administratorOf(
  session: Session,
  tenantId: string,
  staffId: string,
  now: string,
): Promise<StaffRow | null> {
  const staff = await activeStaff(session, tenantId, staffId);
  if (staff === undefined || !mayUseConsole(staff.roles)) return null;
  const credential = await activeCredential(session, tenantId, { staffId }, now);
  return credential === undefined ? null : staff;
}
