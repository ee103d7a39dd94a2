import { createHash } from "node:crypto";
import type { SqlRow, SqlSession, Store } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";

/** What one branch's node may hold: the tenant's shared records and the branch's own. */
export interface FeedScope {
  readonly tenantId: string;
  readonly branchId: string;
  readonly nodeId: string;
  /** Changes whenever the scope does; a file of another scope is of no use. */
  readonly version: string;
}

/** The scope of a node as it is now. */
export function scopeOfNode(
  _store: Store,
  tenantId: string,
  branchId: string,
  nodeId: string,
): Promise<FeedScope> {
  const version = createHash("sha256").update(`${tenantId}\n${branchId}\n${nodeId}`).digest("hex");
  return Promise.resolve({ tenantId, branchId, nodeId, version });
}

/** One page of a table's rows within a scope, by id. */
export function rowsInScope(
  session: SqlSession,
  scope: FeedScope,
  table: TableDeclaration,
  afterId: string,
  limit: number,
): Promise<readonly SqlRow[]> {
  const values: unknown[] = [scope.tenantId, afterId, limit];
  let condition = "";
  if (table.audience === "branch") {
    values.push(scope.branchId);
    condition = "AND (branch_id IS NULL OR branch_id = $4)";
  }
  return session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND id > $2 ${condition} ORDER BY id LIMIT $3`,
    values,
  );
}

/** Whether a node's feed is longer than a number of entries. */
export async function isFeedLonger(
  session: SqlSession,
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
