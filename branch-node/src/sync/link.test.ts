import { createServer, type Server } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { HubRefusal } from "./hub-client.ts";
import { HubLink } from "./link.ts";

/** A hub whose notification socket lets the first connection in and refuses every later one, as a hub does with a node that was revoked. */
async function notificationHub(): Promise<{ readonly url: string; readonly closeAll: () => void }> {
  const server: Server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  let connections = 0;
  server.on("upgrade", (request, socket, head) => {
    connections += 1;
    if (connections > 1) socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n");
    else sockets.handleUpgrade(request, socket, head, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const client of sockets.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    closeAll: () => {
      for (const client of sockets.clients) client.close(4401);
    },
  };
}

/** What the link reports, in order, until it has rung or is lost again. */
async function reports(refusal: Error): Promise<readonly string[]> {
  const hub = await notificationHub();
  const seen: string[] = [];
  const { promise: rung, resolve } = Promise.withResolvers<null>();
  const { promise: opened, resolve: open } = Promise.withResolvers<null>();
  const { promise: lost, resolve: lose } = Promise.withResolvers<null>();
  const link = new HubLink({
    hubUrl: hub.url,
    hub: { token: async () => "kept", get: async () => Promise.reject(refusal) },
    waitingPath: async () => "/v1/sync/feed?wait=1",
    onOpen: () => {
      seen.push("open");
      open(null);
    },
    onLost: () => {
      seen.push("lost");
      if (seen.length > 2) lose(null);
    },
    onRing: () => {
      seen.push("ring");
      resolve(null);
    },
  });
  onTestFinished(() => link.stop());
  await opened;
  hub.closeAll();
  await (refusal instanceof HubRefusal ? rung : lost);
  return seen;
}

test("a hub that refuses the node has it ask at once for the reason", async () => {
  const refusal = new HubRefusal(400, "invalid_grant", "turned off", { reason: "node_revoked" });
  expect(await reports(refusal)).toContain("ring");
});

test("a hub that does not answer is left alone until it is time for the next look", async () => {
  expect(await reports(new Error("nobody there"))).not.toContain("ring");
});
