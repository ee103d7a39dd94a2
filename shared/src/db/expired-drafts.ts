import type { NodeRuntime, WriteOrigin } from "./runtime.ts";
import type { SqlSession } from "./session.ts";
import { openWrite } from "./write.ts";

/**
 * Removes forms that nobody has touched since before an instant, and says in the audit which; one whose change still
 * waits to be sent stays. A node forgets its own copy only: no operation is made of it. Returns how many went.
 * @param before RFC 3339
 */
export async function purgeExpiredDrafts(
  session: SqlSession,
  runtime: NodeRuntime,
  origin: WriteOrigin,
  before: string,
): Promise<number> {
  const { dialect } = session;
  const rows = await session.query(
    `DELETE FROM drafts WHERE tenant_id = ${dialect.placeholder(1)} AND expires_at < ${dialect.placeholder(2)}
        AND NOT EXISTS (SELECT 1 FROM pending_entities AS p
          WHERE p.tenant_id = drafts.tenant_id AND p.entity_id = drafts.id) RETURNING id`,
    [origin.tenantId, before],
  );
  if (rows.length === 0) return 0;
  const write = openWrite(session, runtime, origin, "draft.purge");
  for (const row of rows) {
    write.audit({
      module: "drafts",
      action: "purge",
      outcome: "success",
      entity_type: "drafts",
      entity_id: String(row["id"]),
      patient_id: null,
      changes: [],
    });
  }
  await write.flush([]);
  return rows.length;
}
