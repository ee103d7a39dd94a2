import { createHash } from "node:crypto";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { lentAlone } from "./kept-home.ts";

/** What one branch's node may hold: the tenant's shared records and the branch's own. */
export interface FeedScope {
  readonly tenantId: string;
  readonly branchId: string;
  readonly nodeId: string;
  /** Patients of whom it may have what other branches hold. */
  readonly patientIds: readonly string[];
  /** Changes whenever the scope does; a file of another scope is of no use. */
  readonly version: string;
}

/** Patients whose records of other branches a branch may have now. @param now an instant of the hub's clock, by which grants are made */
export async function grantedPatients(
  session: Session,
  tenantId: string,
  branchId: string,
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await session.query(
    `SELECT DISTINCT patient_id FROM feed_grants WHERE tenant_id = $1 AND branch_id = $2
        AND revoked_at IS NULL AND until_at > $3
      ORDER BY patient_id`,
    [tenantId, branchId, now],
  );
  return new Set(rows.map((row) => String(row["patient_id"])));
}

/** The scope of a node as it is now. @param now an instant */
export async function scopeOfNode(
  session: Session,
  tenantId: string,
  branchId: string,
  nodeId: string,
  now: string,
): Promise<FeedScope> {
  const patientIds = [...(await grantedPatients(session, tenantId, branchId, now))];
  const version = createHash("sha256")
    .update([tenantId, branchId, nodeId, ...patientIds].join("\n"))
    .digest("hex");
  return { tenantId, branchId, nodeId, patientIds, version };
}

/** One page of a table's rows within a scope, by id. */
export function rowsInScope(
  session: Session,
  scope: FeedScope,
  table: TableDeclaration,
  afterId: string,
  limit: number,
): Promise<readonly SqlRow[]> {
  const values: unknown[] = [scope.tenantId, afterId, limit];
  let condition = "";
  if (table.audience === "branch") {
    values.push(scope.branchId);
    const own = "branch_id IS NULL OR branch_id = $4";
    const isOfPatients = table.columns["patient_id"] !== undefined;
    if (isOfPatients) values.push(scope.patientIds);
    condition = `AND (${own}${isOfPatients ? ` OR (patient_id = ANY($5::text[]) ${lentAlone(session.schema, table)})` : ""})`;
  }
  return session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND id > $2 ${condition} ORDER BY id LIMIT $3`,
    values,
  );
}

/** Whether a node's feed is longer than a number of entries. */
export async function isFeedLonger(
  session: Session,
  scope: FeedScope,
  entries: number,
): Promise<boolean> {
  const [row] = await session.query(
    `SELECT count(*) AS entries FROM (
       SELECT 1 FROM feed WHERE tenant_id = $1 AND scope IN ('*', $2) LIMIT $3) AS counted`,
    [scope.tenantId, scope.branchId, entries + 1],
  );
  return Number(row?.["entries"]) > entries;
}
