import type { IdSource } from "#kernel/ids.ts";
import type { Actor, DomainEvent, Operation } from "./operation.ts";
import type { RowChange } from "./derived.ts";
import type { SqlSession, Statement } from "./session.ts";
import type { Write } from "./write.ts";

/** Everything one command wrote, as its node keeps and passes it on. */
export interface WrittenUnit {
  readonly tenantId: string;
  readonly operation: Operation;
  readonly rows: readonly RowChange[];
  /** Events of operations that were made elsewhere and taken in with it. */
  readonly announced?: readonly DomainEvent[];
}

/** What a node adds to every write, in the same transaction: the branch its journal, the hub its feed and deliveries. */
export interface NodeSink {
  statements(unit: WrittenUnit, session: SqlSession): Promise<readonly Statement[]>;
}

/** Work that belongs to an event and must stand or fall with it: a token slip with its token. Local to the node. */
export type Reactor = (event: DomainEvent, write: Write) => Promise<void>;

/** What a node gives to everything that runs on it. */
export interface NodeRuntime {
  readonly nodeId: string;
  readonly kind: "hub" | "branch";
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: IdSource;
  /** The next hybrid logical clock stamp. */
  readonly tick: () => string;
  /** A hash that compares values of one tenant without showing them. */
  readonly hashValue: (tenantId: string, text: string) => string;
  readonly sink: NodeSink;
  readonly reactors: readonly Reactor[];
}

/** On whose behalf a write is made, and where it came from. */
export interface WriteOrigin {
  readonly tenantId: string;
  /** The acting branch. */
  readonly branchId: string | null;
  readonly actor: Actor;
  readonly clientId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly reason: string | null;
  /** Whether the hub could check the actor when it was made. */
  readonly trust: "online" | "offline" | "replayed";
}
