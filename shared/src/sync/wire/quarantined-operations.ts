import * as z from "zod";
import { refusalDetailsShape } from "#contract/refused-fields.ts";
import type { Operation } from "#db/model.ts";
import { changedFields } from "#write/row-change.ts";
import { operationShape } from "./batch.contract.ts";
import type { QuarantinedOperation } from "./operations.contract.ts";

const resultShape = z.looseObject({
  outcome: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  held_by: z.string().optional(),
  // What a newer hub says otherwise is shown without it.
  details: refusalDetailsShape.optional().catch(undefined),
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
  readonly outcome: QuarantinedOperation["outcome"];
  readonly operation: Operation;
  readonly result: unknown;
}

const legibleChange = z.object({
  table: z.string().catch(""),
  id: z.string().catch(""),
  kind: z.enum(["insert", "update"]).catch("update"),
  fields: z.record(z.string(), z.unknown()).catch({}),
  added: z.record(z.string(), z.array(z.unknown())).optional().catch(undefined),
  base: z.record(z.string(), z.string()).catch({}),
  version: z.int().catch(1),
});

const nobody = { id: "", type: "system", role: null } as const;
const { op_id: opIdShape, actor: actorShape } = operationShape.shape;

const blank: Omit<Operation, "op_id"> & { changes: []; events: [] } = {
  type: "",
  entity: "",
  entity_id: "",
  hlc: "",
  at: "",
  branch_id: null,
  actor: nobody,
  device_id: null,
  reason: null,
  schema: 1,
  changes: [],
  events: [],
};

function legibleShape(name: string) {
  return z
    .object({
      op_id: opIdShape.catch(name),
      type: z.string().catch(""),
      entity: z.string().catch(""),
      entity_id: z.string().catch(""),
      hlc: z.string().catch(""),
      at: z.string().catch(""),
      branch_id: z.string().nullable().catch(null),
      actor: actorShape.catch(nobody),
      device_id: z.string().nullable().catch(null),
      reason: z.string().nullable().catch(null),
      schema: z.int().catch(1),
      changes: z.array(legibleChange).catch([]),
      events: z.array(z.never()).catch([]),
    })
    .catch({ ...blank, op_id: name });
}

/** As much of an operation as can be read of what may be none. @param name its name, where it has none of its own */
export function legibleOperation(raw: unknown, name: string): Operation {
  return legibleShape(name).parse(raw);
}

/** The operation in a column of JSON, whole; what a node once sent and is none, as far as it can be read. */
export function readOperation(value: unknown, name = ""): Operation {
  const whole = operationShape.safeParse(value);
  return whole.success ? whole.data : legibleOperation(value, name);
}

/** An operation as a person is shown it: the names of what it would have changed, not the values. */
export function presentQuarantined(kept: KeptOperation): QuarantinedOperation {
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
    ...(result.details === undefined ? {} : { details: result.details }),
    held_by: result.held_by ?? null,
    changes: operation.changes.map((change) => ({
      table: change.table,
      id: change.id,
      kind: change.kind,
      fields: changedFields(change).toSorted(),
    })),
  };
}
