import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Revocations } from "#tenancy/revocations.ts";
import type { TokenVerifier } from "@edgeward/shared/http/tokens.ts";

const pingEveryMs = 15_000;
/** The code with which a connection is closed whose node was revoked (RFC 6455: private use). */
const revokedCode = 4_401;

/** What live connections of nodes need of the hub. */
export interface NotificationSocketOptions {
  readonly tokens: TokenVerifier;
  readonly issuer: { readonly revocations: Pick<Revocations, "onRevoked"> };
}

interface Listener {
  readonly socket: WebSocket;
  readonly tenantId: string;
  readonly nodeId: string;
  isAlive: boolean;
}

function refuse(socket: Duplex): void {
  // Nobody reads from it any more, so its far end's goodbye would not be heard and it would stay for ever.
  socket.once("finish", () => socket.destroy());
  socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
}

/**
 * Notifies connected branches that the feed has something for them; data itself always goes by cursor.
 * Serves `/v1/sync/doorbell` on a server; nodes come with their bearer token.
 */
export class NotificationSocket {
  readonly #server: Server;
  readonly #tokens: TokenVerifier;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 1_024 });
  readonly #listeners = new Set<Listener>();
  readonly #timer: NodeJS.Timeout;

  constructor(server: Server, { tokens, issuer }: NotificationSocketOptions) {
    this.#server = server;
    this.#tokens = tokens;
    issuer.revocations.onRevoked(({ kind, id }) => this.#closeRevoked(kind, id));
    server.on("upgrade", this.#onUpgrade);
    this.#timer = setInterval(() => this.#ping(), pingEveryMs);
    this.#timer.unref();
  }

  ring(tenantId: string): void {
    for (const listener of this.#listeners) {
      if (listener.tenantId === tenantId) listener.socket.send('{"type":"feed"}');
    }
  }

  #closeRevoked(kind: string, id: string): void {
    for (const { nodeId, socket } of this.#listeners)
      if (kind === "node" && nodeId === id) socket.close(revokedCode, "revoked");
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.off("upgrade", this.#onUpgrade);
    for (const listener of this.#listeners) listener.socket.terminate();
    this.#sockets.close();
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    if (request.url?.split("?")[0] !== "/v1/sync/doorbell") refuse(socket);
    else this.#upgrade(request, socket, head).catch(() => refuse(socket));
  };

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (token === undefined) throw new Error("no token");
    const caller = await this.#tokens.verify(token);
    if (!caller.roles.includes("node")) throw new Error("not a node");
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      this.#accept(opened, caller.tenantId, caller.id),
    );
  }

  #accept(socket: WebSocket, tenantId: string, nodeId: string): void {
    const listener: Listener = { socket, tenantId, nodeId, isAlive: true };
    this.#listeners.add(listener);
    socket.on("pong", () => {
      listener.isAlive = true;
    });
    socket.on("close", () => this.#listeners.delete(listener));
    socket.on("error", () => socket.terminate());
    socket.send('{"type":"feed"}');
  }

  #ping(): void {
    for (const listener of this.#listeners) {
      if (!listener.isAlive) listener.socket.terminate();
      listener.isAlive = false;
      listener.socket.ping();
    }
  }
}
