import type { JSONWebKeySet } from "jose";
import { auditedTenantIds } from "#tenancy/directory.ts";
import {
  auditBodyLimit,
  auditOperatorContract,
  mostFindings,
  mostForeign,
} from "@edgeward/shared/contract/operator.contract.ts";
import { signedCheckpoints, verifyAudits } from "@edgeward/shared/audit/checked-audit.ts";
import { foreignKept, foundOf } from "@edgeward/shared/audit/foreign.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { operatorSurface } from "@edgeward/shared/http/operator-surface.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { OpenScope } from "@edgeward/shared/resource/context.ts";
import { maximumCarriedBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import type { HubApp } from "#app.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { createEnrolmentCode, enrolmentCodeSeconds } from "#fleet/nodes/enrolment.ts";
import { revokeNode } from "#fleet/nodes/revoke-node.ts";
import { suspendClient } from "#tenancy/clients.ts";
import { byHandModule } from "#fleet/ingest/by-hand.ts";
import { compactAll } from "#fleet/maintenance.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { fleetOperatorContract } from "#operator/operator.contract.ts";
import { webhookOperatorModule } from "#operator/webhooks-operator.ts";

/** What the operator's addresses need of the hub. */
export interface OperatorOptions {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly operatorToken: string;
  /** Those by which the hub's checkpoints are known. */
  readonly publicKeys: JSONWebKeySet;
  readonly allowLoopbackHttp: boolean;
  /** Notified when something the dispatcher should know has changed. */
  readonly onChange: () => void;
}

function auditModule({
  hub,
  store,
  publicKeys,
}: OperatorOptions & { readonly hub: HubApp }): Module<OpenScope> {
  const { nodeId, now } = hub.runtime;
  const checked = { store, nodeId, now, key: hub.issuer.key, keys: () => publicKeys.keys };
  const verify = async (byHand: readonly string[], given: readonly string[] = []) => {
    await hub.readAudit.drain();
    const exchanged = [...given, ...hub.auditExchange.givenBack()];
    const tenants = await auditedTenantIds(store);
    const verdict = await verifyAudits(checked, tenants, { byHand, exchanged });
    return { ...verdict, checkpoints: { ...verdict.checkpoints, asked: exchanged.length > 0 } };
  };
  return defineOpenModule("operator_audit", auditOperatorContract, {
    verify: () => verify([]),
    verifyAgainst: ({ body }) => verify(body.checkpoints, body.exchanged),
    foreign: async () => foreignKept(store, await auditedTenantIds(store), mostForeign),
    findings: async () => foundOf(store, await auditedTenantIds(store), mostFindings),
    checkpoint: async () => {
      await hub.readAudit.drain();
      return { checkpoints: await signedCheckpoints(checked, await auditedTenantIds(store)) };
    },
  });
}

/** What the operator's command asks of a hub: guarded by a token in a file that only the operator can read. */
export function mountOperator(hub: HubApp, options: OperatorOptions): void {
  const { store, secrets, operatorToken, allowLoopbackHttp, onChange } = options;
  const { now, newId } = hub.runtime;
  const audit = auditModule({ hub, ...options });
  const fleet = defineOpenModule("operator_fleet", fleetOperatorContract, {
    enrolmentCode: async ({ body }) => {
      const code = await createEnrolmentCode(hub.issuer, body.tenant_id, body.branch_id);
      return { code, expires_in: enrolmentCodeSeconds };
    },
    revokeNode: ({ body }) => revokeNode(hub.issuer, hub.runtime, body.node_id),
    suspendClient: async ({ body }) => {
      const tenantId = await suspendClient(hub.issuer, hub.runtime, body.client_id);
      // The branches are to know at once.
      hub.surface.onWritten(tenantId, null);
    },
    compact: async ({ body }) => ({ removed: await compactAll(store, body.keep_days) }),
  });
  const webhooks = webhookOperatorModule({
    store,
    secrets,
    now,
    newId,
    allowLoopbackHttp,
    onChange,
  });
  const access = { token: operatorToken, attempts: hub.issuer.attempts };
  mountSurface(hub.app, operatorSurface(hub.surface, access), [fleet, webhooks]);
  mountSurface(hub.app, operatorSurface(hub.surface, access, auditBodyLimit), [audit]);
  // What is carried by hand is larger than any other body.
  const largeBodies = operatorSurface(hub.surface, access, maximumCarriedBytes);
  mountSurface(hub.app, largeBodies, [byHandModule(hub, options)]);
}
