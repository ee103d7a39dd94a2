import type { JWK } from "jose";
import type { Session } from "@edgeward/shared/db/session.ts";
import { insertStatement, upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { tabletOperationsTable, tabletsTable, type TabletRow } from "./tablet.table.ts";

/**
 * Lets a device send batches, signed with its key, from the first place of a stream on. One that is paired again begins
 * a stream of its own: its browser has forgotten how far the last one was.
 */
export async function registerTabletKey(
  session: Session,
  tablet: {
    readonly tenantId: string;
    readonly deviceId: string;
    readonly publicJwk: JWK;
    readonly at: string;
  },
): Promise<void> {
  const known = await session.kysely
    .selectFrom("tablets")
    .select("epoch")
    .where("tenant_id", "=", tablet.tenantId)
    .where("id", "=", tablet.deviceId)
    .executeTakeFirst();
  const row: TabletRow = {
    id: tablet.deviceId,
    tenant_id: tablet.tenantId,
    public_jwk: tablet.publicJwk,
    tablet_status: "active",
    epoch: (known?.epoch ?? 0) + 1,
    accepted_seq: 0,
    last_contact_at: null,
    paired_at: tablet.at,
  };
  await session.runAll([upsertStatement(session.dialect, tabletsTable, row)]);
}

/** Moves a device's stream on. */
export async function advanceTablet(
  session: Session,
  tablet: TabletRow,
  acceptedSeq: number,
  at: string,
): Promise<void> {
  const row = { ...tablet, accepted_seq: acceptedSeq, last_contact_at: at };
  await session.runAll([upsertStatement(session.dialect, tabletsTable, row)]);
}

/** What became of a device's operation. */
export interface AnsweredOperation {
  readonly result: OperationResult;
  /** What it waits for, where it was held for something. */
  readonly waitsFor: string | null;
}

/** Keeps what a device sent, with what became of it. */
export async function keepTabletOperation(
  session: Session,
  tablet: TabletRow,
  operation: unknown,
  { result, waitsFor }: AnsweredOperation,
  at: string,
): Promise<void> {
  const row = {
    tenant_id: tablet.tenant_id,
    device_id: tablet.id,
    epoch: tablet.epoch,
    seq: result.seq,
    op_id: result.op_id,
    outcome: result.outcome,
    waits_for: waitsFor,
    result: { ...result },
    operation,
    received_at: at,
  };
  await session.runAll([insertStatement(session.dialect, tabletOperationsTable, row)]);
}
