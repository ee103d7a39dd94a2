import { createHash } from "node:crypto";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import type { staffCredentialsTable } from "@edgeward/shared/clinical/staff/staff.table.ts";

/** By what somebody proves to be a member of staff, as the hub has given it. */
export type Credential = RowOf<typeof staffCredentialsTable>;

type Reader = Pick<Session, "kysely">;

/** A credential with which somebody may sign in here and now, also without the hub. @param now RFC 3339 */
export function findCredential(
  { kysely }: Reader,
  tenantId: string,
  by: { readonly username: string } | { readonly staffId: string },
  now: string,
): Promise<Credential | undefined> {
  const valid = kysely
    .selectFrom("staff_credentials")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .where((is) => is.or([is("valid_until", "is", null), is("valid_until", ">", now)]));
  return "username" in by
    ? valid.where("username", "=", by.username).executeTakeFirst()
    : valid.where("staff_id", "=", by.staffId).executeTakeFirst();
}

/** What a PIN of somebody's own was set beside: with another password or PIN from the hub it counts no longer. */
export function credentialMark({ password_verifier, pin_verifier }: Credential): string {
  const text = JSON.stringify([password_verifier, pin_verifier]);
  return createHash("sha256").update(text).digest("hex");
}

/** The verifier of the PIN that counts here: the one that its owner has set at this branch, else the hub's; null for none. */
export async function pinVerifierOf(
  { kysely }: Reader,
  credential: Credential,
): Promise<string | null> {
  const own = await kysely
    .selectFrom("staff_pins")
    .select("pin_verifier")
    .where("tenant_id", "=", credential.tenant_id)
    .where("staff_id", "=", credential.staff_id)
    .where("credential_mark", "=", credentialMark(credential))
    .executeTakeFirst();
  return own?.pin_verifier ?? credential.pin_verifier;
}
