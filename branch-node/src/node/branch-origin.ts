import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { NodeIdentity } from "./identity.ts";

/** A write or an audit event that the node makes outside a request of /v1. */
export function branchOrigin(
  identity: Pick<NodeIdentity, "tenantId" | "branchId">,
  actorId: string,
  actorType: WriteOrigin["actor"]["type"],
  ip: string | null = null,
): WriteOrigin {
  return {
    tenantId: identity.tenantId,
    branchId: identity.branchId,
    actor: { id: actorId, type: actorType, role: null },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip,
    reason: null,
    trust: "offline",
  };
}
