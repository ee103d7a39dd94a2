import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { pageOf, pageQuery } from "#contract/paging.ts";

const common = { tag: "Console" } as const;
const reading = { ...common, access: { resource: "webhooks", action: "read" } } as const;
const command = { ...common, method: "POST", home: "hub", query: noQuery } as const;
const named = z.strictObject({ id: idOf("whk") });

const receiverShape = z.strictObject({
  id: idOf("whk"),
  url: z.string(),
  events: z.array(z.string()).readonly(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
  failing_since: z.string().nullable(),
  failure_count: z.int(),
  created_at: z.string(),
});

const attemptShape = z.strictObject({
  id: z.string(),
  attempt_number: z.int(),
  http_status: z.int().nullable(),
  error_class: z.string().nullable(),
  duration_ms: z.int(),
  response_excerpt: z.string().nullable(),
  attempted_at: z.string(),
});

const resentShape = z.strictObject({
  id: z.string(),
  endpoint_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  /** `pending`, `delivered`, `exhausted` or `cancelled`. */
  delivery_status: z.string(),
  attempt_count: z.int(),
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  created_at: z.string(),
});

const deliveryShape = resentShape.extend({
  /** Every try, the first one first. */
  attempts: z.array(attemptShape).readonly(),
});

const secretShape = z.strictObject({ id: idOf("whk"), signing_secret: z.string() });

/** What an administrator does about the tenant's receivers of webhooks. */
export const consoleWebhooksContract = {
  list: readEndpoint({
    ...reading,
    path: "/console/api/webhook-endpoints",
    summary: "The tenant's receivers, the newest first",
    params: noParams,
    query: z.strictObject(pageQuery),
    response: pageOf(receiverShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  eventTypes: readEndpoint({
    ...reading,
    path: "/console/api/event-types",
    summary: "The events that a receiver can be sent: the whole catalogue",
    params: noParams,
    query: noQuery,
    response: z.strictObject({ data: z.array(z.string()).readonly() }),
  }),
  add: writeEndpoint({
    ...command,
    path: "/console/api/webhook-endpoints",
    summary: "Registers a receiver; its signing secret is answered once",
    operation: "webhook_endpoint.add",
    access: { resource: "webhooks", action: "create" },
    params: noParams,
    body: z.strictObject({
      url: z.string().min(1).max(2_000),
      events: z.array(z.string().max(100)).min(1).max(100),
    }),
    response: secretShape,
    status: 201,
  }),
  resend: writeEndpoint({
    ...command,
    path: "/console/api/webhook-deliveries/{id}/resend",
    summary: "Sends an event to its receiver once more, whatever has become of it before",
    operation: "webhook_delivery.resend",
    access: { resource: "webhooks", action: "update" },
    params: z.strictObject({ id: z.string().regex(/^dlv_[0-9a-z]{26}$/u) }),
    body: null,
    response: resentShape,
    status: 200,
    errors: ["invalid_transition", "gone"],
  }),
  rotateSecret: writeEndpoint({
    ...command,
    path: "/console/api/webhook-endpoints/{id}/rotate-secret",
    summary: "Gives a receiver a new signing secret, answered once; the old one goes on for a day",
    operation: "webhook_endpoint.rotate_secret",
    access: { resource: "webhooks", action: "update" },
    params: named,
    body: null,
    response: secretShape,
    status: 200,
  }),
  disable: writeEndpoint({
    ...command,
    path: "/console/api/webhook-endpoints/{id}/disable",
    summary: "Ends what a receiver is sent",
    operation: "webhook_endpoint.disable",
    access: { resource: "webhooks", action: "update" },
    params: named,
    body: null,
    response: receiverShape,
    status: 200,
  }),
  deliveries: readEndpoint({
    ...reading,
    path: "/console/api/webhook-deliveries",
    summary: "What the tenant's receivers were sent, the newest first",
    params: noParams,
    query: z.strictObject({ endpoint_id: idOf("whk").optional(), ...pageQuery }),
    response: pageOf(deliveryShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
