import { once } from "node:events";
import * as z from "zod";
import type { WebSocket } from "ws";
import type { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";

const pageShape = z.object({
  data: z.array(z.object({ id: z.string() })),
  cursor: z.string(),
  has_more: z.boolean(),
});

type Page = z.output<typeof pageShape>;

async function pageAfter(client: HubClient, cursor: string | null): Promise<Page> {
  const place = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  return pageShape.parse(await client.get(`/v1/sync/feed?limit=1000${place}`));
}

/** The cursor behind everything that there is now. */
export async function endOfFeed(client: HubClient): Promise<string> {
  for (let cursor: string | null = null; ;) {
    const page: Page = await pageAfter(client, cursor);
    if (!page.has_more) return page.cursor;
    ({ cursor } = page);
  }
}

/** Reads on until a record comes; returns the cursor behind it. An entry shows when all older transactions have ended. */
export async function untilFed(client: HubClient, from: string, id: string): Promise<string> {
  for (let cursor = from; ;) {
    const page: Page = await pageAfter(client, cursor);
    ({ cursor } = page);
    if (page.data.some((row) => row.id === id)) return cursor;
  }
}

/** The next ring of a notificationSocket. @throws AbortError when there is none for ten seconds */
export async function nextRing(socket: WebSocket): Promise<void> {
  await once(socket, "message", { signal: AbortSignal.timeout(10_000) });
}
