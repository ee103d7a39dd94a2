import type { RecordRow } from "#db/table.ts";

/** Two values for one field, of which one was written without having seen the other. */
export interface FieldConflict {
  readonly kind: "field" | "state" | "duplicate";
  readonly field: string;
  readonly keptValue: unknown;
  readonly otherValue: unknown;
  readonly baseStamp: string | null;
  readonly keptStamp: string;
  readonly otherStamp: string;
}

/** Why an operation was not taken. It is kept all the same, with this reason. */
export type RejectionCode =
  | "unknown_table"
  | "not_syncable"
  | "hub_only"
  | "owned_by_branch"
  | "branch_forbidden"
  | "tenant_mismatch"
  | "missing_record"
  | "fact_changed"
  | "invalid_field"
  | "not_of_command";

/** A change that is not taken. */
export interface Refusal {
  readonly outcome: "rejected";
  readonly code: RejectionCode;
  readonly message: string;
}

/** What became of one change. */
export type ChangeResult =
  | {
      readonly outcome: "applied" | "merged" | "duplicate" | "conflict";
      readonly row: RecordRow;
      readonly conflicts: readonly FieldConflict[];
    }
  | Refusal;

/** The node an operation came from. */
export interface ChangeOrigin {
  readonly tenantId: string;
  readonly nodeId: string;
  readonly kind: "hub" | "branch";
  /** The branch that the node speaks for. */
  readonly branchId: string;
  /** The last stamp that an honest clock can have given by now: one beyond it decides nothing against one that is not. */
  readonly latest?: string;
}
