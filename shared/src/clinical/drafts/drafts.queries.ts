import { enumValueOf } from "#contract/enum-value.ts";
import {
  presentRecord,
  madeWithin,
  recordFinder,
  type RecordTimes,
  syncStatesOf,
  type Viewer,
} from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { draftStatuses, type Draft } from "./drafts.contract.ts";
import { draftsTable, type DraftRow } from "./drafts.table.ts";

/** One draft of the tenant, or undefined. */
export const findDraft = recordFinder(draftsTable);

/** Which drafts a list is of. */
export interface DraftFilters extends RecordTimes {
  readonly branchId: string;
  readonly ownerId: string;
  readonly status: string;
  readonly kind?: string | undefined;
  readonly entity_id?: string | undefined;
}

/** The drafts that the filters leave. */
export function filteredDrafts(db: Reader, tenantId: string, filters: DraftFilters) {
  let rows = db
    .selectFrom("drafts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", filters.branchId)
    .where("owner_id", "=", filters.ownerId)
    .where("draft_status", "=", filters.status);
  if (filters.kind !== undefined) rows = rows.where("draft_kind", "=", filters.kind);
  if (filters.entity_id !== undefined) rows = rows.where("subject_id", "=", filters.entity_id);
  return rows.where(madeWithin(filters));
}

function presentFields(row: DraftRow) {
  return {
    id: row.id,
    branch_id: row.branch_id,
    kind: row.draft_kind,
    entity_id: row.subject_id,
    owner_id: row.owner_id,
    device_id: row.device_id,
    form_state: row.form_state,
    status: enumValueOf(draftStatuses, row.draft_status),
    expires_at: row.expires_at,
  };
}

/** Rows as the wire answers them. */
export async function presentDrafts(viewer: Viewer, rows: readonly DraftRow[]): Promise<Draft[]> {
  const ids = rows.map((row) => row.id);
  const stateOf = await syncStatesOf(viewer, ids);
  return rows.map((row) => ({ ...presentFields(row), ...presentRecord(row, stateOf(row.id)) }));
}

/** One row as the wire answers it. */
export async function presentDraft(viewer: Viewer, row: DraftRow): Promise<Draft> {
  const [draft] = await presentDrafts(viewer, [row]);
  if (draft === undefined) throw new Error("a row was presented as nothing");
  return draft;
}
