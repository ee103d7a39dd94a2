import * as z from "zod";
import {
  noParams,
  noQuery,
  readEndpoint,
  writeEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import { idOf } from "@edgeward/shared/contract/fields.ts";
import { pageOf, pageQuery } from "@edgeward/shared/contract/paging.ts";

// More than there are kinds of events: somebody may name each of them.
const mostEvents = 500;

const common = { tag: "Operator", access: null, params: noParams } as const;
const command = { ...common, method: "POST", home: "hub", query: noQuery } as const;
const namedEndpoint = z.strictObject({ tenant_id: idOf("ten"), endpoint_id: idOf("whk") });

const listedEndpoint = z.strictObject({
  id: idOf("whk"),
  tenant_id: idOf("ten"),
  url: z.string(),
  events: z.array(z.string()).readonly(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
  failing_since: z.string().nullable(),
  failure_count: z.int(),
  created_at: z.string(),
});

const listedDelivery = z.looseObject({
  id: z.string(),
  tenant_id: z.string(),
  endpoint_id: z.string(),
  event_type: z.string(),
  delivery_status: z.string(),
  /** Every try, the first one first. */
  attempts: z.array(z.looseObject({ attempt_number: z.int() })).readonly(),
});

/** What an operator does about receivers of webhooks. */
export const webhookOperatorContract = {
  add: writeEndpoint({
    ...command,
    path: "/operator/webhook-endpoints",
    summary: "Registers a receiver; its signing secret is answered once",
    operation: "webhook_endpoint.add",
    body: z.strictObject({
      tenant_id: idOf("ten"),
      url: z.string().min(1),
      events: z.array(z.string()).min(1).max(mostEvents).default(["*"]),
    }),
    response: z.strictObject({ id: idOf("whk"), signing_secret: z.string() }),
    status: 201,
    errors: ["invalid_reference"],
  }),
  list: readEndpoint({
    ...common,
    path: "/operator/webhook-endpoints",
    summary: "A tenant's receivers",
    query: z.strictObject({ tenant_id: idOf("ten") }),
    response: z.strictObject({ data: z.array(listedEndpoint).readonly() }),
  }),
  disable: writeEndpoint({
    ...command,
    path: "/operator/webhook-endpoints/disable",
    summary: "Ends what a receiver is sent",
    operation: "webhook_endpoint.disable",
    body: namedEndpoint,
    response: listedEndpoint,
    status: 200,
    errors: ["not_found"],
  }),
  rotateSecret: writeEndpoint({
    ...command,
    path: "/operator/webhook-endpoints/rotate-secret",
    summary: "Gives a receiver a new signing secret; the old one goes on for a while",
    operation: "webhook_endpoint.rotate_secret",
    body: namedEndpoint.extend({ expires_in: z.int().min(0).optional() }),
    response: z.strictObject({ id: idOf("whk"), signing_secret: z.string() }),
    status: 200,
    errors: ["not_found"],
  }),
  deliveries: readEndpoint({
    ...common,
    path: "/operator/webhook-deliveries",
    summary: "What a tenant's receivers were sent, the newest first",
    query: z.strictObject({
      tenant_id: idOf("ten"),
      endpoint_id: idOf("whk").optional(),
      ...pageQuery,
    }),
    response: pageOf(listedDelivery),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
