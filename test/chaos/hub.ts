import type { Operation, Change } from "@edgeward/shared/db/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";

/** A node as the hub knows it. */
export interface SimNode {
  readonly nodeId: string;
  readonly branchId: string;
}

/** An operation as the hub keeps it. */
export interface ReceivedOperation {
  readonly nodeId: string;
  readonly epoch: number;
  readonly seq: number;
  readonly outcome: string;
  /** Why it lies aside, where it does. */
  readonly code: string | null;
  /** What it waits for, where it does: another's id, or a record's table and id. */
  readonly waitsFor: string | null;
  /** The branch of its node. */
  readonly branchId: string;
  /** RFC 3339. */
  readonly receivedAt: string;
  /** Whether it was held before it was taken or refused. */
  readonly waitedOnce: boolean;
  readonly operation: Operation;
}

/** A change that was made at the hub itself. */
export interface HubChange {
  readonly hlc: string;
  readonly change: Change;
}

/** With what a node answers those who call its endpoints. */
export interface Served {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly onWritten: (unit: WrittenUnit | null) => void;
}
