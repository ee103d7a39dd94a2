import type { WriteOrigin } from "@edgeward/shared/db/model.ts";

/** A write that the system makes itself. */
export function systemOrigin(tenantId: string, branchId: string | null): WriteOrigin {
  return {
    tenantId,
    branchId,
    actor: { id: "system", type: "system", role: null },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: "online",
  };
}
