import * as z from "zod";
import { noParams, noQuery, readEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import {
  auditBodyLimit,
  auditOperatorContract,
  mostFindings,
  mostForeign,
} from "@edgeward/shared/contract/operator.contract.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { signedCheckpoints, verifyAudits } from "@edgeward/shared/audit/checked-audit.ts";
import { foreignKept, foundOf } from "@edgeward/shared/audit/foreign.ts";
import { operatorSurface } from "@edgeward/shared/http/operator-surface.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { OpenScope } from "@edgeward/shared/resource/context.ts";
import {
  syncStatusShape,
  type SyncStatus,
} from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import type { BranchApp } from "./app.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { keptAtHub } from "#sync/audit-exchange.ts";
import type { HubClient } from "#sync/hub-client.ts";
import { lanTlsShape, type LanTlsState } from "#lan/lan-tls.contract.ts";
import type { PrinterState } from "#printing/printer-state.ts";

/** What the operator's addresses need of the node. */
export interface BranchOperatorOptions {
  readonly token: string;
  readonly store: SqliteStore;
  readonly hub: Pick<HubClient, "get">;
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

function auditModule(
  branch: BranchApp,
  { store, identity, hub }: BranchOperatorOptions,
): Module<OpenScope> {
  const { nodeId, tenantId, privateKey, publicJwk } = identity;
  const checked = {
    store,
    nodeId,
    now: systemClock.now,
    key: () => ({ kid: nodeId, privateKey }),
    keys: () => [publicJwk],
  };
  const verify = async (byHand: readonly string[], given: readonly string[] = []) => {
    await branch.readAudit.drain();
    const atHub = await keptAtHub(hub);
    const exchanged = [...given, ...(atHub ?? [])];
    const verdict = await verifyAudits(checked, [tenantId], { byHand, exchanged });
    return { ...verdict, checkpoints: { ...verdict.checkpoints, asked: atHub !== null } };
  };
  return defineOpenModule("operator_audit", auditOperatorContract, {
    verify: () => verify([]),
    verifyAgainst: ({ body }) => verify(body.checkpoints, body.exchanged),
    foreign: () => foreignKept(store, [tenantId], mostForeign),
    findings: () => foundOf(store, [tenantId], mostFindings),
    checkpoint: async () => {
      await branch.readAudit.drain();
      return { checkpoints: await signedCheckpoints(checked, [tenantId]) };
    },
  });
}

/** What the operator's command asks of a branch node. */
export function mountBranchOperator(branch: BranchApp, options: BranchOperatorOptions): void {
  const { identity } = options;
  const status = defineOpenModule("operator_status", statusContract, {
    status: async () => ({
      node_id: identity.nodeId,
      sync: await options.syncStatus(),
      printers: options.printers(),
      tls: options.tls(),
    }),
  });
  const audit = auditModule(branch, options);
  const access = { token: options.token, attempts: branch.attempts };
  mountSurface(branch.app, operatorSurface(branch.surface, access), [status]);
  mountSurface(branch.app, operatorSurface(branch.surface, access, auditBodyLimit), [audit]);
}
