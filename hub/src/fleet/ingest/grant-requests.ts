import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { grantRequestsTable } from "@edgeward/shared/clinical/grant-requests/grant-requests.table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { putGrant } from "#fleet/feed/grant-rows.ts";
import type { MergedSet } from "#fleet/ingest/merged-set.ts";
import type { IngestContext } from "#fleet/ingest/ingest-context.ts";

const dayMs = 24 * 60 * 60_000;
const longestDays = 90;

async function grantOf(context: IngestContext, request: RecordRow): Promise<void> {
  const days = Math.min(Number(request["grant_days"]), longestDays);
  const begins = Date.parse(context.receivedAt);
  await putGrant(context.session, {
    // The same wish makes the same grant, however often it comes.
    id: deterministicId("grt", request.id),
    tenant_id: context.tenantId,
    branch_id: context.branchId,
    patient_id: String(request["patient_id"]),
    reason: String(request["grant_reason"]),
    granted_by: request.created_by,
    granted_at: context.receivedAt,
    until_at: isoInstant(begins + days * dayMs),
    revoked_at: null,
  });
}

/** Grants what branches asked for by the operations of a set; who may not ask has not got so far, see lending.ts. */
export async function applyGrantRequests(context: IngestContext, set: MergedSet): Promise<void> {
  const wishes = set.rows.filter(
    ({ table, before }) => table.name === grantRequestsTable.name && before === null,
  );
  for (const { after } of wishes) await grantOf(context, after);
}
