import type { AuditItem, Change, Operation } from "#db/model.ts";
import { patientOf, type RecordRow, type TableDeclaration } from "#db/table.ts";
import {
  auditActionOf,
  auditOfNew,
  changedFields,
  openingReason,
  type HashValue,
} from "./row-change.ts";

/** A change of an operation that was made elsewhere, with its record as it stood when the change came, and as it left it. */
export interface ChangeStep {
  readonly operation: Operation;
  readonly change: Change;
  readonly table: TableDeclaration;
  readonly before: RecordRow | null;
  readonly after: RecordRow;
}

// Of what was only added to, the audit names the whole as it stands then.
function givenBy({ change, after }: ChangeStep): readonly (readonly [string, unknown])[] {
  const added = Object.keys(change.added ?? {});
  const grown = added.map((name) => [name, after[name] ?? after.unknown_fields[name]] as const);
  return [...Object.entries(change.fields), ...grown];
}

function changesOf(step: ChangeStep, hash: HashValue) {
  const { before } = step;
  if (before === null) return auditOfNew(step.change.fields, hash);
  return givenBy(step).map(([path, value]) => {
    return {
      path,
      old_hash: hash(before[path] ?? before.unknown_fields[path]),
      new_hash: hash(value),
    };
  });
}

/** How something arrived that was made elsewhere. */
export interface Arrival {
  readonly requestId: string | null;
  /** The node whose key signed it, where that is not the one at hand. */
  readonly nodeId: string | null;
}

/**
 * The audit event of a change that was made before, or elsewhere: who did what is stated by the record of a replay as by the
 * record of the act; it says that it is one, and which node sent it.
 */
export function auditOfArrived(
  step: ChangeStep,
  hash: HashValue,
  { requestId, nodeId }: Arrival,
): AuditItem {
  const { operation, change, table, after } = step;
  const changed = new Set(changedFields(change));
  return {
    origin: {
      tenantId: after.tenant_id,
      branchId: operation.branch_id,
      actor: operation.actor,
      clientId: nodeId,
      sessionId: null,
      deviceId: operation.device_id,
      requestId,
      ip: null,
      reason: operation.reason,
      trust: "replayed",
    },
    at: operation.at,
    entry: {
      module: table.name,
      action: auditActionOf(table, change.kind === "insert", (field) => changed.has(field)),
      outcome: "success",
      entity_type: table.name,
      entity_id: change.id,
      patient_id: patientOf(table, after),
      changes: changesOf(step, hash),
      ...(change.kind === "insert" ? openingReason(table, change.fields) : {}),
    },
  };
}
