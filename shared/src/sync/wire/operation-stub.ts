import { hash } from "node:crypto";
import * as z from "zod";
import { idOf } from "#contract/fields.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import type { Operation } from "#db/model.ts";

/** The code of an operation of which the receiver has only its size and hash. */
export const tooLargeCode = "too_large";

const stubShape = z.looseObject({
  op_id: idOf("op"),
  changes: z.undefined().optional(),
  too_large: z.strictObject({ bytes: z.int().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/u) }),
});

/** What stands in a stream at the place of an operation that the way to the receiver is too narrow for. */
export type OperationStub = z.output<typeof stubShape>;

type Whole = Pick<Operation, "op_id" | "type" | "entity" | "entity_id" | "hlc" | "at"> &
  Pick<Operation, "branch_id" | "actor" | "device_id" | "schema">;

/** The stub of an operation: who did what to which record and when, with the size and hash of the whole, and no value. */
export function stubOf(operation: Whole): OperationStub {
  const text = canonicalJson(operation);
  const { op_id, type, entity, entity_id, hlc, at, branch_id, actor, device_id, schema } =
    operation;
  const whole = { bytes: Buffer.byteLength(text), sha256: hash("sha256", text) };
  const about = { op_id, type, entity, entity_id, hlc, at, branch_id, actor, device_id, schema };
  return { ...about, too_large: whole };
}

/** A stub as it was received or kept; null for anything else. */
export function readStub(raw: unknown): OperationStub | null {
  const read = stubShape.safeParse(raw);
  return read.success ? read.data : null;
}

/** Whether this is the whole of a stub. */
export function isWholeOf({ too_large: { sha256 } }: OperationStub, operation: unknown): boolean {
  return hash("sha256", canonicalJson(operation)) === sha256;
}

/** Why a stub is no operation. */
export function stubFault({ too_large: { bytes } }: OperationStub): string {
  return `has ${bytes} bytes, more than the way here lets through`;
}
