import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { TokenVerifier } from "@edgeward/shared/http/tokens.ts";

const pingEveryMs = 15_000;

/** Tells connected branches that the feed has something for them. Data itself always goes by cursor. */
export interface Doorbell {
  ring(tenantId: string): void;
  /** Nodes connected at the moment. */
  connected(): readonly string[];
  close(): void;
}

interface Listener {
  readonly socket: WebSocket;
  readonly tenantId: string;
  readonly nodeId: string;
  isAlive: boolean;
}

function refuse(socket: Duplex): void {
  socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
}

/** Serves `/v1/sync/doorbell` on a server; nodes come with their bearer token. */
export function openDoorbell(server: Server, tokens: TokenVerifier): Doorbell {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_024 });
  const listeners = new Set<Listener>();

  function accept(socket: WebSocket, tenantId: string, nodeId: string): void {
    const listener: Listener = { socket, tenantId, nodeId, isAlive: true };
    listeners.add(listener);
    socket.on("pong", () => {
      listener.isAlive = true;
    });
    socket.on("close", () => listeners.delete(listener));
    socket.on("error", () => socket.terminate());
    socket.send('{"type":"feed"}');
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (token === undefined) throw new Error("no token");
    const caller = await tokens.verify(token);
    if (!caller.roles.includes("node")) throw new Error("not a node");
    sockets.handleUpgrade(request, socket, head, (opened) =>
      accept(opened, caller.tenantId, caller.id),
    );
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split("?")[0] !== "/v1/sync/doorbell") {
      refuse(socket);
      return;
    }
    socket.on("error", () => socket.destroy());
    upgrade(request, socket, head).catch(() => refuse(socket));
  };
  server.on("upgrade", onUpgrade);

  const timer = setInterval(() => {
    for (const listener of listeners) {
      if (!listener.isAlive) listener.socket.terminate();
      listener.isAlive = false;
      listener.socket.ping();
    }
  }, pingEveryMs);
  timer.unref();

  return {
    ring(tenantId) {
      for (const listener of listeners) {
        if (listener.tenantId === tenantId) listener.socket.send('{"type":"feed"}');
      }
    },
    connected: () => [...listeners].map((listener) => listener.nodeId),
    close() {
      clearInterval(timer);
      server.off("upgrade", onUpgrade);
      for (const listener of listeners) listener.socket.terminate();
      sockets.close();
    },
  };
}
