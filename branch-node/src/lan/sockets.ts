import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { DisplayState } from "./display.ts";
import type { Tickets } from "./tickets.ts";

const pingEveryMs = 10_000;
// A page that does not read what it is sent is cut off before it costs memory.
const longestBacklog = 1_000_000;

/** The live connections of the LAN. */
export interface Sockets {
  /** Tells every desk, kiosk and tablet. */
  broadcast(message: Readonly<Record<string, unknown>>): void;
  /** Sends every board its state anew. */
  refreshDisplays(): void;
  close(): void;
}

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
export function openSockets(options: SocketsOptions): Sockets {
  const { server, tickets } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4_096 });
  const pages = new Set<WebSocket>();
  const boards = new Set<Board>();
  const alive = new WeakSet<WebSocket>();

  function keep(socket: WebSocket): void {
    alive.add(socket);
    socket.on("pong", () => alive.add(socket));
    socket.on("error", () => socket.terminate());
  }

  async function showBoard(board: Board): Promise<void> {
    const state = await options.display(board.code);
    if (state !== null) send(board.socket, { type: "display", state });
  }

  function acceptPage(socket: WebSocket): void {
    keep(socket);
    pages.add(socket);
    socket.on("close", () => pages.delete(socket));
    options.greeting().then(
      (message) => send(socket, message),
      () => socket.terminate(),
    );
  }

  function acceptBoard(socket: WebSocket, code: string): void {
    keep(socket);
    const board = { socket, code };
    boards.add(board);
    socket.on("close", () => boards.delete(board));
    showBoard(board).catch(() => socket.terminate());
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const url = new URL(request.url ?? "/", "http://branch.local");
    const ticket = url.searchParams.get("ticket");
    const code = url.searchParams.get("display");
    if (url.pathname !== "/ws") return refuse(socket, "404 Not Found");
    if (ticket !== null && tickets.redeem(ticket)) {
      return sockets.handleUpgrade(request, socket, head, acceptPage);
    }
    if (code !== null && /^[a-z0-9-]{1,40}$/.test(code)) {
      return sockets.handleUpgrade(request, socket, head, (opened) => acceptBoard(opened, code));
    }
    return refuse(socket, "401 Unauthorized");
  }

  server.on("upgrade", onUpgrade);
  const timer = setInterval(() => {
    for (const socket of [...pages, ...[...boards].map((board) => board.socket)]) {
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      socket.ping();
    }
  }, pingEveryMs);
  timer.unref();

  return {
    broadcast(message) {
      for (const socket of pages) send(socket, message);
    },
    refreshDisplays() {
      for (const board of boards) showBoard(board).catch(() => board.socket.terminate());
    },
    close() {
      clearInterval(timer);
      server.off("upgrade", onUpgrade);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
