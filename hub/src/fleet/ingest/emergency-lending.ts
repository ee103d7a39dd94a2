import { emergencyMinutes } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { emergencyAccessesTable } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.table.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { putGrant } from "#fleet/feed/grant-rows.ts";
import type { IngestContext } from "#fleet/ingest/ingest-context.ts";
import type { MergedSet } from "#fleet/ingest/merged-set.ts";
import { leftToLend, workingHere } from "./lending.ts";

const hourMs = emergencyMinutes * 60_000;

function mayOpen(roles: readonly string[]): boolean {
  return isAllowed(roles, "emergency_accesses", "create");
}

/**
 * Lends a branch, for what is left of the hour, what other branches hold of those whose records its clinicians have opened
 * in an emergency by the operations of a set, also where the patient has not agreed to it. The openings themselves are kept
 * in any case: they are what a person looks at.
 */
export async function lendInEmergencies(context: IngestContext, set: MergedSet): Promise<void> {
  const now = Date.parse(context.receivedAt);
  const opened = set.rows.flatMap(({ table, before, after }) =>
    table.name === emergencyAccessesTable.name && before === null ? [after] : [],
  );
  const current = opened.filter((row) => Date.parse(String(row["expires_at"])) > now);
  if (current.length === 0) return;
  const authors = current.map((row) => row.created_by);
  const clinicians = await workingHere(context, authors, mayOpen);
  const able = current.filter((row) => clinicians.has(`staff/${row.created_by}`));
  const left = await leftToLend(context);
  for (const row of able.slice(0, left)) {
    const until = Math.min(Date.parse(String(row["expires_at"])), now + hourMs);
    await putGrant(context.session, {
      // The same opening lends once, however often it comes.
      id: deterministicId("grt", row.id),
      tenant_id: context.tenantId,
      branch_id: context.branchId,
      patient_id: String(row["patient_id"]),
      reason: String(row["reason"]),
      granted_by: row.created_by,
      granted_at: context.receivedAt,
      until_at: isoInstant(until),
      revoked_at: null,
    });
  }
}
