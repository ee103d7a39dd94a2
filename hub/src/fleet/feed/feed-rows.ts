import type { RowChange, Statement } from "@edgeward/shared/db/model.ts";
import { jsonRows, manyStatement } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { isKeptHome } from "@edgeward/shared/db/kept-home.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";

/** For whom a record is: `*`, or a branch. */
function scopeOf(table: TableDeclaration, row: Pick<RecordRow, "branch_id">): string {
  return table.audience === "tenant" ? "*" : (row.branch_id ?? "*");
}

/** One feed entry. `originNodeId` is the node that need not be sent it, because it has this very row. */
export interface FeedEntry {
  readonly table: TableDeclaration;
  readonly row: RecordRow;
  readonly opId: string;
  readonly originNodeId: string | null;
}

interface FeedRow {
  readonly scope: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly op_id: string;
  readonly origin_node_id: string | null;
  readonly entry_kind: "row" | "purge";
}

/** One that also goes to every branch that has the records of the patient. */
type LentRow = FeedRow & { readonly patient_id: string | null };

function rowOf({ table, row, opId, originNodeId }: FeedEntry): LentRow {
  const patientId = isKeptHome(table, row) ? null : row["patient_id"];
  return {
    scope: scopeOf(table, row),
    entity: table.name,
    entity_id: row.id,
    op_id: opId,
    origin_node_id: originNodeId,
    entry_kind: "row",
    patient_id: typeof patientId === "string" ? patientId : null,
  };
}

const appendText = `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id, origin_node_id, entry_kind)
      SELECT $2::text, r.scope, r.entity, r.entity_id, r.op_id, r.origin_node_id, r.entry_kind
      FROM jsonb_to_recordset($1::jsonb) AS r(scope text, entity text, entity_id text, op_id text,
          origin_node_id text, entry_kind text)`;

// The place of an entry and its transaction are the coordinator's with values alone: what is selected is worked out elsewhere.
const appendOneText = `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id, origin_node_id, entry_kind)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`;

// A patient who visits another branch has the change sent there, too.
const appendLentText = `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id, origin_node_id)
      SELECT $2::text, s.scope, r.entity, r.entity_id, r.op_id, r.origin_node_id
      FROM jsonb_to_recordset($1::jsonb) AS r(scope text, entity text, entity_id text, op_id text,
          origin_node_id text, patient_id text),
        LATERAL (SELECT r.scope AS scope UNION ALL
          SELECT g.branch_id FROM feed_grants g WHERE g.tenant_id = $2
            AND g.patient_id = r.patient_id AND g.revoked_at IS NULL
            AND r.scope <> '*' AND g.branch_id <> r.scope) AS s`;

function statementOf(tenantId: string, text: string, rows: readonly FeedRow[]): Statement {
  return manyStatement({
    // Rows of a feed have nothing but what the statement names.
    rows: rows.map((row) => ({ ...row })),
    values: (given) => [...jsonRows(given), tenantId],
    text,
  });
}

/** Appends rows to the feed as they are given. */
export function appendStatements(
  { dialect }: Pick<Session, "dialect">,
  tenantId: string,
  rows: readonly FeedRow[],
): readonly Statement[] {
  if (!dialect.isSpread) return [statementOf(tenantId, appendText, rows)];
  return rows.map(
    ({ scope, entity, entity_id: id, op_id: opId, origin_node_id: origin, ...row }) => ({
      text: appendOneText,
      values: [tenantId, scope, entity, id, opId, origin, row.entry_kind],
    }),
  );
}

// More branches at a time have no patient's records.
const mostGrants = 1_000;

async function lentTo(
  session: Session,
  tenantId: string,
  rows: readonly LentRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ofBranches = rows.filter(({ scope }) => scope !== "*");
  const values = new Set(ofBranches.flatMap((row) => row.patient_id ?? []));
  if (values.size === 0) return new Map();
  const grants = await session.lookUp({
    table: "feed_grants",
    columns: ["patient_id", "branch_id", "revoked_at"],
    tenantId,
    fixed: {},
    column: "patient_id",
    values: [...values],
    isLocking: false,
    limit: mostGrants,
  });
  const open = grants.filter((grant) => grant["revoked_at"] === null);
  const byPatient = Map.groupBy(open, (grant) => String(grant["patient_id"]));
  return new Map(
    Array.from(byPatient, ([id, group]) => [id, group.map((one) => String(one["branch_id"]))]),
  );
}

/** Appends to the feed, in the transaction of the change. */
export async function feedRowStatements(
  session: Session,
  tenantId: string,
  entries: readonly FeedEntry[],
): Promise<readonly Statement[]> {
  const rows = entries.map(rowOf);
  if (!session.dialect.isSpread) return [statementOf(tenantId, appendLentText, rows)];
  const lent = await lentTo(session, tenantId, rows);
  const spread = rows.flatMap((row) => {
    const others = row.scope === "*" ? [] : (lent.get(row.patient_id ?? "") ?? []);
    const scopes = [row.scope, ...others.filter((branch) => branch !== row.scope)];
    return scopes.map((scope) => ({ ...row, scope }));
  });
  return appendStatements(session, tenantId, spread);
}

/** The feed entries of a write that was made at the hub itself. */
export function hubEntries(rows: readonly RowChange[], opId: string): readonly FeedEntry[] {
  return rows
    .filter((change) => change.table.merge !== "local")
    .map((change) => ({ table: change.table, row: change.after, opId, originNodeId: null }));
}
