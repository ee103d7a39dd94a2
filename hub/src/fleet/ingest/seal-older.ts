import { idempotencyTable } from "@edgeward/shared/db/core.table.ts";
import type { NodeRuntime, SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { withSealedAnywhere } from "@edgeward/shared/db/sealed-values.ts";
import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { ValueSeal } from "@edgeward/shared/kernel/value-seal.ts";
import { sealKept } from "@edgeward/shared/write/seal-kept.ts";
import { putHubState, readHubState } from "#db/hub-state.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { receivedOperationsTable } from "#tables/fleet.table.ts";
import { tenantIds } from "#tenancy/directory.ts";

const rowsAtOnce = 500;
const stateName = "sealed_values";
const sealedNow = "1";

/** A kept document of a table, and how it lies in its column. */
interface KeptDocuments {
  readonly table: TableDeclaration;
  readonly column: string;
  readonly read: (kept: unknown) => unknown;
  readonly write: (document: unknown) => unknown;
}

const documents: readonly KeptDocuments[] = [
  {
    table: receivedOperationsTable,
    column: "operation",
    read: (kept) => kept,
    write: (document) => document,
  },
  {
    table: idempotencyTable,
    column: "response_body",
    read: (kept) => {
      const text = String(kept);
      // Of the console the hub keeps answers that are sealed as a whole.
      const document: unknown = text.startsWith("{") ? JSON.parse(text) : null;
      return document;
    },
    write: (document) => JSON.stringify(document),
  },
];

/** Those of a table's documents that hold a name of a sealed column, some behind a place in the order of its key. */
function documentsAfter(
  session: Session,
  { table, column }: KeptDocuments,
  names: readonly string[],
  tenantId: string,
  after: SqlRow | null,
): Promise<readonly SqlRow[]> {
  const key = table.primaryKey.filter((name) => name !== "tenant_id");
  const holds = names.map((_, index) => `strpos(${column}::text, $${index + 2}) > 0`);
  const first = names.length + 2;
  const place = key.map((_, index) => `$${first + index}`);
  const isBehind = after === null ? "TRUE" : `(${key.join(", ")}) > (${place.join(", ")})`;
  return session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND (${holds.join(" OR ")}) AND ${isBehind}
      ORDER BY ${key.join(", ")} LIMIT ${rowsAtOnce}`,
    [
      tenantId,
      ...names.map((name) => `"${name}"`),
      ...(after ? key.map((name) => after[name]) : []),
    ],
  );
}

async function sealDocuments(
  store: PostgresStore,
  kept: KeptDocuments,
  tenantId: string,
  seal: ValueSeal,
): Promise<void> {
  const { tables } = store.schema;
  const names = tables.flatMap(({ sealed = {} }) => Object.keys(sealed));
  for (let after: SqlRow | null = null, isEnd = false; !isEnd;) {
    const from: SqlRow | null = after;
    const rows = await store.write({ tenantId }, async (session) => {
      const some = await documentsAfter(session, kept, names, tenantId, from);
      const statements = some.flatMap((row) => {
        const document = kept.read(row[kept.column]);
        const sealed = withSealedAnywhere(tables, document, seal);
        const changed = { ...row, [kept.column]: kept.write(sealed) };
        return sealed === document ? [] : [upsertStatement(session.dialect, kept.table, changed)];
      });
      await session.runAll(statements);
      return some;
    });
    after = rows.at(-1) ?? null;
    isEnd = rows.length < rowsAtOnce;
  }
}

/**
 * Seals what an older program has kept in clear of each tenant: its records with what is found by them, the operations that
 * came up, and the answers under their keys. Once; killed meanwhile, it begins again at the next start.
 */
export async function sealOlder(
  store: PostgresStore,
  runtime: Pick<NodeRuntime, "valueSeal">,
): Promise<void> {
  const known = await store.platform((session) => readHubState(session, stateName));
  if (known === sealedNow) return;
  for (const tenantId of await tenantIds(store)) {
    const seal = runtime.valueSeal(tenantId);
    await sealKept((work) => store.write({ tenantId }, work), store.schema.tables, tenantId, seal);
    for (const kept of documents) await sealDocuments(store, kept, tenantId, seal);
  }
  await store.platform((session) => putHubState(session, stateName, sealedNow));
}
