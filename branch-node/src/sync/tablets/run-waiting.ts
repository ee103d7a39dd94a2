import type { SqlRow } from "@edgeward/shared/db/model.ts";
import { operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { orphanedCode, readOperation } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { faultOf } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { loopTurns } from "#db/loop-turns.ts";
import type { AnsweredOperation } from "#db/tablet-rows.ts";
import { presentTabletOperation } from "./quarantine-rows.ts";
import type { TabletContext } from "./tablet-context.ts";
import { isTaken, takeOperation, type SentByDevice } from "./take-operation.ts";
import { namesOf } from "./waiting.ts";

/** Most operations that one transaction runs again: a desk's write waits for no more than these. */
const mostAtOnce = 250;

/** The columns of an operation that is to be run again. */
export const sentColumns = "device_id, epoch, seq, op_id, outcome, operation, result, received_at";

/** A row of `tablet_operations` as it came. */
export function sentOf(row: SqlRow): SentByDevice {
  const raw = row["operation"];
  const isWhole = operationShape.safeParse(raw).success;
  return {
    deviceId: String(row["device_id"]),
    seq: Number(row["seq"]),
    operation: readOperation(raw, String(row["op_id"])),
    receivedMs: Date.parse(String(row["received_at"])),
    ...(isWhole ? {} : faultOf(raw)),
  };
}

/** Keeps what became of an operation that was quarantined. */
export async function keepAnswer(
  { session, tenantId }: TabletContext,
  { deviceId }: Pick<SentByDevice, "deviceId">,
  { result, waitsFor }: AnsweredOperation,
  outcome: string = result.outcome,
): Promise<void> {
  await session.query(
    `UPDATE tablet_operations SET outcome = ?, waits_for = ?, result = ?
      WHERE tenant_id = ? AND device_id = ? AND op_id = ? AND outcome IN ('held', 'rejected', 'discarded')`,
    [outcome, waitsFor, JSON.stringify(result), tenantId, deviceId, result.op_id],
  );
}

/** What running operations again came to. */
export interface RunAgain {
  readonly shown: readonly QuarantinedOperation[];
  /** Names under which others waited for those that have an answer now. */
  readonly arrived: readonly string[];
  /** What the others wait for now. */
  readonly waits: readonly string[];
  /** How many of them wait for something else than before, or for nothing any more. */
  readonly moved: number;
}

/** Runs an operation once more on today's records. */
export async function runAgain(ctx: TabletContext, row: SqlRow): Promise<RunAgain> {
  const sent = sentOf(row);
  const answered = await takeOperation(ctx, sent);
  await keepAnswer(ctx, sent, answered);
  const { result, waitsFor } = answered;
  const shown = presentTabletOperation({ ...row, outcome: result.outcome, result });
  const hasAnswer = isTaken(result) || result.code === orphanedCode;
  return {
    shown: [shown],
    arrived: hasAnswer ? namesOf(sent.operation) : [],
    waits: waitsFor === null ? [] : [waitsFor],
    moved: waitsFor !== null && waitsFor === row["waits_for"] ? 0 : 1,
  };
}

async function waitingFor(
  { session, tenantId }: TabletContext,
  names: readonly string[],
  most: number,
): Promise<readonly SqlRow[]> {
  return session.query(
    `SELECT ${sentColumns}, waits_for FROM tablet_operations
      WHERE tenant_id = ? AND waits_for IN (SELECT value FROM json_each(?)) AND outcome = 'held'
      ORDER BY device_id, epoch, seq LIMIT ?`,
    [tenantId, JSON.stringify(names), most],
  );
}

/** Runs what waits for these names, and what waits for that; no more than one transaction should. */
export async function runWaiting(ctx: TabletContext, names: readonly string[]): Promise<RunAgain> {
  const ran: RunAgain[] = [];
  const seen = new Set<string>();
  const turn = loopTurns();
  for (let round = names; round.length > 0 && ran.length < mostAtOnce;) {
    const rows = await waitingFor(ctx, round, mostAtOnce - ran.length);
    const fresh = rows.filter((row) => !seen.has(String(row["op_id"])));
    const before = ran.length;
    for (const row of fresh) {
      seen.add(String(row["op_id"]));
      ran.push(await runAgain(ctx, row));
      await turn();
    }
    round = ran.slice(before).flatMap(({ arrived }) => arrived);
  }
  return {
    shown: ran.flatMap(({ shown }) => shown),
    arrived: ran.flatMap(({ arrived }) => arrived),
    waits: ran.flatMap(({ waits }) => waits),
    moved: ran.reduce((sum, one) => sum + one.moved, 0),
  };
}
