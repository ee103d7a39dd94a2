import type { NodeRuntime, WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Judge } from "@edgeward/shared/sync/judge/judge.ts";
import type { SchemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";

/** What writing a set needs to know. */
export interface IngestContext {
  readonly session: Session;
  readonly runtime: NodeRuntime;
  readonly tenantId: string;
  readonly nodeId: string;
  readonly branchId: string;
  /** RFC 3339. */
  readonly receivedAt: string;
  readonly origin: WriteOrigin;
  /** Notified of what the database refused, which no check had foreseen. */
  readonly log: Pick<Logger, "error">;
  /** The steps by which older nodes' operations become those of today. */
  readonly history: SchemaHistory;
  /** What each command may write. */
  readonly judge: Judge;
}
