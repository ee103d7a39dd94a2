import * as z from "zod";
import type { Operation } from "#db/operation.ts";
import { operationShape } from "./batch.contract.ts";
import type { AsideOperation } from "./operations.contract.ts";

const resultShape = z.looseObject({
  outcome: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  held_by: z.string().optional(),
});

/** The code of an operation that an administrator has discarded. */
export const discardedCode = "discarded";

/** The code of an operation that built on one which was discarded. */
export const orphanedCode = "dependency_discarded";

/** An operation as a node keeps it, with what became of it. */
export interface KeptOperation {
  readonly nodeId: string;
  readonly epoch: number;
  readonly seq: number;
  readonly outcome: AsideOperation["outcome"];
  readonly operation: Operation;
  readonly result: unknown;
}

/** The operation in a column of JSON. @throws ZodError for what no node has sent */
export function readOperation(value: unknown): z.output<typeof operationShape> {
  return operationShape.parse(value);
}

/** An operation as a person is shown it: the names of what it would have changed, not the values. */
export function presentAside(kept: KeptOperation): AsideOperation {
  const { operation, outcome } = kept;
  const result = resultShape.parse(kept.result ?? {});
  const isDiscarded = outcome === "rejected" && result.code === discardedCode;
  return {
    op_id: operation.op_id,
    node_id: kept.nodeId,
    epoch: kept.epoch,
    seq: kept.seq,
    type: operation.type,
    entity: operation.entity,
    entity_id: operation.entity_id,
    branch_id: operation.branch_id,
    actor: operation.actor,
    at: operation.at,
    outcome: isDiscarded ? "discarded" : outcome,
    code: result.code ?? null,
    message: result.message ?? null,
    held_by: result.held_by ?? null,
    changes: operation.changes.map(({ table, id, kind, fields }) => ({
      table,
      id,
      kind,
      fields: Object.keys(fields).toSorted(),
    })),
  };
}
