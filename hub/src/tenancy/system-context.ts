import type { OpenWrite } from "@edgeward/shared/write/model.ts";
import type { BranchSettings, WriteContext } from "@edgeward/shared/resource/context.ts";

const noCursors: WriteContext["cursors"] = {
  seal: () => "",
  open: () => [],
};

/** The context in which a command runs that nobody has asked for but the system itself. */
export function systemContext(write: OpenWrite, branch: BranchSettings): WriteContext {
  const { runtime, session } = write;
  const { tenantId, actor } = write.origin;
  return {
    tenantId,
    branch,
    caller: {
      id: actor.id,
      type: "system",
      tenantId,
      branchIds: "*",
      roles: [],
      scopes: null,
      clientId: null,
      sessionId: null,
      deviceId: null,
      expiresAt: Number.POSITIVE_INFINITY,
    },
    role: null,
    requestId: "",
    node: { id: runtime.nodeId, kind: runtime.kind },
    now: runtime.now,
    cursors: noCursors,
    valueSeal: runtime.valueSeal(tenantId),
    reason: write.origin.reason,
    db: session.kysely,
    session,
    write,
    newId: runtime.newId,
    ifMatch: null,
  };
}
