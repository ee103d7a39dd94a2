import { upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Statement } from "@edgeward/shared/db/model.ts";
import { nodeStateTable } from "./branch.table.ts";

/** The keys under which a node stores values. */
export type StateName =
  | "clock"
  | "copies_to_erase"
  | "identity"
  | "greeting_nonce"
  | "hub_keys"
  | "hub_lost"
  | "hub_restored"
  | "hub_given_back"
  | "hub_incarnation"
  | "hub_schema"
  | "lan_authority"
  | "feed_cursor"
  | "epoch"
  | "install_id"
  | "node_id"
  | "restore"
  | "schema"
  | "sealed_values"
  | "bootstrap"
  | "last_hlc"
  | "journal_cut"
  | "last_contact_at"
  | "staff_seen_at";

/** Under which it is noted that bytes may be here which no record names any more. */
export const copiesToErase = "copies_to_erase" satisfies StateName;

/** What is remembered under a name, or null. */
export async function readState(session: Session, name: StateName): Promise<string | null> {
  const row = await session.kysely
    .selectFrom("node_state")
    .select("state_value")
    .where("state_name", "=", name)
    .executeTakeFirst();
  return row?.state_value ?? null;
}

/** Remembers a value, in the transaction of what it belongs to. */
export function stateStatement(session: Session, name: StateName, value: string): Statement {
  return upsertStatement(session.dialect, nodeStateTable, { state_name: name, state_value: value });
}

/** Forgets what was remembered under a name. */
export function forgetStatement(name: StateName): Statement {
  return { text: "DELETE FROM node_state WHERE state_name = ?", values: [name] };
}

/** Lets a dense series go on above a number that may be in use elsewhere. */
export function seriesAboveStatement(
  tenantId: string,
  counterName: string,
  base: number,
): Statement {
  return {
    text: `INSERT INTO counters (tenant_id, counter_name, counter_value) VALUES (?, ?, ?)
      ON CONFLICT (tenant_id, counter_name) DO UPDATE
        SET counter_value = max(counters.counter_value, excluded.counter_value)`,
    values: [tenantId, counterName, base],
  };
}
