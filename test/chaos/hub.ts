import type { Operation, Change } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";

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
  readonly operation: Operation;
}

/** A change that was made at the hub itself. */
export interface HubChange {
  readonly hlc: string;
  readonly change: Change;
}

/** What the simulation needs of a hub, whatever it keeps its rows in. */
export interface SimHub {
  /** Answers a request of a node. @throws HubRefusal */
  post(node: SimNode, path: string, body: unknown): Promise<unknown>;
  get(node: SimNode, path: string): Promise<unknown>;
  /** Changes one field of a patient at the hub; nothing where the hub does not know the patient. */
  edit(patientId: string, field: string, value: string): Promise<void>;
  /** Hands a file over from a byte on; false where there is none. */
  download(
    node: SimNode,
    path: string,
    from: number,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<boolean>;
  /** Lets a branch have what other branches hold of a patient. */
  grant(node: SimNode, patientId: string): Promise<void>;
  /** Takes that back. */
  revoke(node: SimNode, patientId: string): Promise<void>;
  /** Patients whose records of other branches a branch may have now. */
  granted(node: SimNode): ReadonlySet<string>;
  /** Begins a write that makes a patient and stays open while others commit. */
  open(): Promise<void>;
  /** Ends the open write that began n-th. */
  commit(place: number): Promise<void>;
  rows(table: TableDeclaration): Promise<readonly RecordRow[]>;
  received(): Promise<readonly ReceivedOperation[]>;
  changes(): readonly HubChange[];
  /** How many times the effect of each event was set off. */
  effects(): Promise<ReadonlyMap<string, number>>;
}
