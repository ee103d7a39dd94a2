import * as z from "zod";
import { idOf } from "@edgeward/shared/contract/fields.ts";
import { issuesToFields } from "@edgeward/shared/contract/issues.ts";
import { pageQuery } from "@edgeward/shared/contract/paging.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { fieldError } from "@edgeward/shared/kernel/errors.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import type { Secrets } from "#secrets.ts";
import { listDeliveries } from "#webhooks/deliveries.ts";
import { addEndpoint, disableEndpoint, listEndpoints, rotateSecret } from "#webhooks/endpoints.ts";

/** What the routes work with. */
export interface WebhookOperatorDeps {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: IdSource;
  readonly allowLoopbackHttp: boolean;
}

/** A status and a JSON body. */
export interface OperatorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One request of the operator: `handle` takes the query of a GET, the body of a POST, as they came. */
export interface OperatorRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  handle(input: unknown): Promise<OperatorAnswer>;
}

const NewEndpointBody = z.strictObject({
  tenant_id: idOf("ten"),
  url: z.string().min(1),
  events: z.array(z.string()).min(1).max(100).default(["*"]),
});
const TenantQuery = z.strictObject({ tenant_id: idOf("ten") });
const DeliveriesQuery = z.strictObject({
  tenant_id: idOf("ten"),
  endpoint_id: idOf("whk").optional(),
  ...pageQuery,
});
const EndpointBody = z.strictObject({ tenant_id: idOf("ten"), endpoint_id: idOf("whk") });
const RotationBody = EndpointBody.extend({ expires_in: z.int().min(0).optional() });

function parse<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const parsed = shape.safeParse(input);
  if (!parsed.success) throw fieldError(...issuesToFields(parsed.error));
  return parsed.data;
}

function endpointRoutes(deps: WebhookOperatorDeps): readonly OperatorRoute[] {
  const { store, secrets, now, newId, allowLoopbackHttp } = deps;
  return [
    {
      method: "POST",
      path: "/operator/webhook-endpoints",
      async handle(input) {
        const { tenant_id: tenantId, url, events: eventTypes } = parse(NewEndpointBody, input);
        const wanted = { tenantId, url, eventTypes, allowLoopbackHttp, now, newId };
        const { id, signingSecret } = await addEndpoint(store, secrets, wanted);
        return { status: 201, body: { id, signing_secret: signingSecret } };
      },
    },
    {
      method: "GET",
      path: "/operator/webhook-endpoints",
      async handle(input) {
        const data = await listEndpoints(store, parse(TenantQuery, input).tenant_id);
        return { status: 200, body: { data } };
      },
    },
  ];
}

function changeRoutes({ store, secrets, now }: WebhookOperatorDeps): readonly OperatorRoute[] {
  return [
    {
      method: "POST",
      path: "/operator/webhook-endpoints/disable",
      async handle(input) {
        const body = parse(EndpointBody, input);
        const endpoint = await disableEndpoint(store, body.tenant_id, body.endpoint_id);
        return { status: 200, body: endpoint };
      },
    },
    {
      method: "POST",
      path: "/operator/webhook-endpoints/rotate-secret",
      async handle(input) {
        const body = parse(RotationBody, input);
        const signingSecret = await rotateSecret(store, secrets, {
          tenantId: body.tenant_id,
          endpointId: body.endpoint_id,
          expiresInSeconds: body.expires_in,
          now: now(),
        });
        return { status: 200, body: { id: body.endpoint_id, signing_secret: signingSecret } };
      },
    },
  ];
}

function deliveryRoute({ store, secrets, now }: WebhookOperatorDeps): OperatorRoute {
  const cursors = createCursorCodec(secrets.key("operator-cursor"), now);
  return {
    method: "GET",
    path: "/operator/webhook-deliveries",
    async handle(input) {
      const {
        tenant_id: tenantId,
        endpoint_id: endpointId,
        limit,
        cursor,
      } = parse(DeliveriesQuery, input);
      const page = await listDeliveries(store, cursors, { tenantId, endpointId, limit, cursor });
      return { status: 200, body: page };
    },
  };
}

/** What an operator asks about webhooks, apart from any server: whoever mounts the routes also guards them. */
export function webhookOperatorRoutes(deps: WebhookOperatorDeps): readonly OperatorRoute[] {
  return [...endpointRoutes(deps), ...changeRoutes(deps), deliveryRoute(deps)];
}
