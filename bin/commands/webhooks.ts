import type { Command } from "commander";
import * as z from "zod";
import { askHttp } from "../operator-http.ts";
import { findHub, tenantFor } from "../running-demo.ts";
import { columnsOf, jsonLine, type Terminal } from "../terminal.ts";

const addedEndpoint = z.looseObject({ id: z.string(), signing_secret: z.string() });

const endpointList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      url: z.string(),
      events: z.array(z.string()),
      status: z.string(),
      failure_count: z.number(),
    }),
  ),
});

const deliveryList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      event_type: z.string(),
      delivery_status: z.string(),
      attempt_count: z.number(),
      next_attempt_at: z.string().nullable(),
      created_at: z.string(),
      attempts: z.array(
        z.looseObject({ http_status: z.number().nullable(), error_class: z.string().nullable() }),
      ),
    }),
  ),
});

interface JsonOption {
  readonly json?: boolean;
  readonly tenant?: string;
}

interface AddOptions extends JsonOption {
  readonly url: string;
  readonly events?: string;
}

interface DeliveriesOptions extends JsonOption {
  readonly endpoint?: string;
}

async function add(options: AddOptions, terminal: Terminal): Promise<void> {
  const { url: hub, token } = findHub();
  const tenant_id = tenantFor(options.tenant);
  const events = options.events?.split(",").map((event) => event.trim());
  const body = { tenant_id, url: options.url, ...(events === undefined ? {} : { events }) };
  const url = `${hub}/operator/webhook-endpoints`;
  const { id, signing_secret: secret } = await askHttp(url, addedEndpoint, {
    method: "POST",
    token,
    body,
  });
  if (options.json === true) {
    terminal.out(jsonLine({ id, signing_secret: secret }));
    return;
  }
  terminal.out(
    `${id} receives ${events === undefined ? "every event" : events.join(", ")} at ${options.url}`,
  );
  terminal.out(`Signing secret (shown once): ${secret}`);
}

async function list(options: JsonOption, terminal: Terminal): Promise<void> {
  const { url: hub, token } = findHub();
  const tenantId = tenantFor(options.tenant);
  const url = `${hub}/operator/webhook-endpoints?tenant_id=${tenantId}`;
  const { data } = await askHttp(url, endpointList, { token });
  if (options.json === true) {
    terminal.out(jsonLine({ data }));
    return;
  }
  const rows = data.map((endpoint) => [
    endpoint.id,
    endpoint.status,
    String(endpoint.failure_count),
    endpoint.events.join(","),
    endpoint.url,
  ]);
  terminal.out(columnsOf(["ID", "STATUS", "FAILURES", "EVENTS", "URL"], rows));
}

type Delivery = z.output<typeof deliveryList>["data"][number];

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last === undefined ? "-" : (last.error_class ?? `HTTP ${String(last.http_status)}`);
}

async function deliveries(options: DeliveriesOptions, terminal: Terminal): Promise<void> {
  const { url: hub, token } = findHub();
  const tenantId = tenantFor(options.tenant);
  const query = new URLSearchParams({ tenant_id: tenantId, limit: "50" });
  if (options.endpoint !== undefined) query.set("endpoint_id", options.endpoint);
  const url = `${hub}/operator/webhook-deliveries?${query.toString()}`;
  const { data } = await askHttp(url, deliveryList, { token });
  if (options.json === true) {
    terminal.out(jsonLine({ data }));
    return;
  }
  const rows = data.map((delivery) => [
    delivery.created_at,
    delivery.event_type,
    delivery.delivery_status,
    String(delivery.attempt_count),
    lastAnswer(delivery),
    delivery.next_attempt_at ?? "-",
  ]);
  terminal.out(columnsOf(["CREATED", "EVENT", "STATUS", "TRIES", "LAST ANSWER", "NEXT TRY"], rows));
}

/** `edgeward webhooks add|list|deliveries`. */
export function addWebhooks(program: Command, terminal: Terminal): void {
  const webhooks = program
    .command("webhooks")
    .description("who is notified of events, and what became of it");
  webhooks
    .command("add")
    .description("send events to a receiver; prints the secret that signs them")
    .requiredOption("--url <url>", "the receiver")
    .option("--events <types>", "separated by commas; else every event")
    .option("--tenant <id>", "whose; EDGEWARD_TENANT otherwise")
    .option("--json", "in one line of JSON")
    .action((options: AddOptions) => add(options, terminal));
  webhooks
    .command("list")
    .description("the receivers")
    .option("--tenant <id>", "whose; EDGEWARD_TENANT otherwise")
    .option("--json", "in one line of JSON")
    .action((options: JsonOption) => list(options, terminal));
  webhooks
    .command("deliveries")
    .description("the newest fifty deliveries, with the last answer to each")
    .option("--endpoint <id>", "of one receiver")
    .option("--tenant <id>", "whose; EDGEWARD_TENANT otherwise")
    .option("--json", "in one line of JSON")
    .action((options: DeliveriesOptions) => deliveries(options, terminal));
}
