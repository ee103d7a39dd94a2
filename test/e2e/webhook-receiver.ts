import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import * as z from "zod";

const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  tenant_id: z.string(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
});

/** A delivery as it came in. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent, byte for byte. */
  readonly raw: Buffer;
  readonly event: z.output<typeof eventShape>;
}

/** Somebody else's server that is notified of events. */
export interface WebhookReceiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** The deliveries of one kind that are about one record. */
  about(type: string, recordId: string): readonly Delivery[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Listens on a port of its own and takes everything with 204. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    bodyOf(request)
      .then((raw) => {
        const event = eventShape.parse(JSON.parse(raw.toString("utf8")));
        deliveries.push({ headers: request.headers, raw, event });
        response.writeHead(204).end();
      })
      .catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    deliveries,
    about: (type, recordId) =>
      deliveries.filter(({ event }) => event.type === type && event.data.object.id === recordId),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Checks a signature as a receiver is asked to: split at commas, take what follows `=`, compare the digest. */
export function isSignedBy(secret: string, { headers, raw }: Delivery): boolean {
  const header = String(headers["x-service-signature"]);
  const [timestamp = "", digest = ""] = header.split(",").map((part) => part.split("=")[1] ?? "");
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(raw).digest("hex");
  return digest !== "" && digest === expected;
}
