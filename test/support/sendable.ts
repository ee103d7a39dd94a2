import { clinicalCommands } from "@edgeward/shared/clinical/index.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import type { WrittenUnit } from "@edgeward/shared/write/model.ts";
import { createJudge } from "@edgeward/shared/sync/judge/judge.ts";
import { operationFault, operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";

const judge = createJudge(clinicalCommands);

/** Why a hub would set an operation aside that it is sent, by the field; null for one that it takes. */
export function faultAtHub(given: unknown): string | null {
  const operation: unknown = JSON.parse(JSON.stringify(given));
  const shaped = operationShape.safeParse(operation);
  if (!shaped.success) return operationFault(operation);
  return judge.faultOf(shaped.data)?.message ?? null;
}

/**
 * Holds whatever a branch acknowledges to what a hub takes: each test that writes at a branch, with whatever values and
 * headers, is a test of that as well. @param modules of the test alone, whose commands no hub knows
 * @throws Error that names the field, for an operation that the hub would set aside
 */
export function requireSendable(unit: WrittenUnit | null, modules: readonly Module[]): void {
  if (unit === null || unit.operation.changes.length === 0) return;
  const isOwn = modules
    .flatMap(({ routes }) => routes)
    .some(({ endpoint }) => "operation" in endpoint && endpoint.operation === unit.operation.type);
  if (isOwn) return;
  const why = faultAtHub(unit.operation);
  if (why !== null) throw new Error(`a hub would not take ${unit.operation.type}: ${why}`);
}
