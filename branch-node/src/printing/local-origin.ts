import type { WriteOrigin } from "@edgeward/shared/db/runtime.ts";

/** A write that this branch node makes by itself, on nobody's behalf. */
export function localOrigin(tenantId: string, branchId: string): WriteOrigin {
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
    trust: "offline",
  };
}
