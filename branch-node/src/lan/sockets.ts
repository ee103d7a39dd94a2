import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { DisplayState } from "./display.ts";
import type { Tickets } from "./tickets.ts";

const pingEveryMs = 10_000;
// A page that does not read what it is sent is cut off before it costs memory.
const longestBacklog = 1_000_000;

/** What live connections need of the node. */
export interface SocketsOptions {
  readonly server: Server;
  readonly tickets: Tickets;
  readonly display: (code: string) => Promise<DisplayState | null>;
  /** What a page is told first. */
  readonly greeting: () => Promise<Readonly<Record<string, unknown>>>;
}

interface Board {
  readonly socket: WebSocket;
  readonly code: string;
}

function send(socket: WebSocket, message: Readonly<Record<string, unknown>>): void {
  if (socket.bufferedAmount > longestBacklog) socket.terminate();
  else socket.send(JSON.stringify(message));
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}

/** Serves `/ws`: with a one-use ticket for pages of staff, with a display code for boards, which see tokens only. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 4_096 });
  readonly #pages = new Set<WebSocket>();
  readonly #boards = new Set<Board>();
  readonly #alive = new WeakSet<WebSocket>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SocketsOptions) {
    this.#options = options;
    options.server.on("upgrade", this.#onUpgrade);
    this.#timer = setInterval(() => this.#ping(), pingEveryMs);
    this.#timer.unref();
  }

  /** Tells every desk, kiosk and tablet. */
  broadcast(message: Readonly<Record<string, unknown>>): void {
    for (const socket of this.#pages) send(socket, message);
  }

  /** Sends every board its state anew. */
  refreshDisplays(): void {
    for (const board of this.#boards) this.#show(board);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#options.server.off("upgrade", this.#onUpgrade);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const url = new URL(request.url ?? "/", "http://branch.local");
    const ticket = url.searchParams.get("ticket");
    const code = url.searchParams.get("display");
    if (url.pathname !== "/ws") {
      refuse(socket, "404 Not Found");
    } else if (ticket !== null && this.#options.tickets.redeem(ticket)) {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#acceptPage(opened));
    } else if (code !== null && /^[a-z0-9-]{1,40}$/.test(code)) {
      this.#sockets.handleUpgrade(request, socket, head, (opened) =>
        this.#acceptBoard(opened, code),
      );
    } else {
      refuse(socket, "401 Unauthorized");
    }
  };

  #keep(socket: WebSocket): void {
    this.#alive.add(socket);
    socket.on("pong", () => this.#alive.add(socket));
    socket.on("error", () => socket.terminate());
  }

  #acceptPage(socket: WebSocket): void {
    this.#keep(socket);
    this.#pages.add(socket);
    socket.on("close", () => this.#pages.delete(socket));
    this.#options.greeting().then(
      (message) => send(socket, message),
      () => socket.terminate(),
    );
  }

  #acceptBoard(socket: WebSocket, code: string): void {
    this.#keep(socket);
    const board = { socket, code };
    this.#boards.add(board);
    socket.on("close", () => this.#boards.delete(board));
    this.#show(board);
  }

  #show(board: Board): void {
    this.#options.display(board.code).then(
      (state) => {
        if (state !== null) send(board.socket, { type: "display", state });
      },
      () => board.socket.terminate(),
    );
  }

  #ping(): void {
    for (const socket of this.#sockets.clients) {
      if (!this.#alive.has(socket)) socket.terminate();
      this.#alive.delete(socket);
      socket.ping();
    }
  }
}
