import { createHash } from "node:crypto";
import { fieldError, type AppError } from "@edgeward/shared/kernel/errors.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { enrolmentCodesTable, nodesTable, type NodeRow } from "#tables/fleet.table.ts";

/** How an enrolment code is kept: hyphens and case do not count. */
export function enrolmentHash(code: string): string {
  return createHash("sha256").update(code.replaceAll("-", "").toUpperCase()).digest("hex");
}

/** What whoever offers a bad code is answered. */
export function refusedCode(): AppError {
  return fieldError({
    path: "code",
    code: "validation_error",
    message: "is unknown, used or older than ten minutes; ask for a new one at the hub",
  });
}

/** What whoever offers a code of another branch is answered than the one whose work lies on the machine. */
export function otherBranch(): AppError {
  return fieldError({
    path: "code",
    code: "validation_error",
    message: "is for another branch than the one whose work lies on this machine",
  });
}

/** Keeps a new code. */
export async function insertCode(
  session: Session,
  row: RowOf<typeof enrolmentCodesTable>,
): Promise<void> {
  const statement = insertStatement(session.dialect, enrolmentCodesTable, row);
  await session.query(statement.text, statement.values);
}

/** Uses a code up; gives the branch that it was made for. @throws AppError validation_error */
export async function takeCode(
  session: Session,
  tenantId: string,
  code: string,
  at: string,
): Promise<string> {
  const [row] = await session.query(
    `UPDATE enrolment_codes SET used_at = $3
      WHERE tenant_id = $1 AND code_hash = $2 AND used_at IS NULL AND expires_at > $3
      RETURNING branch_id`,
    [tenantId, enrolmentHash(code), at],
  );
  const branchId = row?.["branch_id"];
  if (typeof branchId !== "string") throw refusedCode();
  return branchId;
}

/** Makes a node the one of its place; returns those before it, which are replaced. */
export async function insertNode(session: Session, node: NodeRow): Promise<readonly string[]> {
  const replaced = await session.query(
    `UPDATE nodes SET status = 'replaced' WHERE tenant_id = $1 AND branch_id = $2 AND status = 'active'
      RETURNING id`,
    [node.tenant_id, node.branch_id],
  );
  const statement = insertStatement(session.dialect, nodesTable, node);
  await session.query(statement.text, statement.values);
  return replaced.map((row) => String(row["id"]));
}

/** Whether a branch has had another node than this one. */
export async function hasHadAnother(
  session: Session,
  { tenant_id, branch_id, id }: Pick<NodeRow, "tenant_id" | "branch_id" | "id">,
): Promise<boolean> {
  const rows = await session.query(
    "SELECT 1 FROM nodes WHERE tenant_id = $1 AND branch_id = $2 AND id <> $3 LIMIT 1",
    [tenant_id, branch_id, id],
  );
  return rows.length > 0;
}
