import * as z from "zod";
import { noParams, noQuery, readEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { auditOperatorContract } from "@edgeward/shared/contract/operator.contract.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import { operatorSurface } from "@edgeward/shared/http/operator-surface.ts";
import { defineOpenModule } from "@edgeward/shared/resource/module.ts";
import {
  syncStatusShape,
  type SyncStatus,
} from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import type { BranchApp } from "./app.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { lanTlsShape, type LanTlsState } from "#lan/lan-tls.contract.ts";
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

const statusContract = {
  status: readEndpoint({
    path: "/operator/status",
    summary: "How the node stands: its link, its printers, its certificate",
    tag: "Operator",
    access: null,
    params: noParams,
    query: noQuery,
    response: z.strictObject({
      node_id: z.string(),
      sync: syncStatusShape,
      printers: z.array(z.custom<PrinterState>()).readonly(),
      tls: lanTlsShape,
    }),
  }),
} as const;

/** What the operator's command asks of a branch node. */
export function mountBranchOperator(branch: BranchApp, options: BranchOperatorOptions): void {
  const { store, identity } = options;
  const { tenantId } = identity;
  const status = defineOpenModule("operator_status", statusContract, {
    status: async () => ({
      node_id: identity.nodeId,
      sync: await options.syncStatus(),
      printers: options.printers(),
      tls: options.tls(),
    }),
  });
  const audit = defineOpenModule("operator_audit", auditOperatorContract, {
    verify: async () => {
      await branch.readAudit.drain();
      const streams = await store.read({ tenantId }, (session) => verifyAudit(session, tenantId));
      return { ok: streams.every((stream) => stream.ok), streams };
    },
  });
  const access = { token: options.token, attempts: branch.attempts };
  mountSurface(branch.app, operatorSurface(branch.surface, access), [status, audit]);
}
