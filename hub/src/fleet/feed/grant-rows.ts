import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { appendStatements } from "./feed-rows.ts";
import { lentAlone } from "./kept-home.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { feedGrantsTable } from "#tables/fleet.table.ts";

/** A grant as it is kept. */
export type GrantRow = RowOf<typeof feedGrantsTable>;

async function append(
  session: Session,
  grant: GrantRow,
  entity: string,
  ids: readonly string[],
  kind: "row" | "purge",
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({
    scope: grant.branch_id,
    entity,
    entity_id: id,
    op_id: grant.id,
    origin_node_id: null,
    entry_kind: kind,
  }));
  for (const { text, values } of appendStatements(session, grant.tenant_id, rows))
    await session.query(text, values);
}

// What is held elsewhere is put into the branch's feed once more, as if it had just been written.
async function backFill(session: Session, grant: GrantRow): Promise<void> {
  for (const table of session.schema.tables) {
    const isLent = table.audience === "branch" && table.merge !== "local";
    if (!isLent || table.columns["patient_id"] === undefined) continue;
    const rows = await session.query(
      `SELECT id FROM ${table.name} WHERE tenant_id = $1 AND patient_id = $3 AND branch_id <> $2
         ${lentAlone(session.schema, table)} ORDER BY id`,
      [grant.tenant_id, grant.branch_id, grant.patient_id],
    );
    await append(
      session,
      grant,
      table.name,
      rows.map((row) => String(row["id"])),
      "row",
    );
  }
}

/** Keeps a grant and fills the branch's feed. */
export async function putGrant(session: Session, grant: GrantRow): Promise<void> {
  const statement = insertStatement(session.dialect, feedGrantsTable, grant);
  await session.query(statement.text, statement.values);
  await backFill(session, grant);
}

// The branch keeps the records while another grant of theirs is open.
async function purge(session: Session, grant: GrantRow): Promise<void> {
  const [another] = await session.query(
    `SELECT 1 FROM feed_grants WHERE tenant_id = $1 AND branch_id = $2 AND patient_id = $3
        AND revoked_at IS NULL LIMIT 1`,
    [grant.tenant_id, grant.branch_id, grant.patient_id],
  );
  if (another === undefined)
    await append(session, grant, "feed_grants", [grant.patient_id], "purge");
}

/** Ends a grant and instructs the branch to remove what it had by it. */
export async function endGrant(session: Session, grant: GrantRow, at: string): Promise<GrantRow> {
  await session.query("UPDATE feed_grants SET revoked_at = $3 WHERE tenant_id = $1 AND id = $2", [
    grant.tenant_id,
    grant.id,
    at,
  ]);
  await purge(session, grant);
  return { ...grant, revoked_at: at };
}
