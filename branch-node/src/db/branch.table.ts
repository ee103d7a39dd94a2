import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";

/** The condition of the partial index; a query uses the index only when it says the same words. */
export const journalOpen = "journal_state IN ('pending', 'held', 'rejected')";

/** The node's own journal: every operation made here, in the order in which it was made, and what the hub said to it. */
export const journalTable = defineTable({
  name: "journal",
  primaryKey: ["tenant_id", "epoch", "seq"],
  columns: {
    tenant_id: column.text(),
    epoch: column.int(),
    seq: column.int(),
    op_id: column.text(),
    operation: column.json<Operation>(),
    journal_state: column.text(),
    result: column.nullable.json<Readonly<Record<string, unknown>>>(),
    created_at: column.text(),
  },
  indexes: [
    { name: "journal_by_op", columns: ["op_id"], isUnique: true },
    // Nearly all rows are acknowledged; what still matters is found without looking at them.
    { name: "journal_open", columns: ["journal_state", "epoch", "seq"], where: journalOpen },
  ],
});

/** What the node remembers of itself and of the hub, by name. */
export const nodeStateTable = defineTable({
  name: "node_state",
  primaryKey: ["state_name"],
  columns: { state_name: column.text(), state_value: column.text() },
});

/** Signed-in staff: the refresh token's hash, until the shift ends. */
export const staffSessionsTable = defineTable({
  name: "staff_sessions",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    staff_id: column.text(),
    refresh_hash: column.text(),
    /** The hashes of the refresh tokens before it, the newest last. */
    spent_hashes: column.nullable.json<readonly string[]>(),
    rotated_at: column.nullable.text(),
    created_at: column.text(),
    expires_at: column.text(),
    ended_at: column.nullable.text(),
  },
});

/** PINs that staff have set themselves: for this branch alone. The hub's own, where there are any, come with the credentials. */
export const staffPinsTable = defineTable({
  name: "staff_pins",
  primaryKey: ["tenant_id", "staff_id"],
  columns: {
    tenant_id: column.text(),
    staff_id: column.text(),
    /** Argon2id, as a PHC string. */
    pin_verifier: column.text(),
    /** Names the credential beside which it was set. */
    credential_mark: column.text(),
    set_at: column.text(),
  },
});

/** Attempts to get in that failed: see AttemptLimits. Times are milliseconds since the epoch. */
export const attemptLimitsTable = defineTable({
  name: "attempt_limits",
  primaryKey: ["limit_key"],
  columns: {
    /** A hash of what is counted. */
    limit_key: column.text(),
    failures: column.int(),
    wait_until: column.nullable.int(),
    /** Until when the name is known at this address. */
    known_until: column.nullable.int(),
    seen_at: column.int(),
  },
});

/** Assertions of devices that have been used up, until their age alone refuses them: each is good once, also after a restart. */
export const usedAssertionsTable = defineTable({
  name: "used_assertions",
  primaryKey: ["assertion_hash"],
  columns: {
    assertion_hash: column.text(),
    /** Milliseconds since the epoch. */
    refused_after: column.int(),
  },
  indexes: [{ name: "used_assertions_by_age", columns: ["refused_after"] }],
});

declare module "@edgeward/shared/db/database.ts" {
  interface Database {
    attempt_limits: RowOf<typeof attemptLimitsTable>;
    journal: RowOf<typeof journalTable>;
    node_state: RowOf<typeof nodeStateTable>;
    staff_pins: RowOf<typeof staffPinsTable>;
    staff_sessions: RowOf<typeof staffSessionsTable>;
    used_assertions: RowOf<typeof usedAssertionsTable>;
  }
}

/** One operation's place in the journal. */
export type JournalRow = RowOf<typeof journalTable>;
