import type { AuditItem, Change, Operation } from "#db/model.ts";

function patientOf(change: Change): string | null {
  if (change.table === "patients") return change.id;
  const given = change.fields["patient_id"];
  return typeof given === "string" ? given : null;
}

/**
 * The audit event of a change that was made before: who did what is told by the record of a replay as by the record of the act;
 * it says that it is one.
 */
export function auditOfArrived(
  tenantId: string,
  operation: Operation,
  change: Change,
  requestId: string | null = null,
): AuditItem {
  return {
    origin: {
      tenantId,
      branchId: operation.branch_id,
      actor: operation.actor,
      clientId: null,
      sessionId: null,
      deviceId: operation.device_id,
      requestId,
      ip: null,
      reason: operation.reason,
      trust: "replayed",
    },
    at: operation.at,
    entry: {
      module: change.table,
      action: change.kind === "insert" ? "create" : "update",
      outcome: "success",
      entity_type: change.table,
      entity_id: change.id,
      patient_id: patientOf(change),
      changes: Object.keys(change.fields).map((path) => ({ path })),
    },
  };
}
