import { tenantIds } from "#tenancy/directory.ts";
import { auditOperatorContract } from "@edgeward/shared/contract/operator.contract.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { operatorSurface } from "@edgeward/shared/http/operator-surface.ts";
import { defineOpenModule } from "@edgeward/shared/resource/module.ts";
import type { HubApp } from "#app.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { createEnrolmentCode, enrolmentCodeSeconds } from "#fleet/nodes/enrolment.ts";
import { revokeNode } from "#fleet/nodes/revoke-node.ts";
import { suspendClient } from "#tenancy/clients.ts";
import { byHandBodyLimit, byHandModule } from "#fleet/ingest/by-hand.ts";
import { compactAll } from "#fleet/maintenance.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { fleetOperatorContract } from "#operator/operator.contract.ts";
import { webhookOperatorModule } from "#operator/webhooks-operator.ts";

/** What the operator's addresses need of the hub. */
export interface OperatorOptions {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly operatorToken: string;
  readonly allowLoopbackHttp: boolean;
  /** Notified when something the dispatcher should know has changed. */
  readonly onChange: () => void;
}

async function verifyAllTenants(store: PostgresStore) {
  const streams = [];
  for (const tenantId of await tenantIds(store)) {
    streams.push(...(await store.read({ tenantId }, (session) => verifyAudit(session, tenantId))));
  }
  return { ok: streams.every((stream) => stream.ok), streams };
}

/** What the operator's command asks of a hub: guarded by a token in a file that only the operator can read. */
export function mountOperator(hub: HubApp, options: OperatorOptions): void {
  const { store, secrets, operatorToken, allowLoopbackHttp, onChange } = options;
  const { now, newId } = hub.runtime;
  const audit = defineOpenModule("operator_audit", auditOperatorContract, {
    verify: async () => {
      await hub.readAudit.drain();
      return verifyAllTenants(store);
    },
  });
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
  mountSurface(hub.app, operatorSurface(hub.surface, access), [audit, fleet, webhooks]);
  // What is carried by hand is larger than any other body.
  const largeBodies = operatorSurface(hub.surface, access, byHandBodyLimit);
  mountSurface(hub.app, largeBodies, [byHandModule(hub, options)]);
}
