import { createOperatorRouter } from "@edgeward/shared/http/operator.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import type { BranchApp } from "./app.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "./identity.ts";
import type { LanTlsState } from "#lan/lan-tls.contract.ts";
import type { PrinterState } from "#printing/printer-state.ts";

/** What the operator's addresses need of the node. */
export interface BranchOperatorOptions {
  readonly token: string;
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  readonly syncStatus: () => Promise<SyncStatus>;
  readonly printers: () => readonly PrinterState[];
  readonly tls: () => LanTlsState;
}

/** What the operator's command asks of a branch node. */
export function mountBranchOperator(branch: BranchApp, options: BranchOperatorOptions): void {
  const { store, identity } = options;
  const { tenantId } = identity;
  const router = createOperatorRouter(options.token);
  router.get("/status", async (_request, response) => {
    response.json({
      node_id: identity.nodeId,
      sync: await options.syncStatus(),
      printers: options.printers(),
      tls: options.tls(),
    });
  });
  router.get("/audit/verify", async (_request, response) => {
    await branch.readAudit.drain();
    const streams = await store.read({ tenantId }, (session) => verifyAudit(session, tenantId));
    response.json({ ok: streams.every((stream) => stream.ok), streams });
  });
  branch.app.use("/operator", router);
}
