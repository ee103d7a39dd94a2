import type { JWK } from "jose";
import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";

/** A branch node that has been enrolled, and how far its stream has been taken. */
export const nodesTable = defineTable({
  name: "nodes",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    branch_id: column.text(),
    name: column.text(),
    public_jwk: column.json<JWK>(),
    status: column.text(),
    epoch: column.int(),
    accepted_seq: column.int(),
    last_contact_at: column.nullable.text(),
    /** The hub's clock less the node's when its last batch came. */
    clock_skew_ms: column.nullable.int(),
    enrolled_at: column.text(),
    /** What the node said of itself with its last handshake: its program, */
    release: column.nullable.text(),
    /** the last place of its journal in this epoch, */
    reported_seq: column.nullable.int(),
    /** since when the oldest of what it had not sent was waiting, */
    oldest_unsent_at: column.nullable.text(),
    /** and when it said so. */
    reported_at: column.nullable.text(),
    /** When it had first given back what a hub that was put back to a backup had lost, and when all of it. */
    gave_back_at: column.nullable.text(),
    given_all_at: column.nullable.text(),
  },
  indexes: [{ name: "nodes_by_branch", columns: ["tenant_id", "branch_id"] }],
});

/**
 * What an author could do until a moment, before their roles, scopes, branches or status were changed: the database keeps it,
 * whoever changes the register.
 */
export const formerRightsTable = defineTable({
  name: "former_rights",
  primaryKey: ["tenant_id", "register", "author_id", "until"],
  columns: {
    tenant_id: column.text(),
    /** The table that the author stands in. */
    register: column.text(),
    author_id: column.text(),
    /** RFC 3339. */
    until: column.text(),
    roles: column.json<readonly string[]>(),
    scopes: column.nullable.json<readonly string[]>(),
    branches: column.nullable.json<readonly string[]>(),
    status: column.text(),
  },
});

/** A code that enrols one node, once. Only its hash is kept. */
export const enrolmentCodesTable = defineTable({
  name: "enrolment_codes",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    branch_id: column.text(),
    code_hash: column.text(),
    expires_at: column.text(),
    used_at: column.nullable.text(),
    created_at: column.text(),
  },
});

/** Every operation that came up, also those that could not be taken. */
export const receivedOperationsTable = defineTable({
  name: "received_operations",
  primaryKey: ["tenant_id", "node_id", "epoch", "seq"],
  columns: {
    tenant_id: column.text(),
    node_id: column.text(),
    epoch: column.int(),
    seq: column.int(),
    op_id: column.text(),
    operation_type: column.text(),
    outcome: column.text(),
    /** What a held one waits for: another operation's id, or a record's table and id, `patients/pat_…`. */
    waits_for: column.nullable.text(),
    result: column.json<Readonly<Record<string, unknown>>>(),
    operation: column.document<unknown>(),
    received_at: column.text(),
  },
  indexes: [
    { name: "received_operations_by_op", columns: ["tenant_id", "op_id"], isUnique: true },
    {
      name: "received_operations_open",
      columns: ["tenant_id", "node_id", "seq"],
      where: "outcome IN ('held', 'rejected')",
    },
    {
      name: "received_operations_waiting",
      columns: ["tenant_id", "waits_for", "node_id", "epoch", "seq"],
      where: "waits_for IS NOT NULL",
    },
  ],
});

/** The installations that have spoken with a node's key; one of them is the node, the others were copies. */
export const nodeInstallsTable = defineTable({
  name: "node_installs",
  primaryKey: ["tenant_id", "node_id", "install_id"],
  columns: {
    tenant_id: column.text(),
    node_id: column.text(),
    install_id: column.text(),
    install_status: column.text(),
    first_seen_at: column.text(),
    last_seen_at: column.text(),
    /** What handshakes have to show, one behind the other: see HandshakeChains. */
    current_nonces: column.nullable.text(),
    older_nonces: column.nullable.text(),
    lost_nonces: column.nullable.text(),
    copy_seen_at: column.nullable.text(),
  },
});

/** Patients whose records of other branches a branch may have for a while. */
export const feedGrantsTable = defineTable({
  name: "feed_grants",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    branch_id: column.text(),
    patient_id: column.text(),
    reason: column.text(),
    granted_by: column.text(),
    granted_at: column.text(),
    until_at: column.text(),
    revoked_at: column.nullable.text(),
  },
  indexes: [
    {
      name: "feed_grants_open",
      columns: ["tenant_id", "patient_id", "branch_id"],
      where: "revoked_at IS NULL",
    },
  ],
});

/** How far back each scope of the feed still holds everything: a cursor from before has to begin anew. */
export const feedHorizonsTable = defineTable({
  name: "feed_horizons",
  primaryKey: ["tenant_id", "feed_scope"],
  columns: {
    tenant_id: column.text(),
    feed_scope: column.text(),
    horizon_cursor: column.text(),
  },
});

declare module "@edgeward/shared/db/database.ts" {
  interface Database {
    feed_grants: RowOf<typeof feedGrantsTable>;
    feed_horizons: RowOf<typeof feedHorizonsTable>;
    node_installs: RowOf<typeof nodeInstallsTable>;
    nodes: RowOf<typeof nodesTable>;
    enrolment_codes: RowOf<typeof enrolmentCodesTable>;
    received_operations: RowOf<typeof receivedOperationsTable>;
    feed: {
      tenant_id: string;
      pos: number;
      scope: string;
      entity: string;
      entity_id: string;
      op_id: string;
      origin_node_id: string | null;
    };
  }
}

/** One enrolled node. */
export type NodeRow = RowOf<typeof nodesTable>;

/** The feed as a table, which is made by statements of its own. */
export const feedTable = { name: "feed", primaryKey: ["tenant_id", "pos"] } as const;

/**
 * The feed: one row for each change of a record, with the transaction that made it. A reader passes only rows of
 * transactions below the oldest one still open; a plain counter would skip those that commit late.
 */
export const feedStatements: readonly string[] = [
  `CREATE TABLE feed (
     tenant_id TEXT COLLATE "C" NOT NULL,
     pos BIGINT GENERATED ALWAYS AS IDENTITY,
     xid XID8 NOT NULL DEFAULT pg_current_xact_id(),
     scope TEXT COLLATE "C" NOT NULL,
     entity TEXT COLLATE "C" NOT NULL,
     entity_id TEXT COLLATE "C" NOT NULL,
     op_id TEXT COLLATE "C" NOT NULL,
     origin_node_id TEXT COLLATE "C",
     PRIMARY KEY (tenant_id, pos)
   )`,
  "CREATE INDEX feed_by_transaction ON feed (tenant_id, xid, pos)",
];

/** What the feed learned later: entries that are no rows, and when each was made. */
export const feedAdditions: readonly string[] = [
  `ALTER TABLE feed ADD COLUMN entry_kind TEXT COLLATE "C" NOT NULL DEFAULT 'row'`,
  "ALTER TABLE feed ADD COLUMN made_at TIMESTAMPTZ NOT NULL DEFAULT now()",
  "CREATE INDEX feed_by_record ON feed (tenant_id, entity_id, scope, xid, pos)",
];
