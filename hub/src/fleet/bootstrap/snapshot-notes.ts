import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import { packedForm } from "@edgeward/shared/sync/wire/packed-file.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { askHorizon } from "#fleet/feed/horizon.ts";
import { rowsInScope, type FeedScope } from "#fleet/feed/scope.ts";

const pageRows = 2_000;

/** A finished file with all records of a scope. */
export interface SnapshotFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** Hex; never beside the file but sealed, so that the file alone shows nothing. */
  readonly key: string;
  readonly cursor: string;
}

async function placeOf(
  session: Session,
  scope: FeedScope,
): Promise<{ readonly node: SqlRow | undefined; readonly horizon: string }> {
  const [[node], horizon] = await Promise.all([
    session.query("SELECT epoch, accepted_seq FROM nodes WHERE tenant_id = $1 AND id = $2", [
      scope.tenantId,
      scope.nodeId,
    ]),
    askHorizon(session),
  ]);
  return { node, horizon };
}

/**
 * What a file says of itself, asked before its records are read: everything below the oldest open transaction is in the
 * rows that are read from then on; what comes later is in the feed behind this place, and some of it in both.
 */
export async function snapshotNotes(
  store: Store,
  scope: FeedScope,
): Promise<Readonly<Record<string, string>> & { readonly cursor: string }> {
  const { node, horizon } = await store.read(scope, (session) => placeOf(session, scope));
  return {
    tenant_id: scope.tenantId,
    branch_id: scope.branchId,
    // Of the file, not of the records in it: those bring columns that an older node keeps beside its own.
    schema: String(packedForm),
    scope_version: scope.version,
    cursor: `${horizon}.0`,
    epoch: String(Number(node?.["epoch"] ?? 1)),
    accepted_seq: String(Number(node?.["accepted_seq"] ?? 0)),
  };
}

/** All rows of a table within a scope, page by page. */
export async function* pagesInScope(
  store: Store,
  scope: FeedScope,
  table: TableDeclaration,
): AsyncGenerator<readonly SqlRow[]> {
  for (let after = ""; ;) {
    const rows = await store.read(scope, (session) =>
      rowsInScope(session, scope, table, after, pageRows),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    after = String(rows.at(-1)?.["id"]);
  }
}
