import { clinicalEventTypes } from "@edgeward/shared/clinical/index.ts";
import { consoleWebhooksContract } from "@edgeward/shared/console/console-webhooks.contract.ts";
import { readPage } from "@edgeward/shared/db/page.ts";
import type { ReadContext, TenantScope, WriteContext } from "@edgeward/shared/resource/context.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { defineTenantModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { deliveriesIn, type ListedDelivery } from "#webhooks/deliveries.ts";
import { resendIn } from "#webhooks/resend.ts";
import { disableIn, insertEndpoint, listed, rotateIn } from "#webhooks/endpoints.ts";

/** What the console's webhooks need of the hub. */
export interface ConsoleWebhooksOptions {
  readonly secrets: Secrets;
  /** Only for the demo: receivers may be plain HTTP on this machine's own loopback. */
  readonly allowLoopbackHttp: boolean;
}

function noteIn(
  { write }: WriteContext<TenantScope>,
  action: "create" | "update" | "disable" | "resend",
  entityId: string,
): void {
  write.audit({
    module: "webhooks",
    action,
    outcome: "success",
    entity_type: action === "resend" ? "webhook_deliveries" : "webhook_endpoints",
    entity_id: entityId,
    patient_id: null,
    changes: [],
  });
}

async function listReceivers(
  { db, tenantId, cursors }: ReadContext<TenantScope>,
  { limit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  const all = db.selectFrom("webhook_endpoints").selectAll().where("tenant_id", "=", tenantId);
  const page = await readPage(all, {
    sortColumn: "created_at",
    isDescending: true,
    limit,
    cursor,
    cursors,
    list: "console_receivers",
    tenantId,
    filters: {},
  });
  return { ...page, data: page.data.map((row) => shown(listed(row))) };
}

// The whose of a record is the session's, and no answer of the console repeats it.
function shown<T extends { readonly tenant_id: string }>({ tenant_id: _tenant, ...rest }: T) {
  return rest;
}

/** The tenant's receivers of webhooks, and what they were sent. */
export function consoleWebhooksModule({
  secrets,
  allowLoopbackHttp,
}: ConsoleWebhooksOptions): Module<TenantScope> {
  return defineTenantModule(
    "console_webhooks",
    consoleWebhooksContract,
    {
      list: ({ query }, ctx) => listReceivers(ctx, query),
      eventTypes: async () => ({ data: clinicalEventTypes.map(({ type }) => type) }),
      add: async ({ body }, ctx) => {
        const { url, events: eventTypes } = body;
        const wanted = { ...ctx, now: () => ctx.now(), allowLoopbackHttp, url, eventTypes };
        const { id, signingSecret } = await insertEndpoint(ctx.session, secrets, wanted);
        noteIn(ctx, "create", id);
        return { id, signing_secret: signingSecret };
      },
      rotateSecret: async ({ params: { id } }, ctx) => {
        const { tenantId } = ctx;
        const rotation = { tenantId, endpointId: id, expiresInSeconds: undefined, now: ctx.now() };
        const signingSecret = await rotateIn(ctx.session, secrets, rotation);
        noteIn(ctx, "update", id);
        return { id, signing_secret: signingSecret };
      },
      disable: async ({ params: { id } }, ctx) => {
        const receiver = await disableIn(ctx.session, ctx.tenantId, id);
        noteIn(ctx, "disable", id);
        return shown(receiver);
      },
      resend: async ({ params: { id } }, ctx) => {
        const resent = await resendIn(ctx.session, ctx.tenantId, id, isoInstant(ctx.now()));
        noteIn(ctx, "resend", id);
        return shown(resent);
      },
      deliveries: async ({ query }, ctx) => {
        const { tenantId } = ctx;
        const { endpoint_id: endpointId, limit, cursor } = query;
        const wanted = { tenantId, endpointId, limit, cursor };
        const page = await deliveriesIn({ kysely: ctx.session.kysely }, ctx.cursors, wanted);
        return { ...page, data: page.data.map((row: ListedDelivery) => shown(row)) };
      },
    },
    { ownsTransaction: true },
  );
}
