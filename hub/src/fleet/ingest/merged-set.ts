import type { RowChange } from "@edgeward/shared/db/model.ts";
import type { Excess } from "@edgeward/shared/resource/command-writes.ts";
import type { ChangeStep } from "@edgeward/shared/write/arrived-audit.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import type { CurrentRow } from "./current-rows.ts";
import type { FoundConflict } from "./found-conflict.ts";

/** A record after a batch, and before it. */
export interface MergedRow extends RowChange {
  /** The newest operation on it. */
  readonly opId: string;
  /** Whether the node that sent it has this very row already. */
  readonly isEcho: boolean;
}

/** What an operation that was taken goes beyond. */
export interface FoundExcess extends Excess {
  readonly opId: string;
}

/** What a set of operations comes to, before anything is written. */
export interface MergedSet {
  readonly results: readonly OperationResult[];
  readonly taken: readonly Sequenced[];
  readonly rows: readonly MergedRow[];
  /** Each change of what was taken, with its record before and after. */
  readonly steps: readonly ChangeStep[];
  readonly conflicts: readonly FoundConflict[];
  readonly excesses: readonly FoundExcess[];
  /** What each held operation waits for. */
  readonly waits: ReadonlyMap<string, string>;
  /** What others may have waited for. */
  readonly arrived: readonly string[];
  /** Records that keep what they had although an operation of the set said otherwise. */
  readonly standing: readonly CurrentRow[];
}
