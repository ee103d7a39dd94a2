import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { OpenScope } from "@edgeward/shared/resource/context.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { listDeliveries } from "#webhooks/deliveries.ts";
import { addEndpoint, disableEndpoint, listEndpoints, rotateSecret } from "#webhooks/endpoints.ts";
import { webhookOperatorContract } from "./webhooks-operator.contract.ts";

/** What the handlers work with. */
export interface WebhookOperatorDeps {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: IdSource;
  readonly allowLoopbackHttp: boolean;
  /** Told when something the dispatcher should know has changed. */
  readonly onChange: () => void;
}

/** What an operator asks about webhooks. */
export function webhookOperatorModule(deps: WebhookOperatorDeps): Module<OpenScope> {
  const { store, secrets, now, newId, allowLoopbackHttp, onChange } = deps;
  const cursors = createCursorCodec(secrets.key("operator-cursor"), now);
  return defineOpenModule("operator_webhooks", webhookOperatorContract, {
    add: async ({ body: { tenant_id: tenantId, url, events: eventTypes } }) => {
      const wanted = { tenantId, url, eventTypes, allowLoopbackHttp, now, newId };
      const { id, signingSecret } = await addEndpoint(store, secrets, wanted);
      onChange();
      return { id, signing_secret: signingSecret };
    },
    list: async ({ query }) => ({ data: await listEndpoints(store, query.tenant_id) }),
    disable: async ({ body }) => {
      const endpoint = await disableEndpoint(store, body.tenant_id, body.endpoint_id);
      onChange();
      return endpoint;
    },
    rotateSecret: async ({ body }) => {
      const signingSecret = await rotateSecret(store, secrets, {
        tenantId: body.tenant_id,
        endpointId: body.endpoint_id,
        expiresInSeconds: body.expires_in,
        now: now(),
      });
      onChange();
      return { id: body.endpoint_id, signing_secret: signingSecret };
    },
    deliveries: ({ query: { tenant_id: tenantId, endpoint_id: endpointId, limit, cursor } }) =>
      listDeliveries(store, cursors, { tenantId, endpointId, limit, cursor }),
  });
}
