import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { ReadContext, WriteContext } from "@edgeward/shared/resource/context.ts";

/** Where a command of a person at a node comes from. */
export function originOf(
  tenantId: string,
  branchId: string | null,
  staffId: string,
  role: string | null = null,
): WriteOrigin {
  return {
    tenantId,
    branchId,
    actor: { id: staffId, type: "staff", role },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: branchId === null ? "online" : "offline",
  };
}

/** Who calls which node, and for which branch. */
export interface Call {
  readonly session: Session;
  readonly write: Write;
  readonly branchId: string;
  readonly callerId: string;
  /** `node` for a branch's node, `device` for a tablet behind it, an administrator for a person at the hub. */
  readonly role: "node" | "device" | "tenant_admin";
}

/** A request's context, as the node's HTTP layer would have made it. */
export function contextOf(call: Call): WriteContext & ReadContext {
  const { session, write, branchId, callerId, role } = call;
  const { runtime } = write;
  const { tenantId } = write.origin;
  return {
    tenantId,
    branch: {
      id: branchId,
      code: "B",
      name: "B",
      timeZone: "UTC",
      country: "IN",
      hasNode: true,
    },
    caller: {
      id: callerId,
      type: "device",
      tenantId,
      branchIds: [branchId],
      roles: [role],
      scopes: null,
      clientId: null,
      sessionId: null,
      deviceId: role === "device" ? callerId : null,
      expiresAt: 0,
    },
    role,
    requestId: "req_sim",
    node: { id: runtime.nodeId, kind: runtime.kind },
    now: runtime.now,
    cursors: { seal: () => "", open: () => [] },
    valueSeal: runtime.valueSeal(tenantId),
    reason: null,
    db: session.kysely,
    session,
    write,
    newId: runtime.newId,
    ifMatch: null,
    auditRead: () => undefined,
  };
}
